"""The chart of a player's form as an SVG image."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from scorepad.store.figures.agreements import played_by
from scorepad.store.figures.players_page import form_of, player_named
from scorepad.web.database import db
from scorepad.web.figures.chosen_rules import asked_rules
from scorepad.web.figures.form_chart import fingerprint, form_chart
from scorepad.web.http import access
from scorepad.web.svg_response import svg_response

blueprint = Blueprint("form_image", __name__, url_prefix="/pad/<address>/player")


@blueprint.get("/<id:player>/form.svg")
def image(player: int) -> Response:
    """The form of a player; browsers cache it if ``v`` is the fingerprint of what it shows."""
    session = db.session()
    named_player = player_named(session, access.this_pad().id, player) or abort(404)
    chosen = asked_rules(played_by(session, player))
    games = form_of(session, player, None if chosen is None else chosen.id)
    if not games:
        abort(404)
    chart = form_chart(named_player.name, games, points=chosen is not None)
    return svg_response("figures/form_chart.svg", chart, fingerprint(named_player.name, games))
