"""The blueprints of the pad: of what is in it, and of what leads to it."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

blueprint: Final = Blueprint("pad", __name__, url_prefix="/pad/<address>")
# The first page, a new pad, and a link that gives a pen.
start: Final = Blueprint("start", __name__)
