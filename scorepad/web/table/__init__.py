"""The table of a game: its page, the entry, corrections, and all other acts."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

# Every view of this package is one of it.
blueprint: Final = Blueprint("table", __name__, url_prefix="/pad/<address>/table/<count:number>")
