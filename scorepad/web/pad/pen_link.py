"""A link that gives a pen: somebody opens it and confirms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import redirect, render_template, request, url_for
from flask import session as browser
from flask.typing import ResponseReturnValue

from scorepad.names import fault_of, trimmed
from scorepad.store.errors import CapError
from scorepad.store.game.access import AccessRequest, PadSnapshot, find_access
from scorepad.store.game.lists import running_game
from scorepad.store.pad import pens
from scorepad.store.pad.pens import LinkSnapshot, link_snapshot, pads_held
from scorepad.store.pad.players import player_named
from scorepad.web import database
from scorepad.web.forms import Hidden, IdempotentForm, Text, faults_of, sentence_of
from scorepad.web.http import access, limits
from scorepad.web.http.errors import error_page
from scorepad.web.pad.blueprint import start
from scorepad.web.table.viewer import player_here
from scorepad.web.words import messages
from scorepad.web.words.names import guessed_name
from scorepad.web.words.translation import gettext

# The session's key for the secret of a link that waits for confirmation.
_SESSION_KEY: Final = "pen_link"


class TakeForm(IdempotentForm):
    """The form with the name of the device that gets the pen, and the mark of the link."""

    name = Text()
    link = Hidden()


@start.get("/pen/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Open a link without using it up; its secret leaves the address bar at once.

    So neither the preview of a chat nor a Referer, a history or a screenshot gives a pen away.
    """
    if link_snapshot(database.connection(), secret) is None:
        # A good link is never counted: who guesses cannot keep others from opening theirs.
        limits.spend(limits.WRONG_LINK)
        return _no_pen()
    browser[_SESSION_KEY] = secret
    return redirect(url_for("start.ask_for_pen"), code=303)


@start.get("/pen")
def ask_for_pen() -> ResponseReturnValue:
    """Ask the person who opened a link whether to take the pen."""
    link = _link_of_browser()
    if link is None:
        return _no_pen()
    if _holds_pen_of(link):
        browser.pop(_SESSION_KEY)
        return redirect(_first_page(link.pad))
    return _question(link)


@start.post("/pen")
def take_pen() -> ResponseReturnValue:
    """Take the pen and use the link up; the same form again leads there, too."""
    form = TakeForm()
    found = {} if form.validate() else faults_of(form)
    # An older page has no id.
    faults = [
        *found.get("name", []),
        *(found.get("entry_id", []) if form.entry_id.raw_data else []),
    ]
    own = None if form.entry_id.errors else access.secret_of_form(str(form.entry_id.data))
    link = _link_of_browser()
    if link is None:
        return _taken_before(own)
    name = trimmed(form.name.data or "") or _proposed_name(link)
    if fault := fault_of(name):
        faults = [*faults, sentence_of(fault)]
    if form.link.data != link.mark:
        # Two links were opened here, and the page that was confirmed belongs to the other one.
        return _question(link, gettext(messages.OTHER_LINK)), 409
    if faults:
        return _question(link, gettext(messages.LOOK_BELOW), name, faults), 422
    if not _holds_pen_of(link):
        try:
            with database.writing() as session:
                secret = pens.take_pen(session, browser[_SESSION_KEY], name, own)
                if secret is not None:
                    access.remember(session, secret)
        except CapError as cap:
            return _question(link, messages.too_much(cap), name), 422
        if secret is None:
            return _taken_before(own)
    browser.pop(_SESSION_KEY)
    return redirect(_first_page(link.pad), code=303)


def _taken_before(own: str | None) -> ResponseReturnValue:
    """Give this browser the pen that the same form took, if its answer was lost."""
    pads = pads_held(database.connection(), [own]) if own else ()
    if not own or not pads:
        return _no_pen()
    with database.writing() as session:
        access.remember(session, own)
    browser.pop(_SESSION_KEY, None)
    return redirect(_first_page(pads[0]), code=303)


def _link_of_browser() -> LinkSnapshot | None:
    """The link that this browser opened last, if it is still valid."""
    secret = browser.get(_SESSION_KEY)
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
    """What the phone may be called: like whoever sits at its seat, else like its browser."""
    connection, player = database.connection(), player_here(link.pad.address)
    user = None if player is None else player_named(connection, link.pad.id, player)
    return guessed_name(request.user_agent.string) if user is None else user.name


def _question(
    link: LinkSnapshot, message: str = "", name: str = "", faults: Sequence[str] = ()
) -> str:
    return render_template(
        "pad/pen_link.html",
        link=link,
        message=message,
        name=name or _proposed_name(link),
        faults=faults,
    )


def _no_pen() -> ResponseReturnValue:
    """The same answer for used, expired and unknown links."""
    return error_page(messages.LINK_GONE), 404
