"""The pens of the pad: the list of holders, a link for another one, withdrawing one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.store import pens
from scorepad.store.errors import LastPenError
from scorepad.store.pens_page import PensHeld, pens_held
from scorepad.web import times
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.pad.device_names import default_name
from scorepad.web.pad.pen_handover import handover_page
from scorepad.web.pager import PageLink, number_in_query
from scorepad.web.urls import pad_url
from scorepad.web.words import messages
from scorepad.web.words.names import tag
from scorepad.web.words.translation import gettext

blueprint = Blueprint("pens", __name__, url_prefix="/pad/<address>/pens")


@dataclass(frozen=True)
class PenLine:
    """A pen in the list. ``own``: whether the viewer's browser holds it.

    ``withdraw``: the address that withdraws it, ``None`` for the last one.
    """

    name: Markup
    own: bool
    since: Markup
    last_used: Markup | None
    withdraw: str | None


@dataclass(frozen=True)
class PensPage:
    """A page of the pens."""

    back: str
    message: str
    pens: Sequence[PenLine]
    pages: Sequence[PageLink]
    hand_over: str


@blueprint.get("")
@access.for_the_pen
def list_of_pens() -> ResponseReturnValue:
    """The pens: on which device, since when, and when it was last used."""
    return _list()


@blueprint.post("/link")
def hand_over() -> ResponseReturnValue:
    """Create a one-time link and show it, this once, as a QR code and as text."""
    with access.writing() as writer:
        secret = pens.hand_over(writer.session, writer.pad, writer.device)
    return render_template("pad/pen_handover.html", page=handover_page(secret))


@blueprint.get("/link")
@access.for_the_pen
def redirect_to_list() -> ResponseReturnValue:
    """Redirect a browser that goes back to the page of a link, or reloads it, to the list."""
    return redirect(pad_url("pens.list_of_pens"))


@blueprint.post("/<id:pen>")
def withdraw(pen: int) -> ResponseReturnValue:
    """Withdraw a pen, even the viewer's own, but not the last one."""
    try:
        with access.writing() as writer:
            pens.withdraw(writer.session, writer.pad, pen, writer.device)
            own = pens.pen_of(writer.session, writer.device, writer.pad) is None
    except LastPenError:
        return _list(gettext(messages.LAST_PEN)), 409
    return redirect(pad_url("pad.front" if own else "pens.list_of_pens"), code=303)


@blueprint.get("/<id:pen>")
@access.for_the_pen
def redirect_pen_to_list(pen: int) -> ResponseReturnValue:
    """Redirect a browser that reloads a refusal without script to the list."""
    return redirect_to_list()


def pens_page(snapshot: PensHeld, own: int | None, message: str = "") -> PensPage:
    """A page of the pens of the request's pad; ``own``: the id of the viewer's pen."""
    links = []
    if snapshot.more:
        further = pad_url("pens.list_of_pens", after=snapshot.pens[-1].id)
        links.append(PageLink(gettext("More pens"), further, back=False))
    if not snapshot.first:
        links.append(PageLink(gettext("First pens"), pad_url("pens.list_of_pens"), back=True))
    alone = snapshot.first and len(snapshot.pens) == 1
    return PensPage(
        back=pad_url("pad.front"),
        message=message,
        pens=[
            PenLine(
                name=tag(pen.name or default_name()),
                own=pen.id == own,
                since=times.moment(pen.given),
                last_used=None if pen.last_used is None else times.moment(pen.last_used),
                withdraw=None if alone else pad_url("pens.withdraw", pen=pen.id),
            )
            for pen in snapshot.pens
        ],
        pages=links,
        hand_over=pad_url("pens.hand_over"),
    )


def _list(message: str = "") -> str:
    own = access.this_pen()
    snapshot = pens_held(db.session(), access.this_pad().id, number_in_query("after"))
    page = pens_page(snapshot, None if own is None else own.id, message)
    return render_template("pad/pens.html", page=page)
