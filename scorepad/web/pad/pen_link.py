"""A link that gives a pen: somebody opens it and confirms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask import session as browser
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.names import fault_of, trimmed
from scorepad.store import pens
from scorepad.store.pens_page import LinkSnapshot, link_snapshot
from scorepad.store.running import running_game
from scorepad.store.visit import pen_snapshot
from scorepad.web import database
from scorepad.web.database import db
from scorepad.web.error_page import error_page
from scorepad.web.forms import Hidden, PostedForm, Text, faults_of, sentence_of
from scorepad.web.http import access, limits
from scorepad.web.pad.device_names import guessed_name
from scorepad.web.words import messages
from scorepad.web.words.names import tag
from scorepad.web.words.translation import gettext

blueprint = Blueprint("pen_link", __name__, url_prefix="/pen")

# The session's key for the secret of a link that waits for confirmation.
_SESSION_KEY: Final = "pen_link"


class TakeForm(PostedForm):
    """The form with the name of the device that gets the pen, and the mark of the link."""

    name = Text()
    link = Hidden()


@dataclass(frozen=True)
class TakePage:
    """The page that asks whether to take the pen. ``link``: the mark of the link that gives it.

    ``pad``: the pad's name, if it has one. ``name``: the name for the device.
    """

    action: str
    link: str
    message: str
    pad: Markup | None
    name: str
    fault: str


@blueprint.get("/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Open a link without using it up; its secret leaves the address bar at once.

    So neither the preview of a chat nor a Referer, a history or a screenshot gives a pen away.
    """
    if link_snapshot(db.session(), secret) is None:
        limits.count_wrong_link()
        return _no_pen()
    browser[_SESSION_KEY] = secret
    return redirect(url_for("pen_link.ask"), code=303)


@blueprint.get("")
def ask() -> ResponseReturnValue:
    """Ask the person who opened a link whether to take the pen."""
    link = _link_of_browser()
    if link is None:
        return _no_pen()
    if _holds_pen_of(link):
        browser.pop(_SESSION_KEY)
        return redirect(_first_page(link))
    return _question(link)


@blueprint.post("")
def take() -> ResponseReturnValue:
    """Take the pen and use the link up."""
    link = _link_of_browser()
    if link is None:
        return _no_pen()
    form = TakeForm()
    faults = [] if form.validate() else faults_of(form).get("name", [])
    name = trimmed(form.name.data or "") or _guessed_name()
    if fault := fault_of(name):
        faults = [*faults, sentence_of(fault)]
    if form.link.data != link.mark:
        # Two links were opened here, and the page that was confirmed belongs to the other one.
        return _question(link, gettext(messages.OTHER_LINK)), 409
    if faults:
        return _question(link, gettext(messages.LOOK_BELOW), name, faults), 422
    if not _holds_pen_of(link):
        with database.writing() as session:
            secret = pens.take_pen(session, browser[_SESSION_KEY], name)
        if secret is None:
            return _no_pen()
        access.remember(secret)
    browser.pop(_SESSION_KEY)
    return redirect(_first_page(link), code=303)


def take_page(
    link: LinkSnapshot, name: str, message: str = "", faults: Sequence[str] = ()
) -> TakePage:
    """The page that asks about a link, with a name for the device."""
    return TakePage(
        action=url_for("pen_link.take"),
        link=link.mark,
        message=message,
        pad=tag(link.pad.name) if link.pad.name else None,
        name=name,
        fault=" ".join(faults),
    )


def _link_of_browser() -> LinkSnapshot | None:
    """The link that this browser opened last, if it is still valid."""
    secret = browser.get(_SESSION_KEY)
    return link_snapshot(db.session(), secret) if isinstance(secret, str) else None


def _holds_pen_of(link: LinkSnapshot) -> bool:
    return pen_snapshot(db.session(), link.pad.id, access.secrets_sent()) is not None


def _first_page(link: LinkSnapshot) -> str:
    """The running game of the link's pad, else the pad's front page."""
    game = running_game(db.session(), link.pad.id)
    if game is None:
        return url_for("pad.front", address=link.pad.address)
    return url_for("table.table", address=link.pad.address, number=game.number)


def _guessed_name() -> str:
    return guessed_name(request.user_agent.string)


def _question(
    link: LinkSnapshot, message: str = "", name: str = "", faults: Sequence[str] = ()
) -> str:
    page = take_page(link, name or _guessed_name(), message, faults)
    return render_template("pad/pen_link.html", page=page)


def _no_pen() -> ResponseReturnValue:
    """The same answer for used, expired and unknown links."""
    return error_page(messages.LINK_GONE), 404
