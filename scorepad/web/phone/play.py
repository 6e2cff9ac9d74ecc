"""Where the icon on the home screen leads: to the running game, or to a new one."""

from __future__ import annotations

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from scorepad.store.game.lists import newest_running
from scorepad.store.pad.pens import pads_held
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.phone.blueprint import blueprint


@blueprint.get("/play")
def play() -> ResponseReturnValue:
    """Lead to the newest running game of the pads whose pens this phone holds."""
    pads = pads_held(database.connection(), access.secrets_sent())
    game = newest_running(database.connection(), [pad.id for pad in pads])
    if game is None:
        return redirect(url_for("start.index"))
    address, number = game
    return redirect(url_for("table.table", address=address, number=number))


@blueprint.get("/play/new")
def new_game() -> ResponseReturnValue:
    """Lead to the form for a new game in the newest pad whose pen this phone holds."""
    pads = pads_held(database.connection(), access.secrets_sent())
    if not pads:
        return redirect(url_for("start.new_pad"))
    return redirect(url_for("pad.new_game", address=pads[0].address))
