"""The blueprint of the figures: every view of this package is one of it."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

blueprint: Final = Blueprint("figures", __name__, url_prefix="/pad/<address>")
