"""Images of a game at addresses of their own: its chart, and the picture of its result."""

from __future__ import annotations

from flask import Response, render_template, request
from werkzeug.exceptions import NotFound

from scorepad.web.drawings.chart import chart_of
from scorepad.web.drawings.png import png_response
from scorepad.web.drawings.result_picture import result_picture
from scorepad.web.drawings.svg_response import SVG_TYPE, svg_response
from scorepad.web.http import access
from scorepad.web.preferences import zone_of_reader
from scorepad.web.table.blueprint import blueprint


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


@blueprint.get("/result.svg")
def svg_image() -> Response:
    """The picture: of the result, or of how a running game stands; 404 before the first hand."""
    return Response(_svg(), mimetype=SVG_TYPE)


@blueprint.get("/result.png")
def png_image() -> Response:
    """The same as a PNG; 404 where this server makes none."""
    return png_response(_svg())


def _svg() -> str:
    game = access.this_game()
    if not game.hands:
        raise NotFound
    picture = result_picture(game, access.this_pad().name, zone_of_reader())
    return render_template("table/result.svg", picture=picture)
