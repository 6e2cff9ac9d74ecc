"""Figures of finished games: the pages of players, records and evenings."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.figures import (
    evening,
    evenings,
    form_image,
    names_history,
    player,
    player_names,
    players,
    records,
)

BLUEPRINTS: Final[tuple[Blueprint, ...]] = tuple(
    part.blueprint
    for part in (
        players,
        player,
        player_names,
        names_history,
        form_image,
        records,
        evenings,
        evening,
    )
)
