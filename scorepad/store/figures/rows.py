"""Finished games as rows: an outcome each, and a result for each player."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, update

from scorepad import rules
from scorepad.rules.hand_sums import HandSums, hand_sums
from scorepad.rules.results import HandStats, Result, outcome, results
from scorepad.store.figure_models import Agreement, GameOutcome, PlayerResult
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.upserts import upserts

Row = Mapping[str, Any]

MORE_GAMES: Final = (
    update(Agreement)
    .where(Agreement.id == bindparam("agreement"))
    .values(games=Agreement.games + bindparam("more"))
)


@dataclass(frozen=True)
class GameRows:
    """The rows of one finished game, without the ends of runs."""

    outcome: Row
    results: Sequence[Row]


def rows_of(
    game: rules.Game, sheet: rules.Sheet, players: Sequence[Sequence[int]], **common: object
) -> GameRows:
    """The rows of a game that is over.

    ``players``: who sat there for each hand, and at the end, as for
    :func:`scorepad.rules.results.results`. ``common``: the columns that all of the rows have; the
    outcome has the pad's besides.
    """
    counted = hand_sums(game, sheet, players)
    return GameRows(
        {**common, **vars(outcome(game, sheet, players))},
        [
            _result(common, each, counted.get(each.player, HandSums()))
            for each in results(game, sheet, players)
        ],
    )


def rows_of_snapshot(game: GameSnapshot, agreement_id: int) -> GameRows:
    """The same of a stored game."""
    return rows_of(
        game.game,
        game.sheet,
        game.seatings,
        game_id=game.id,
        agreement_id=agreement_id,
        number=game.number,
        started=game.started,
    )


_INSERT_OUTCOMES: Final = insert(GameOutcome)
_INSERT_RESULTS: Final = insert(PlayerResult)


def insert_rows(connection: Connection, pad_id: int, games: Sequence[GameRows]) -> None:
    """Store the rows of these games."""
    if games:
        outcomes = [{**rows.outcome, "pad_id": pad_id} for rows in games]
        connection.execute(_INSERT_OUTCOMES, outcomes)
        connection.execute(_INSERT_RESULTS, [dict(row) for rows in games for row in rows.results])


def key_of(ruleset: rules.Ruleset) -> str:
    """A digest of everything that these rules say, the number of players included."""
    values = {each.name: getattr(ruleset, each.name) for each in fields(ruleset)}
    text = json.dumps(values | {"card_points": dict(ruleset.card_points)}, sort_keys=True)
    return sha256(text.encode()).hexdigest()


# Its options stay as they were first chosen.
_COUNT: Final = {
    dialect: statement.returning(Agreement.id)
    for dialect, statement in upserts(Agreement, ("pad_id", "key"), more=("games",)).items()
}


def count_agreement(connection: Connection, game: GameSnapshot) -> int:
    """The id of the agreement of a game, new if there is none; it has one game more now."""
    values = {
        "pad_id": game.pad_id,
        "key": key_of(game.ruleset),
        "players": len(game.seats),
        "options": dict(game.options),
        "games": 1,
    }
    return connection.execute(_COUNT[connection.dialect.name], values).scalar_one()


def _result(common: Row, result: Result, counted: HandSums) -> Row:
    runs = result.queen_runs
    return {
        **common,
        **counted._asdict(),
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
        "wins_before": None,
        "queen_run": None,
    }
