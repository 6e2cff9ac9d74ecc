"""The rows of a finished game: one for the game, one for each of its players."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, delete, insert

from scorepad import rules
from scorepad.rules.hand_sums import HandSums, hand_sums
from scorepad.rules.results import HandStats, Result, outcome, results
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.game.snapshot import GameSnapshot

Row: TypeAlias = Mapping[str, Any]


class GameKey(NamedTuple):
    """Which game it is: columns of :class:`GameOutcome`."""

    game_id: int
    pad_id: int
    number: int
    started: datetime


@dataclass(frozen=True)
class GameRows:
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
    """The rows of a game that is over.

    ``players``: the ids of those who sat there for each hand, and at the end, as for
    :func:`scorepad.rules.results.results`.
    """
    whole = outcome(game, sheet, players)
    counted = hand_sums(game, sheet, players)
    rows = players[: sum(line.counts for line in sheet.lines)]
    return GameRows(
        {
            **key._asdict(),
            "agreement": agreement_of(game.rules),
            "players": game.rules.players,
            "hands": whole.hands,
            "lead": whole.lead,
        },
        [
            {
                "game_id": key.game_id,
                "comeback": whole.comeback if each.player == whole.comeback_of else 0,
                "partly": _partly(rows, each.player),
                **counted.get(each.player, HandSums())._asdict(),
                **_result(each),
            }
            for each in results(game, sheet, players)
        ],
    )


def agreement_of(ruleset: rules.Ruleset) -> str:
    """A digest of everything that these rules say, the number of players included."""
    values = {each.name: getattr(ruleset, each.name) for each in fields(ruleset)}
    text = json.dumps(values | {"card_points": dict(ruleset.card_points)}, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_DIGITS]


_DIGITS: Final = 16


def _result(result: Result) -> Row:
    runs = result.queen_runs
    return {
        **HandStats.sum_of(result.stats.values())._asdict(),
        "player_id": result.player,
        "seat": result.seat,
        "place": result.place,
        "total": result.total,
        "winners": result.winners,
        "stats": {str(offset): list(stats) for offset, stats in result.stats.items()},
        "queen_first": runs.first if runs else None,
        "queen_last": runs.last if runs else None,
        "queen_longest": runs.longest if runs else None,
    }


def _partly(rows: Sequence[Sequence[int]], player: int) -> list[int] | None:
    played = [at for at, row in enumerate(rows) if player in row]
    return None if len(played) == len(rows) else played
