"""The chart's image: an SVG with an address of its own."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from scorepad.web.drawing import drawing
from scorepad.web.http import access
from scorepad.web.table.chart import chart_of

blueprint = Blueprint("chart", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.get("/chart.svg")
def chart() -> Response:
    """The chart; browsers keep it if its address names the game's revision as ``v``."""
    game = access.this_game()
    version = str(game.revision)
    if not game.hands:
        if request.args.get("v", version) != version:
            # The page is out of date after an undo: there is nothing to draw any more.
            return Response(status=204)
        raise NotFound
    drawn = chart_of(game.sheet, game.names, game.ruleset.target)
    return drawing("table/chart.svg", drawn, version)
