"""The rows of a finished game: one for the game, one for each of its players."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, delete, insert

from scorepad import rules
from scorepad.rules.results import HandStats, Played, Result, lead, results
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.game.snapshot import GameSnapshot

Row: TypeAlias = Mapping[str, Any]


class GameKey(NamedTuple):
    """Which game it is: columns of :class:`GameOutcome`."""

    game_id: int
    pad_id: int
    number: int
    started: datetime


class GameRows(NamedTuple):
    """The rows of one finished game."""

    outcome: Row
    results: Sequence[Row]


def count_game(connection: Connection, game: GameSnapshot) -> None:
    """Store what a game came to, instead of what it came to before.

    A game that runs or is in the bin has no rows.
    """
    for model in (PlayerResult, GameOutcome):
        connection.execute(delete(model).where(model.game_id == game.id))
    if game.sheet.over and game.binned is None:
        key = GameKey(game.id, game.pad_id, game.number, game.started)
        rows = rows_of(key, game.game, game.sheet, game.seatings)
        connection.execute(insert(GameOutcome), rows.outcome)
        connection.execute(insert(PlayerResult), [dict(row) for row in rows.results])


def rows_of(
    key: GameKey, game: rules.Game, sheet: rules.Sheet, players: Sequence[Sequence[int]]
) -> GameRows:
    """The rows of a game that is over; ``players``: ids, as of :class:`Played`."""
    played = Played(game, sheet, players)
    outcome = {
        **key._asdict(),
        "agreement": agreement_of(game.rules),
        "players": game.rules.players,
        "hands": played.hands[-1].line.number if played.hands else game.hands_before,
        "lead": lead(played),
    }
    return GameRows(outcome, [_row(key.game_id, each) for each in results(played)])


def agreement_of(ruleset: rules.Ruleset) -> str:
    """A digest of everything that these rules say, the number of players included."""
    values = {each.name: getattr(ruleset, each.name) for each in fields(ruleset)}
    text = json.dumps(values | {"card_points": dict(ruleset.card_points)}, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]


def _row(game_id: int, result: Result) -> Row:
    row = dict(vars(result))
    runs = row.pop("queen_runs")
    return {
        "game_id": game_id,
        "player_id": row.pop("player"),
        **row.pop("sums")._asdict(),
        **row,
        **HandStats.sum_of(result.stats.values())._asdict(),
        "stats": {str(offset): list(stats) for offset, stats in result.stats.items()},
        "queen_first": runs.first if runs else None,
        "queen_last": runs.last if runs else None,
        "queen_longest": runs.longest if runs else None,
    }
