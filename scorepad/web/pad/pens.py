"""The pens of the pad: the list of holders, a link for another one, renaming, withdrawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import uuid4

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.store.errors import LastPenError
from scorepad.store.pad import pens
from scorepad.store.pad.pens import newest_pen, pens_held
from scorepad.web import database, qr
from scorepad.web.forms import IdempotentForm, NameForm, read_name
from scorepad.web.http import access
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.urls import number_in_query, pad_url
from scorepad.web.words import messages
from scorepad.web.words.names import isolated_text
from scorepad.web.words.translation import gettext


class RefusedName(NamedTuple):
    """A name that was refused for a pen's device, and what is wrong with it."""

    pen: int
    name: str
    faults: Sequence[str]


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
        newest = newest_pen(writer.session.connection(), writer.pad_id)
        what = f"link {newest.id if newest else 0}"
        secret = access.secret_of_form(entry_id, what, pens.LINK_BYTES)
        pens.hand_over(writer.session, writer.pad, writer.device_id, secret)
    link = url_for("start.open_link", secret=secret, _external=True)
    return render_template(
        "pad/pen_handover.html",
        link=link,
        code=qr.code(link),
        only_here=qr.only_here(link),
        minutes=pens.LINK_MINUTES,
        seen=newest.id if newest else 0,
    )


@blueprint.get("/pens/link")
@access.for_the_pen
def redirect_to_list() -> ResponseReturnValue:
    """Redirect a browser that goes back to the page of a link, or reloads it, to the list.

    That page itself asks, with the newest pen that it has ``seen``, until there is another one: the
    answer is then the list, which says who has it.
    """
    seen = number_in_query("seen")
    if seen is not None:
        newest = newest_pen(database.connection(), access.this_pad().id)
        if newest is None or newest.id <= seen:
            return "", 204
        flash(gettext(messages.PEN_TAKEN, name=isolated_text(newest.name)))
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
        return _list(gettext(messages.LAST_PEN)), 409
    return redirect(pad_url("pad.front" if own else "pad.list_of_pens"), code=303)


@blueprint.post("/pens/<id:pen>/name")
def rename_pen(pen: int) -> ResponseReturnValue:
    """Call the device that holds a pen otherwise."""
    name, faults = read_name(NameForm())
    if faults:
        return _list(refused=RefusedName(pen, name, faults)), 422
    with access.writing() as writer:
        pens.rename(writer.session, writer.pad, pen, writer.device_id, name)
    return redirect(pad_url("pad.list_of_pens"), code=303)


@blueprint.get("/pens/<id:pen>")
@blueprint.get("/pens/<id:pen>/name")
@access.for_the_pen
def redirect_pen_to_list(pen: int) -> ResponseReturnValue:
    """Redirect a browser that reloads a refusal without script to the list."""
    return redirect_to_list()


def _list(message: str = "", refused: RefusedName | None = None) -> str:
    return render_template(
        "pad/pens.html",
        held=pens_held(database.connection(), access.this_pad().id),
        own=access.this_pen(),
        message=message,
        refused=refused,
    )
