"""The table's address, for everybody else's phone."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.web import qr
from scorepad.web.http import access
from scorepad.web.table.blueprint import blueprint

_CODES_REMEMBERED: Final = 128


# A QR code takes longer than the rest of the page.
_code = lru_cache(_CODES_REMEMBERED)(qr.code)


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
        code=_code(link),
        only_here=qr.only_here(link),
    )
