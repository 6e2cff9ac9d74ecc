"""Keep the figures in step with a game that is or was over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from scorepad.rules import Sheet
from scorepad.store.figures import streaks, tallies
from scorepad.store.figures.rows import AGREEMENTS, OUTCOMES, RESULTS, Row, rows_of
from scorepad.store.models import Pad
from scorepad.store.snapshot import GAME, GAMES, assemble, table

_PADS: Final = table(Pad)
_LOCK: Final = select(_PADS.c.id).where(_PADS.c.id == bindparam("pad")).with_for_update()
_GAME: Final = GAME.where(GAMES.c.id == bindparam("game_id"))
_RESULTS: Final = select(RESULTS).where(RESULTS.c.game_id == bindparam("game"))
_DELETE_RESULTS: Final = delete(RESULTS).where(RESULTS.c.game_id == bindparam("game"))
_DELETE_OUTCOME: Final = delete(OUTCOMES).where(OUTCOMES.c.game_id == bindparam("game"))
_INSERT_RESULTS: Final = insert(RESULTS)
_INSERT_OUTCOME: Final = insert(OUTCOMES)
_ONE_LESS: Final = (
    update(AGREEMENTS)
    .where(AGREEMENTS.c.id == bindparam("agreement"))
    .values(games=AGREEMENTS.c.games - 1)
)
_UNUSED: Final = delete(AGREEMENTS).where(
    AGREEMENTS.c.id == bindparam("agreement"), AGREEMENTS.c.games == 0
)


@dataclass(frozen=True)
class _Place:
    """Where a game stands in its pad's history."""

    pad_id: int
    started: datetime
    number: int


def settle_game(connection: Connection, pad_id: int, game_id: int, sheet: Sheet) -> None:
    """Count a game as it now is: at most once, and not at all while it runs or is in the bin.

    ``sheet``: the game's current one. What changed the game must be flushed. The pad is locked
    until the commit: games share tallies.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(_LOCK, {"pad": pad_id})
    (game,) = assemble(connection, [connection.execute(_GAME, {"game_id": game_id}).one()])
    place = _Place(pad_id, game.started, game.number)
    former = _delete_results(connection, game_id)
    changes: tallies.Tallies = {}
    tallies.subtract_from(changes, tallies.tallies_of(former))
    results: Sequence[Row] = ()
    if game.finished is not None and game.binned is None:
        rows = rows_of(connection, pad_id, game, sheet)
        results = rows.results
        connection.execute(_INSERT_OUTCOME, dict(rows.outcome))
        connection.execute(_INSERT_RESULTS, [dict(row) for row in results])
        tallies.add_to(changes, tallies.tallies_of(results))
    tallies.store(connection, changes)
    # Only now: tallies name agreements.
    for agreement in {row["agreement_id"] for row in former[:1]}:
        _release_agreement(connection, agreement)
    _follow(connection, place, [*former, *results])


def _delete_results(connection: Connection, game_id: int) -> Sequence[Row]:
    """The results that a game had until now, which are deleted with its outcome."""
    former = connection.execute(_RESULTS, {"game": game_id}).mappings().all()
    if former:
        connection.execute(_DELETE_RESULTS, {"game": game_id})
        connection.execute(_DELETE_OUTCOME, {"game": game_id})
    return [dict(row) for row in former]


def _release_agreement(connection: Connection, agreement: int) -> None:
    parameters: dict[str, Any] = {"agreement": agreement}
    connection.execute(_ONE_LESS, parameters)
    connection.execute(_UNUSED, parameters)


def _follow(connection: Connection, place: _Place, results: Sequence[Row]) -> None:
    for player in sorted({row["player_id"] for row in results}):
        streaks.PLAYERS.follow(connection, player, place.started, place.number)
    if results:
        streaks.EVENINGS.follow(connection, place.pad_id, place.started, place.number)
