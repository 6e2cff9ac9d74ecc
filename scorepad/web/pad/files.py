"""The files of a pad that has, or may have, too many hands for one: each holds some games."""

from __future__ import annotations

from flask import redirect, render_template
from flask.typing import ResponseReturnValue

from scorepad.store.transfer.exporting import file_parts
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.urls import pad_url


@blueprint.get("/files")
def files() -> ResponseReturnValue:
    """The files, oldest games first; those of a pad with few games are on its front page."""
    parts = file_parts(database.connection(), access.this_pad().id)
    if not parts:
        return redirect(pad_url("pad.front"))
    return render_template("pad/files.html", parts=parts)
