"""The blueprint of what the phone itself asks for."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

blueprint: Final = Blueprint("phone", __name__)
