"""The blueprint of the figures: every view of this package is one of it."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.http import limits

blueprint: Final = Blueprint("figures", __name__, url_prefix="/pad/<address>")

# Of a pad at its caps, one takes some fifty times as long as the page of a table.
blueprint.before_request(lambda: limits.spend(limits.PAGE_OF_FIGURES))
