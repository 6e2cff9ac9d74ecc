"""The page of a player."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.web.figures.player_page import page_of

blueprint = Blueprint("player", __name__, url_prefix="/pad/<address>/player")


@blueprint.get("/<id:player>")
def player(player: int) -> ResponseReturnValue:
    """A player's figures, by the rules they played most unless the request says others."""
    return page_of(player)
