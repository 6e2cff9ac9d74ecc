"""The pad: starting games, its front page, its bin, name, pens and files."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

blueprint: Final = Blueprint("pad", __name__, url_prefix="/pad/<address>")
# The first page, a new pad, and a link that gives a pen.
site: Final = Blueprint("start", __name__)
