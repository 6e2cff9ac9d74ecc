"""Handing over the pen: a one-time link, the confirmation, and the list of who holds one."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scorepad.names import fault_of, trimmed
from scorepad.store import pens
from scorepad.store.errors import LastPenError
from scorepad.store.models import Device, PenLink
from scorepad.web import access, words
from scorepad.web.database import db
from scorepad.web.devices import guessed_name
from scorepad.web.forms import Text, faults_of
from scorepad.web.qr import code, only_here

blueprint = Blueprint("pens", __name__)

# Where the session keeps the secret of a link that was opened and is not confirmed yet.
_OPENED = "pen_link"


class TakeForm(FlaskForm):
    """What the device that takes the pen is to be called."""

    name = Text()


@blueprint.get("/pad/<address>/pens")
@access.for_the_pen
def list_of_pens() -> ResponseReturnValue:
    """Who holds a pen: which device, since when, when it was used last."""
    return _list_page()


@blueprint.post("/pad/<address>/pens/link")
def hand_over() -> ResponseReturnValue:
    """Make a one-time link and show it, as a QR code and as text: it cannot be shown again."""
    pad = access.this_pad()
    secret = pens.hand_over(db.session(), pad, access.writer())
    link = url_for("pens.open_link", secret=secret, _external=True)
    page = render_template(
        "pad/link.html",
        pad=pad,
        link=link,
        code=code(link),
        only_here=only_here(link),
        minutes=pens.LINK_MINUTES,
    )
    db.session.commit()
    return page


@blueprint.get("/pad/<address>/pens/link")
@access.for_the_pen
def not_made() -> ResponseReturnValue:
    """Where a browser stands that goes back to a link, or reloads its page: the list."""
    return redirect(url_for("pens.list_of_pens", address=access.this_pad().address))


@blueprint.post("/pad/<address>/pens/<id:pen>")
def withdraw(pen: int) -> ResponseReturnValue:
    """Withdraw a pen, the own one too, but not the last one."""
    pad = access.this_pad()
    try:
        pens.withdraw(db.session(), pad, pen, access.writer())
    except LastPenError:
        db.session.rollback()
        return _list_page(words.LAST_PEN), 409
    own = pens.pen_of(db.session(), access.writer(), pad) is None
    where = "pad.front" if own else "pens.list_of_pens"
    address = url_for(where, address=pad.address)
    db.session.commit()
    return redirect(address, code=303)


@blueprint.get("/pad/<address>/pens/<id:pen>")
@access.for_the_pen
def not_withdrawn(pen: int) -> ResponseReturnValue:
    """Where a browser without script stands after a refusal: the list."""
    return not_made()


@blueprint.get("/pen/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Open a link: nothing is spent, and its secret is out of the address bar at once.

    So neither the preview of a chat nor a Referer, a history or a screenshot gives a pen away.
    """
    if pens.link_with(db.session(), secret) is None:
        return _gone()
    session[_OPENED] = secret
    return redirect(url_for("pens.ask"), code=303)


@blueprint.get("/pen")
def ask() -> ResponseReturnValue:
    """Ask whoever opened a link whether to take the pen."""
    link = _opened()
    if link is None:
        return _gone()
    device = access.this_device()
    if device is not None and pens.pen_of(db.session(), device, link.pad) is not None:
        session.pop(_OPENED)
        return redirect(url_for("pad.front", address=link.pad.address))
    return _ask_page(link, device)


@blueprint.post("/pen")
def take() -> ResponseReturnValue:
    """Take the pen and use the link up."""
    link = _opened()
    if link is None:
        db.session.rollback()
        return _gone()
    form = TakeForm()
    name = trimmed(form.name.data or "") or guessed_name(request.user_agent.string)
    faults = [*faults_of(form).get("name", [])] if not form.validate() else []
    if fault := fault_of(name):
        faults.append(fault)
    device = access.this_device()
    if faults:
        db.session.rollback()
        return _ask_page(link, device, name, faults), 422
    if device is None:
        device, secret = pens.new_device(db.session())
        access.remember(secret)
    device.name = name
    if not pens.take_pen(db.session(), link, device):
        db.session.rollback()
        return _gone()
    address = url_for("pad.front", address=link.pad.address)
    db.session.commit()
    session.pop(_OPENED)
    return redirect(address, code=303)


def _opened() -> PenLink | None:
    """The link that this browser opened last, if it still gives a pen."""
    secret = session.get(_OPENED)
    return pens.link_with(db.session(), secret) if isinstance(secret, str) else None


def _ask_page(
    link: PenLink, device: Device | None, name: str = "", faults: list[str] | None = None
) -> str:
    name = name or (device and device.name) or guessed_name(request.user_agent.string)
    return render_template("pad/take.html", pad=link.pad, name=name, faults=faults or [])


def _gone() -> ResponseReturnValue:
    """The same for a link that was used, that is too old, and that never was."""
    title, text = words.LINK_GONE
    return render_template("error.html", title=title, text=text), 404


def _list_page(told: str | None = None) -> str:
    return render_template(
        "pad/pens.html",
        pad=access.this_pad(),
        pens=pens.pens_of(db.session(), access.this_pad()),
        last_used=pens.last_used(db.session(), access.this_pad()),
        own=access.writer(),
        told=told,
    )
