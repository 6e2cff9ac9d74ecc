"""Figures of finished games: the pages of players, records and evenings."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.figures import evening, evenings, form_image, player, players, records

BLUEPRINTS: Final[tuple[Blueprint, ...]] = tuple(
    part.blueprint for part in (players, player, form_image, records, evenings, evening)
)
