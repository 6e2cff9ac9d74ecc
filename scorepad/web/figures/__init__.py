"""Figures of finished games: the pages of players, records and evenings."""

from scorepad.web.figures import (  # noqa: F401 (views of the blueprint)
    evenings,
    names_history,
    player,
    players,
    records,
)
