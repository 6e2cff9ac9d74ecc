"""Delete a pad for good, once the holder of a pen has typed its name or address."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.names import name_key, trimmed
from scorepad.store import forget
from scorepad.store.visit import PadSnapshot
from scorepad.web import database
from scorepad.web.forms import PostedForm, Text, faults_of
from scorepad.web.http import access
from scorepad.web.urls import pad_url
from scorepad.web.words import messages
from scorepad.web.words.names import tag
from scorepad.web.words.translation import gettext

blueprint = Blueprint("delete_pad", __name__, url_prefix="/pad/<address>/delete")


class DeleteForm(PostedForm):
    """The form with the name or address of the pad to delete."""

    typed = Text()


@dataclass(frozen=True)
class DeletePage:
    """The page that asks which pad to delete. ``name``: the pad's, if it has one."""

    back: str
    action: str
    message: str
    hands_csv: str
    name: Markup | None
    address: str
    label: str
    fault: str


@blueprint.get("")
@access.for_the_pen
def ask() -> ResponseReturnValue:
    """Ask for the name or address of the pad, and explain what deletion means."""
    return _question()


@blueprint.post("")
def delete() -> ResponseReturnValue:
    """Delete the pad, if its name or its address was typed."""
    form = DeleteForm()
    pad = access.this_pad()
    if not form.validate():
        return _question(" ".join(faults_of(form).get("typed", []))), 422
    if not is_called(pad, trimmed(form.typed.data or "")):
        fault = messages.NOT_THIS_NAME if pad.name else messages.NOT_THIS_PAD
        return _question(gettext(fault)), 422
    with access.writing() as writer:
        forget.delete_pad(writer.session, writer.pad)
        database.schedule_sweep()
    flash(gettext(messages.PAD_DELETED))
    return redirect(url_for("start.index"), code=303)


def is_called(pad: PadSnapshot, text: str) -> bool:
    """Whether a text is the pad's name in any case, its address, or the URL of one of its pages."""
    if pad.name and name_key(text) == name_key(pad.name):
        return True
    return pad.address in (text, text.partition("/pad/")[2].partition("/")[0])


def delete_page(pad: PadSnapshot, fault: str = "") -> DeletePage:
    """The question about the request's pad."""
    return DeletePage(
        back=pad_url("pad.front"),
        action=pad_url("delete_pad.delete"),
        message=gettext(messages.NOT_DELETED) if fault else "",
        hands_csv=pad_url("hands_csv.of_pad"),
        name=tag(pad.name) if pad.name else None,
        address=pad.address,
        label=gettext("Name or address") if pad.name else gettext("Address"),
        fault=fault,
    )


def _question(fault: str = "") -> str:
    return render_template("pad/delete.html", page=delete_page(access.this_pad(), fault))
