"""The log of a game in plain sentences, newest first."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorepad.web.http import access
from scorepad.web.table.context.log import log_page

blueprint = Blueprint("log", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.get("/log")
def log() -> ResponseReturnValue:
    """What was written in this game."""
    return render_template("table/log.html", page=log_page(access.this_game()))
