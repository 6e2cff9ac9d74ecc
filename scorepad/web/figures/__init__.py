"""Figures of finished games: the pages of players, records and evenings."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.http import limits

# Every view of this package is one of it.
blueprint: Final = Blueprint("figures", __name__, url_prefix="/pad/<address>")
# Of a pad at its caps, one takes some fifty times as long as the page of a table.
blueprint.before_request(lambda: limits.spend(limits.PAGE_OF_FIGURES))
