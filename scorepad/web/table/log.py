"""The log of a game in plain sentences, newest first."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorepad.store import pens
from scorepad.store.log_rows import log_rows
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.table.context.log import log_page

blueprint = Blueprint("log", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.get("/log")
def log() -> ResponseReturnValue:
    """All changes of this game."""
    game = access.this_game()
    rows = log_rows(db.session(), game.id)
    devices = {row.device_id for row in rows}
    names = pens.names_of_devices(db.session(), access.this_pad().id, devices)
    return render_template("table/log.html", page=log_page(game, rows, names))
