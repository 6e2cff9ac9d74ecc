"""Delete a pad for good, once the holder of a pen has typed its name or address."""

from __future__ import annotations

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.names import name_key, trimmed
from scorepad.store.game.lists import has_bin
from scorepad.store.pad.forget import delete_pad
from scorepad.store.pad.pads import PadSnapshot
from scorepad.web import database
from scorepad.web.forms import PostedForm, Text, faults_of
from scorepad.web.http import access
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.words.translation import gettext


class DeleteForm(PostedForm):
    """The form with the name or address of the pad to delete."""

    typed = Text()


@blueprint.get("/delete")
@access.for_the_pen
def ask_to_delete() -> ResponseReturnValue:
    """Ask for the name or address of the pad, and explain what deletion means."""
    return _question()


@blueprint.post("/delete")
def delete() -> ResponseReturnValue:
    """Delete the pad, if its name or its address was typed."""
    form = DeleteForm()
    pad = access.this_pad()
    if not form.validate():
        return _question(" ".join(faults_of(form).get("typed", []))), 422
    if not is_called(pad, trimmed(form.typed.data or "")):
        if pad.name:
            return _question(gettext("That is neither this pad’s name nor its code.")), 422
        return _question(gettext("That is not this pad’s code.")), 422
    with access.writing() as writer:
        delete_pad(writer.session, writer.pad)
    flash(gettext("The pad was deleted, with everything in it."))
    return redirect(url_for("start.index"), code=303)


def is_called(pad: PadSnapshot, text: str) -> bool:
    """Whether a text is the pad's name in any case, its address, or the URL of one of its pages."""
    if pad.name and name_key(text) == name_key(pad.name):
        return True
    return pad.address in (text, text.partition("/pad/")[2].partition("/")[0])


def _question(fault: str = "") -> str:
    pad = access.this_pad()
    return render_template(
        "pad/delete.html", pad=pad, has_bin=has_bin(database.connection(), pad.id), fault=fault
    )
