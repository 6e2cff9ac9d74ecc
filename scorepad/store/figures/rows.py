"""Finished games as rows: an outcome each, and a result for each player."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update

from scorepad import rules
from scorepad.rules.results import Outcome, Result, outcome, results
from scorepad.store.models import Agreement, GameOutcome, PlayerResult
from scorepad.store.snapshot import GameSnapshot, table

AGREEMENTS: Final = table(Agreement)
OUTCOMES: Final = table(GameOutcome)
RESULTS: Final = table(PlayerResult)

Row = Mapping[str, Any]

_AGREED: Final = select(AGREEMENTS.c.id).where(
    AGREEMENTS.c.pad_id == bindparam("of_pad"), AGREEMENTS.c.key == bindparam("digest")
)
_ONE_MORE: Final = (
    update(AGREEMENTS)
    .where(AGREEMENTS.c.id == bindparam("agreement"))
    .values(games=AGREEMENTS.c.games + 1)
)
_NEW: Final = insert(AGREEMENTS)


@dataclass(frozen=True)
class GameRows:
    """The rows of one finished game, without its streaks and its evening."""

    outcome: Row
    results: Sequence[Row]


def rows_of(
    connection: Connection, pad_id: int, game: GameSnapshot, sheet: rules.Sheet
) -> GameRows:
    """The rows of a game that is over; its agreement has one game more. ``sheet``: the game's."""
    sat = [[player.player_id for player in game.seated_at(hand.line)] for hand in game.hands]
    players = [*sat, [seat.player_id for seat in game.seats]]
    common = {
        "game_id": game.id,
        "pad_id": pad_id,
        "agreement_id": _agreement(connection, pad_id, game),
        "number": game.number,
        "started": game.started,
    }
    found = outcome(game.game, sheet, players)
    return GameRows(
        _outcome(common, found),
        [_result(common, each) for each in results(game.game, sheet, players)],
    )


def key_of(ruleset: rules.Ruleset) -> str:
    """A digest of everything that these rules say, the number of players included."""
    values = {each.name: getattr(ruleset, each.name) for each in fields(ruleset)}
    text = json.dumps(values | {"card_points": dict(ruleset.card_points)}, sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _agreement(connection: Connection, pad_id: int, game: GameSnapshot) -> int:
    key = key_of(game.ruleset)
    known: int | None = connection.scalar(_AGREED, {"of_pad": pad_id, "digest": key})
    if known is not None:
        connection.execute(_ONE_MORE, {"agreement": known})
        return known
    values = {"pad_id": pad_id, "key": key, "players": len(game.seats), "games": 1}
    options = dict(game.options)
    (made,) = connection.execute(_NEW, {**values, "options": options}).inserted_primary_key or (0,)
    return int(made)


def _outcome(common: Row, found: Outcome) -> Row:
    return {**common, **asdict(found), "evening": common["number"], "evening_moons": 0}


def _result(common: Row, result: Result) -> Row:
    runs = result.queen_runs
    return {
        **common,
        "player_id": result.player,
        "seat": result.seat,
        "place": result.place,
        "total": result.total,
        "winners": result.winners,
        "deeds": {str(offset): list(deeds) for offset, deeds in result.stats.items()},
        "queen_first": runs.first if runs else None,
        "queen_last": runs.last if runs else None,
        "queen_longest": runs.longest if runs else None,
        "wins_in_a_row": 0,
        "without_queen": 0,
        "still_without_queen": 0,
    }
