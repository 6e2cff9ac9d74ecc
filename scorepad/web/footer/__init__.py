"""The footer of every page: in which language and which colours this phone wants its pages."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.footer import language, theme

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (language.blueprint, theme.blueprint)
