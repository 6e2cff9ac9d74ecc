"""The pad's front page: its games, and links to everything else in it."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.web.pad.front_page import front_of

blueprint = Blueprint("pad", __name__, url_prefix="/pad/<address>")


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """The running games first, then the others, newest first."""
    return front_of()
