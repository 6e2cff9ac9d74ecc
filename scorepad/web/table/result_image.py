"""The picture of a game at an address of its own: as SVG, and as PNG where that can be made."""

from __future__ import annotations

from flask import Blueprint, Response, render_template
from werkzeug.exceptions import NotFound

from scorepad.web.http import access
from scorepad.web.table import png
from scorepad.web.table.result_picture import SVG_TYPE, result_picture

blueprint = Blueprint("result", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.get("/result.svg", endpoint="svg")
def svg_image() -> Response:
    """The picture: of the result, or of how a running game stands; 404 before the first hand."""
    return _image(_svg(), SVG_TYPE)


@blueprint.get("/result.png", endpoint="png")
def png_image() -> Response:
    """The same as a PNG; 404 where this server makes none."""
    if not png.available():
        raise NotFound
    svg = _svg()
    try:
        return _image(png.png_of(svg), png.TYPE)
    except png.PictureError:
        # An odd letter in a name, for instance: an SVG is better than no picture.
        return _image(svg, SVG_TYPE)


def _svg() -> str:
    game = access.this_game()
    if not game.hands:
        raise NotFound
    return render_template("table/result.svg", picture=result_picture(game, access.this_pad().name))


def _image(body: str | bytes, mimetype: str) -> Response:
    return Response(body, mimetype=mimetype)
