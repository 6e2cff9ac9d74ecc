"""Deleting a pad for good: by who holds its pen, after typing which one."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scorepad.names import name_key, trimmed
from scorepad.store.forget import delete_pad
from scorepad.store.models import Pad
from scorepad.web import database, words
from scorepad.web.forms import Text, faults_of
from scorepad.web.http import access

blueprint = Blueprint("delete_pad", __name__, url_prefix="/pad/<address>/delete")


class DeleteForm(FlaskForm):
    """Which pad is to be deleted, as its holder typed it."""

    typed = Text()


@blueprint.get("")
@access.for_the_pen
def ask() -> ResponseReturnValue:
    """Ask which pad is to be deleted, and say what that means."""
    return _page()


@blueprint.post("")
def delete() -> ResponseReturnValue:
    """Delete the pad, if its name or its address was typed."""
    form = DeleteForm()
    pad = access.this_pad()
    if not form.validate():
        return _page(" ".join(faults_of(form).get("typed", []))), 422
    if not names(trimmed(form.typed.data or ""), pad):
        return _page(words.NOT_THIS_NAME if pad.name else words.NOT_THIS_PAD), 422
    with access.writing() as w:
        delete_pad(w.session, w.pad)
        database.deleted()
    flash(words.PAD_DELETED)
    return redirect(url_for("start.index"), code=303)


def names(typed: str, pad: Pad) -> bool:
    """Whether the pad's name was typed, whatever its case, or its address, alone or of a page."""
    if pad.name and name_key(typed) == name_key(pad.name):
        return True
    return pad.address in (typed, typed.partition("/pad/")[2].partition("/")[0])


def _page(fault: str = "") -> str:
    return render_template(
        "pad/delete.html", pad=access.this_pad(), faults=[fault] if fault else []
    )
