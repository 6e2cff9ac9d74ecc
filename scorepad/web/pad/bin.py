"""The pad's bin: the games in it; each can be restored or deleted for good on its own page."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from scorepad.store.game.lists import bin_page
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.urls import number_in_query


@blueprint.get("/bin")
def bin_of_pad() -> ResponseReturnValue:
    """The games in the bin, newest first."""
    before = number_in_query("before")
    page = bin_page(database.connection(), access.this_pad().id, before)
    return render_template("pad/bin.html", page=page, first=before is None)
