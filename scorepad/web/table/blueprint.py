"""The blueprint of the table: every view of this package is one of it."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

blueprint: Final = Blueprint("table", __name__, url_prefix="/pad/<address>/table/<count:number>")
