"""Finished games as lists show them: how they ended, read from what is kept of them.

A list of twenty need not work out twenty sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, select

from scorepad.store.figures.rows import RESULTS
from scorepad.store.snapshot import PLAYERS

_SCORES: Final = (
    select(RESULTS.c.game_id, PLAYERS.c.name, RESULTS.c.total, RESULTS.c.winners)
    .join(PLAYERS, PLAYERS.c.id == RESULTS.c.player_id)
    .where(
        RESULTS.c.game_id.in_(bindparam("games", expanding=True)),
        # Whoever left before the end has no seat.
        RESULTS.c.seat.is_not(None),
    )
    .order_by(RESULTS.c.seat)
)


class FinalScore(NamedTuple):
    """A player's total at the end; ``None`` if no hand was played. ``won``: alone or shared."""

    name: str
    total: int | None
    won: bool


@dataclass(frozen=True)
class FinishedGame:
    """A finished game in a list, with the scores of those who sat there at the end, by seat."""

    number: int
    started: datetime
    scores: Sequence[FinalScore]


class GameKey(NamedTuple):
    """A game's id, and its place in a list."""

    id: int
    number: int
    started: datetime


def finished_games(connection: Connection, keys: Sequence[GameKey]) -> list[FinishedGame]:
    """The finished games of these keys, in their order."""
    if not keys:
        return []
    scores: dict[int, list[FinalScore]] = {key.id: [] for key in keys}
    rows = connection.execute(_SCORES, {"games": [key.id for key in keys]})
    for game_id, name, total, winners in rows:
        scores[game_id].append(FinalScore(name, total, winners > 0))
    return [FinishedGame(key.number, key.started, scores[key.id]) for key in keys]
