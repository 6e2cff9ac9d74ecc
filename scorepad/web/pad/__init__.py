"""The pad: starting games, its front page, its bin, name, pens and files."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.pad import (
    bin,
    delete,
    front,
    game_files,
    hands_csv,
    import_games,
    name,
    new_game,
    pen_link,
    pens,
    search,
    start,
)

BLUEPRINTS: Final[tuple[Blueprint, ...]] = tuple(
    part.blueprint
    for part in (
        *(start, front, search, bin, name, new_game, pens, pen_link),
        *(hands_csv, game_files, import_games, delete),
    )
)
