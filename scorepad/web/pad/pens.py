"""Handing over the pen: a one-time link, the confirmation, and the list of who holds one."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask import session as browser
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scorepad.names import fault_of, trimmed
from scorepad.store import pens
from scorepad.store.errors import LastPenError
from scorepad.store.models import PenLink
from scorepad.web import database, words
from scorepad.web.database import db
from scorepad.web.forms import Hidden, Text, faults_of
from scorepad.web.http import access, limits
from scorepad.web.pad.device_names import guessed_name
from scorepad.web.qr import code, only_here

blueprint = Blueprint("pens", __name__)

# Where the session keeps the secret of a link that was opened and is not confirmed yet.
_OPENED = "pen_link"


class TakeForm(FlaskForm):
    """What the device that takes the pen is to be called, and by which link it does."""

    name = Text()
    link = Hidden()


@blueprint.get("/pad/<address>/pens")
@access.for_the_pen
def list_of_pens() -> ResponseReturnValue:
    """Who holds a pen: which device, since when, when it was used last."""
    return _list_page()


@blueprint.post("/pad/<address>/pens/link")
def hand_over() -> ResponseReturnValue:
    """Make a one-time link and show it, as a QR code and as text: it cannot be shown again."""
    pad = access.this_pad()
    with access.writing() as w:
        secret = pens.hand_over(w.session, w.pad, w.device)
    link = url_for("pens.open_link", secret=secret, _external=True)
    return render_template(
        "pad/link.html",
        pad=pad,
        link=link,
        code=code(link),
        only_here=only_here(link),
        minutes=pens.LINK_MINUTES,
    )


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
        with access.writing() as w:
            pens.withdraw(w.session, w.pad, pen, w.device)
            own = pens.pen_of(w.session, w.device, w.pad) is None
    except LastPenError:
        return _list_page(words.LAST_PEN), 409
    where = "pad.front" if own else "pens.list_of_pens"
    return redirect(url_for(where, address=pad.address), code=303)


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
        limits.count_wrong_link()
        return _gone()
    browser[_OPENED] = secret
    return redirect(url_for("pens.ask"), code=303)


@blueprint.get("/pen")
def ask() -> ResponseReturnValue:
    """Ask whoever opened a link whether to take the pen."""
    link = _opened()
    if link is None:
        return _gone()
    if pens.pen_with(db.session(), access.secrets_sent(), link.pad) is not None:
        browser.pop(_OPENED)
        return redirect(url_for("pad.front", address=link.pad.address))
    return _ask_page(link)


@blueprint.post("/pen")
def take() -> ResponseReturnValue:
    """Take the pen and use the link up."""
    link = _opened()
    if link is None:
        return _gone()
    form = TakeForm()
    name = trimmed(form.name.data or "") or guessed_name(request.user_agent.string)
    faults = [*faults_of(form).get("name", [])] if not form.validate() else []
    if fault := fault_of(name):
        faults.append(fault)
    if form.link.data != pens.mark_of(link):
        # Two links were opened here, and what was read belongs to the other one.
        return _ask_page(link, told=words.OTHER_LINK), 409
    if faults:
        return _ask_page(link, name, faults), 422
    address = url_for("pad.front", address=link.pad.address)
    if pens.pen_with(db.session(), access.secrets_sent(), link.pad) is None:
        with database.writing() as session:
            secret = pens.take_pen(session, browser[_OPENED], name)
        if secret is None:
            return _gone()
        access.remember(secret)
    browser.pop(_OPENED)
    return redirect(address, code=303)


def _opened() -> PenLink | None:
    """The link that this browser opened last, if it still gives a pen."""
    secret = browser.get(_OPENED)
    return pens.link_with(db.session(), secret) if isinstance(secret, str) else None


def _ask_page(
    link: PenLink, name: str = "", faults: list[str] | None = None, told: str | None = None
) -> str:
    return render_template(
        "pad/take.html",
        pad=link.pad,
        mark=pens.mark_of(link),
        name=name or guessed_name(request.user_agent.string),
        faults=faults or [],
        told=told,
    )


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
        own={"id": access.this_pen().device_id},
        told=told,
    )
