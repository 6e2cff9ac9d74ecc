"""The pad: starting games, its front page, its bin, its name, its pens, its CSV; also the language
and the theme.
"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.pad import (
    bin,
    delete,
    front,
    hands_csv,
    language,
    name,
    new_game,
    pen_link,
    pens,
    search,
    start,
    theme,
)

BLUEPRINTS: Final[tuple[Blueprint, ...]] = tuple(
    part.blueprint
    for part in (
        *(start, front, search, bin, name, new_game, pens, pen_link),
        *(hands_csv, delete, language, theme),
    )
)
