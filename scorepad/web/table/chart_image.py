"""The chart of a game as an SVG image."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from scorepad.web.http import access
from scorepad.web.svg_response import svg_response
from scorepad.web.table.chart import chart_of

blueprint = Blueprint("chart", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.get("/chart.svg")
def chart() -> Response:
    """The chart; browsers cache it if ``v`` is the game's revision."""
    game = access.this_game()
    version = str(game.revision)
    if not game.hands:
        if request.args.get("v", version) != version:
            # The page is out of date: its only hand was undone, and there is nothing to draw.
            return Response(status=204)
        raise NotFound
    image = chart_of(game.sheet, game.names, game.ruleset.target)
    return svg_response("table/chart.svg", image, version)
