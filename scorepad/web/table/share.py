"""The table's address, for everybody else's phone."""

from __future__ import annotations

from flask import render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.web import qr
from scorepad.web.http import access
from scorepad.web.table.blueprint import blueprint


@blueprint.get("/show")
def show() -> ResponseReturnValue:
    """The table's address, as a QR code and as text."""
    game = access.this_game()
    address = access.this_pad().address
    link = url_for("table.table", address=address, number=game.number, _external=True)
    return render_template(
        "table/share.html",
        game=game,
        link=link,
        code=qr.code(link),
        only_here=qr.only_here(link),
    )
