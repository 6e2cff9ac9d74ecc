"""What a table passes on: its address for other phones, and its result as a picture."""

from __future__ import annotations

from flask import Response, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorepad.web.drawings.images import SVG_TYPE, png_response
from scorepad.web.drawings.result_picture import result_svg
from scorepad.web.http import access
from scorepad.web.preferences import zone_of_reader
from scorepad.web.table import blueprint


@blueprint.get("/show")
def show() -> ResponseReturnValue:
    """The table's address, as a QR code and as text."""
    game = access.this_game()
    address = access.this_pad().address
    link = url_for("table.table", address=address, number=game.number, _external=True)
    return render_template("table/share.html", game=game, link=link)


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
    return result_svg(game, access.this_pad().name, zone_of_reader())
