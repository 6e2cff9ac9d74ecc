"""The pad: starting games, its front page, its name, its pens, its CSV; the language, the theme."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.pad import (
    delete,
    front,
    hands_csv,
    language,
    name,
    new_game,
    pen_link,
    pens,
    start,
    theme,
)

BLUEPRINTS: Final[tuple[Blueprint, ...]] = tuple(
    part.blueprint
    for part in (start, front, name, new_game, pens, pen_link, hands_csv, delete, language, theme)
)
