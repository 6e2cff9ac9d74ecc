"""Give the pad a name, or another one."""

from __future__ import annotations

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from scorepad.names import fault_of, trimmed
from scorepad.store import pads
from scorepad.web.forms import PostedForm, Text, faults_of, sentence_of
from scorepad.web.http import access
from scorepad.web.pad.front_page import RefusedName, front_of
from scorepad.web.urls import pad_url

blueprint = Blueprint("pad_name", __name__, url_prefix="/pad/<address>/name")


class NameForm(PostedForm):
    """The form with the pad's name."""

    name = Text()


@blueprint.post("")
def give() -> ResponseReturnValue:
    """Give the pad a name."""
    form = NameForm()
    name, faults = "", []
    if form.validate():
        name = trimmed(form.name.data or "")
        # Checked before anything is locked.
        if (fault := fault_of(name)) is None:
            with access.writing() as writer:
                pads.name_pad(writer.session, writer.pad, writer.device, name)
            return redirect(pad_url("pad.front"), code=303)
        faults = [sentence_of(fault)]
    else:
        faults = faults_of(form).get("name", [])
    return front_of(RefusedName(name, faults)), 422


@blueprint.get("")
def redirect_to_front() -> ResponseReturnValue:
    """Redirect a browser that reloads a refused name, or goes back to it, to the front page."""
    return redirect(pad_url("pad.front"))
