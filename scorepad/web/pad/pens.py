"""Pens: their holders, a link that gives another one, and taking it on another phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

from flask import flash, redirect, render_template, request, url_for
from flask import session as browser
from flask.typing import ResponseReturnValue

from scorepad.names import fault_of, trimmed
from scorepad.store.errors import CapError, LastPenError
from scorepad.store.game.access import AccessRequest, find_access
from scorepad.store.game.lists import running_game
from scorepad.store.pad import pens
from scorepad.store.pad.pads import PadSnapshot
from scorepad.store.pad.pens import LinkSnapshot, link_snapshot, pads_held, pens_held
from scorepad.store.pad.players import players_of
from scorepad.web import database
from scorepad.web.forms import (
    Hidden,
    IdempotentForm,
    Text,
    faults_of,
    read_name,
    sentence_of,
)
from scorepad.web.http import access, limits
from scorepad.web.http.errors import error_page
from scorepad.web.pad import blueprint, site
from scorepad.web.preferences import player_here
from scorepad.web.urls import number_in_query, pad_url
from scorepad.web.words import messages
from scorepad.web.words.names import guessed_name, isolated_text
from scorepad.web.words.translation import N_, gettext


@blueprint.get("/pens")
@access.for_the_pen
def list_of_pens() -> ResponseReturnValue:
    """The pens: on which device, since when, and when it was last used."""
    return _list()


@blueprint.post("/pens/link")
def hand_over() -> ResponseReturnValue:
    """Create a one-time link and show it, this once, as a QR code and as text.

    The same form leads to the same link, until somebody takes a pen.
    """
    form = IdempotentForm()
    entry_id = str(form.entry_id.data) if form.validate() else str(uuid4())
    with access.writing() as writer:
        seen = pens_held(writer.session.connection(), writer.pad_id)[-1].id
        secret = access.secret_of_form(entry_id, f"link {seen}", pens.LINK_BYTES)
        pens.hand_over(writer.session, writer.pad, writer.device_id, secret)
    link = url_for("start.open_link", secret=secret, _external=True)
    return render_template("pad/pen_handover.html", link=link, minutes=pens.LINK_MINUTES, seen=seen)


@blueprint.get("/pens/link")
@access.for_the_pen
def redirect_to_list() -> ResponseReturnValue:
    """Redirect a browser that goes back to the page of a link, or reloads it, to the list.

    That page itself asks, with the newest pen that it has ``seen``, until there is another one: the
    answer is then the list, which says who has it.
    """
    seen = number_in_query("seen")
    if seen is not None:
        held = pens_held(database.connection(), access.this_pad().id)
        if not held or held[-1].id <= seen:
            return "", 204
        flash(gettext("%(name)s has a pen now.", name=isolated_text(held[-1].name)))
        return _list()
    return redirect(pad_url("pad.list_of_pens"))


@blueprint.post("/pens/<id:pen>")
def withdraw(pen: int) -> ResponseReturnValue:
    """Withdraw a pen, even the viewer's own, but not the last one."""
    try:
        with access.writing() as writer:
            pens.withdraw(writer.session, writer.pad, pen, writer.device_id)
            own = pens.pen_of(writer.session, writer.device_id, writer.pad) is None
    except LastPenError:
        last = gettext("This is the last pen: without it nobody could write in this pad any more.")
        return _list(last), 409
    return redirect(pad_url("pad.front" if own else "pad.list_of_pens"), code=303)


@blueprint.post("/pens/<id:pen>/name")
def rename_pen(pen: int) -> ResponseReturnValue:
    """Rename a pen's device."""
    name, faults = read_name()
    if faults:
        return _list(refused={"pen": pen, "name": name, "faults": faults}), 422
    with access.writing() as writer:
        pens.rename(writer.session, writer.pad, pen, writer.device_id, name)
    return redirect(pad_url("pad.list_of_pens"), code=303)


@blueprint.get("/pens/<id:pen>")
@blueprint.get("/pens/<id:pen>/name")
@access.for_the_pen
def redirect_pen_to_list(pen: int) -> ResponseReturnValue:
    """Redirect a browser that reloads a refusal without script to the list."""
    return redirect_to_list()


def _list(message: str = "", refused: Mapping[str, Any] | None = None) -> str:
    """The list of pens; ``refused``: a name for a ``pen``, and its ``faults``."""
    return render_template(
        "pad/pens.html",
        held=pens_held(database.connection(), access.this_pad().id),
        own=access.this_pen(),
        message=message,
        refused=refused,
    )


