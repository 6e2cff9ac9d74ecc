"""A card for the wall: the pad's address as a QR code, to be printed."""

from __future__ import annotations

from flask import render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.web import qr
from scorepad.web.http import access
from scorepad.web.pad.blueprint import blueprint


@blueprint.get("/card")
def card() -> ResponseReturnValue:
    """The pad's name and address, on a page of A6."""
    pad = access.this_pad()
    link = url_for("pad.front", address=pad.address, _external=True)
    return render_template(
        "pad/card.html", pad=pad, link=link, code=qr.code(link), only_here=qr.only_here(link)
    )
