"""The page of a player."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorepad.store.figures.agreements import played_by
from scorepad.store.figures.players_page import figures_of, player_named
from scorepad.web.database import db
from scorepad.web.figures.chosen_rules import asked_rules
from scorepad.web.figures.player_page import player_page
from scorepad.web.http import access

blueprint = Blueprint("player", __name__, url_prefix="/pad/<address>/player")


@blueprint.get("/<id:player>")
def player(player: int) -> ResponseReturnValue:
    """A player's figures, by the rules they played most unless the request says others."""
    session = db.session()
    found = player_named(session, access.this_pad().id, player) or abort(404)
    offered = played_by(session, player)
    chosen = asked_rules(offered)
    figures = figures_of(session, player, None if chosen is None else chosen.id)
    return render_template("figures/player.html", page=player_page(found, figures, offered, chosen))