# The session's key for the secret of a link that waits for confirmation.
_OPENED: Final = "pen_link"


class TakeForm(IdempotentForm):
    """The form with the name of the device that gets the pen, and the mark of the link."""

    name = Text()
    link = Hidden()


@site.get("/pen/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Open a link without using it up; its secret leaves the address bar at once.

    So neither the preview of a chat nor a Referer, a history or a screenshot gives a pen away.
    """
    if link_snapshot(database.connection(), secret) is None:
        # A good link is never counted: a guesser cannot keep others from opening theirs.
        limits.spend(limits.WRONG_LINK)
        return _no_pen()
    browser[_OPENED] = secret
    return redirect(url_for("start.ask_for_pen"), code=303)


@site.get("/pen")
def ask_for_pen() -> ResponseReturnValue:
    """Ask the person who opened a link whether to take the pen."""
    link = _link_of_browser()
    if link is None:
        return _no_pen()
    if _holds_pen_of(link):
        browser.pop(_OPENED)
        return redirect(_first_page(link.pad))
    return _question(link)


@site.post("/pen")
def take_pen() -> ResponseReturnValue:
    """Take the pen and use the link up; the same form again leads there, too."""
    form = TakeForm()
    found = {} if form.validate() else faults_of(form)
    own = None if "entry_id" in found else access.secret_of_form(str(form.entry_id.data))
    link = _link_of_browser()
    if link is None:
        return _taken_before(own)
    name = trimmed(form.name.data or "") or _proposed_name(link)
    fault = fault_of(name)
    faults = [*found.get("name", []), *found.get("entry_id", [])]
    if fault:
        faults.append(sentence_of(fault))
    if form.link.data != link.mark:
        # Two links were opened here, and the page that was confirmed belongs to the other one.
        other = gettext(
            "Another link for a pen was opened on this phone meanwhile, so nothing was done yet: "
            "this is now about the pad of that link."
        )
        return _question(link, other), 409
    if faults:
        return _question(link, gettext("Please look at what is marked below."), name, faults), 422
    if not _holds_pen_of(link):
        try:
            with database.writing() as session:
                secret = pens.take_pen(session, browser[_OPENED], name, own)
                if secret is not None:
                    access.remember(session, secret)
        except CapError as cap:
            return _question(link, messages.too_much(cap), name), 422
        if secret is None:
            return _taken_before(own)
    browser.pop(_OPENED)
    return redirect(_first_page(link.pad), code=303)


def _taken_before(own: str | None) -> ResponseReturnValue:
    """Give this browser the pen that the same form took, if its answer was lost."""
    pads = pads_held(database.connection(), [own]) if own else ()
    if not own or not pads:
        return _no_pen()
    with database.writing() as session:
        access.remember(session, own)
    browser.pop(_OPENED, None)
    return redirect(_first_page(pads[0]), code=303)


def _link_of_browser() -> LinkSnapshot | None:
    """The link that this browser opened last, if it is still valid."""
    secret = browser.get(_OPENED)
    return link_snapshot(database.connection(), secret) if isinstance(secret, str) else None


def _holds_pen_of(link: LinkSnapshot) -> bool:
    asked = AccessRequest(link.pad.address, None, access.secrets_sent())
    found = find_access(database.connection(), asked)
    return found is not None and found.pen is not None


def _first_page(pad: PadSnapshot) -> str:
    """The pad's running game, else its front page."""
    game = running_game(database.connection(), pad.id)
    if game is None:
        return url_for("pad.front", address=pad.address)
    return url_for("table.table", address=pad.address, number=game.number)


def _proposed_name(link: LinkSnapshot) -> str:
    """What the phone may be called: like the player at its seat, else like its browser."""
    connection, player = database.connection(), player_here(link.pad.address)
    user = dict(players_of(connection, link.pad.id)).get(player or 0)
    return user or guessed_name(request.user_agent.string)


def _question(
    link: LinkSnapshot, message: str = "", name: str = "", faults: Sequence[str] = ()
) -> str:
    name = name or _proposed_name(link)
    return render_template(
        "pad/pen_link.html", link=link, message=message, name=name, faults=faults
    )


def _no_pen() -> ResponseReturnValue:
    """The same answer for used, expired and unknown links."""
    return error_page(
        (
            N_("This link no longer works"),
            N_("It was used, expired or incomplete; ask for a new one."),
        )
    ), 404
