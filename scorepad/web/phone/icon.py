"""Where the icon on the home screen leads: to the running game, or to a new one."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from scorepad.store.pens_page import pads_held
from scorepad.store.running import newest_running
from scorepad.web.database import db
from scorepad.web.http import access

blueprint = Blueprint("icon", __name__)


@blueprint.get("/play")
def play() -> ResponseReturnValue:
    """Lead to the newest running game of the pads whose pens this phone holds."""
    pads = pads_held(db.session(), access.secrets_sent())
    game = newest_running(db.session(), [pad.id for pad in pads])
    if game is None:
        return redirect(url_for("start.index"))
    address = next(pad.address for pad in pads if pad.id == game.pad_id)
    return redirect(url_for("table.table", address=address, number=game.number))


@blueprint.get("/play/new")
def new_game() -> ResponseReturnValue:
    """Lead to the form for a new game in the newest pad whose pen this phone holds."""
    pads = pads_held(db.session(), access.secrets_sent())
    if not pads:
        return redirect(url_for("start.new_pad"))
    return redirect(url_for("new_game.ask", address=pads[0].address))
