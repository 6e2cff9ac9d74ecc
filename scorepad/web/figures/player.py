"""The page of a player."""

from __future__ import annotations

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from scorepad.store.figures.players_page import successor_of
from scorepad.web.database import db
from scorepad.web.figures.player_page import page_of
from scorepad.web.http import access
from scorepad.web.urls import pad_url

blueprint = Blueprint("player", __name__, url_prefix="/pad/<address>/player")


@blueprint.get("/<id:player>")
def player(player: int) -> ResponseReturnValue:
    """A player's figures, under the rules they played most unless the query names others.

    The URL of a merged player redirects to the player that they were merged into.
    """
    successor = successor_of(db.session(), access.this_pad().id, player)
    if successor is not None:
        return redirect(pad_url("player.player", player=successor))
    return page_of(player)
