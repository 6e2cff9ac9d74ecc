"""The table's address, for everybody else's phone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.web import qr, urls
from scorepad.web.http import access

_CODES_REMEMBERED: Final = 128

blueprint = Blueprint("share", __name__, url_prefix="/pad/<address>/table/<count:number>")


@dataclass(frozen=True)
class SharePage:
    """An address as a QR code and as text. ``only_here``: whether no other device can reach it."""

    number: int
    table_url: str
    link: str
    code: Markup
    only_here: bool


# A QR code takes longer than the rest of the page.
_code = lru_cache(_CODES_REMEMBERED)(qr.code)


@blueprint.get("/show")
def show() -> ResponseReturnValue:
    """The table's address, as a QR code and as text."""
    game = access.this_game()
    address = access.this_pad().address
    link = url_for("table.table", address=address, number=game.number, _external=True)
    page = SharePage(
        number=game.number,
        table_url=urls.game_url("table.table"),
        link=link,
        code=_code(link),
        only_here=qr.only_here(link),
    )
    return render_template("table/share.html", page=page)
