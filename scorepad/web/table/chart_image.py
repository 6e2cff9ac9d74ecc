"""The chart's image: an SVG with an address of its own."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from scorepad.web.http import access
from scorepad.web.http.headers import POLICY_OF_IMAGES
from scorepad.web.http.theme import BARS
from scorepad.web.table.chart import chart_of

blueprint = Blueprint("chart", __name__, url_prefix="/pad/<address>/table/<count:number>")

_YEAR: Final = 365 * 24 * 3600


@blueprint.get("/chart.svg")
def chart() -> Response:
    """The chart; browsers keep it if its address names the game's revision as ``v``.

    ``theme`` in its address: the one to draw it in, without one (or another word) the phone's.
    """
    game = access.this_game()
    if not game.hands:
        if request.args.get("v", str(game.revision)) != str(game.revision):
            # The page is out of date after an undo: there is nothing to draw any more.
            return Response(status=204)
        raise NotFound
    drawn = chart_of(game.sheet, game.names, game.ruleset.target)
    theme = request.args.get("theme")
    image = render_template(
        "table/chart.svg", chart=drawn, palette=theme if theme in BARS else None
    )
    response = Response(image, mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = POLICY_OF_IMAGES
    if request.args.get("v") == str(game.revision):
        response.cache_control.private = True
        response.cache_control.max_age = _YEAR
        response.cache_control.immutable = True
    return response
