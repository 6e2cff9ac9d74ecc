"""Keep the figures in step with a game that is or was over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select, update

from scorepad.store.figure_models import Agreement, GameOutcome, PlayerResult
from scorepad.store.figures import evenings, streaks
from scorepad.store.figures.evenings import Span
from scorepad.store.figures.rows import Row, count_agreement, insert_rows, rows_of_snapshot
from scorepad.store.figures.streaks import Place
from scorepad.store.figures.tallies import Changes
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.models import Pad


def count_game(connection: Connection, game: GameSnapshot, *, again: bool) -> None:
    """Count a game as it now is: at most once, and not at all while it runs or is in the bin.

    ``again``: whether it was over before, too.
    """
    pad_id = game.pad_id
    lock_figures(connection, pad_id)
    former = _delete_results(connection, game.id) if again else ()
    changes = Changes()
    changes.add(former, off=True)
    rows = None
    if game.sheet.over and game.binned is None:
        rows = rows_of_snapshot(game, count_agreement(connection, game))
        changes.add(rows.results)
    changes.store(connection)
    if former:
        _release_agreement(connection, former[0]["agreement_id"])
    if rows and not former:
        last = evenings.last_evening(connection, pad_id)
        if last is None or last.last_started < game.started:
            # As nearly always: a game that has just ended, and is not corrected.
            ended = streaks.go_on(connection, pad_id, rows.results)
            insert_rows(connection, pad_id, [replace(rows, results=ended)])
            span = Span(game.started, game.started, game.number, 1, rows.outcome["moons"])
            evenings.go_on(connection, pad_id, last, span)
            return
    if rows:
        insert_rows(connection, pad_id, [rows])
    results = rows.results if rows else ()
    place = Place(game.started, game.number)
    for player in sorted({row["player_id"] for row in (*former, *results)}):
        streaks.follow(connection, pad_id, player, place)
    if former or results:
        evenings.follow(connection, pad_id, game.started)


_SETTLED: Final = update(Pad).where(Pad.id == bindparam("pad")).values(settled=Pad.settled + 1)


def lock_figures(connection: Connection, pad_id: int) -> None:
    """Let nobody else change the figures of a pad until the commit, and note that they change."""
    connection.execute(_SETTLED, {"pad": pad_id})


_RESULTS: Final = select(PlayerResult).where(PlayerResult.game_id == bindparam("game"))
_DELETE_RESULTS: Final = delete(PlayerResult).where(PlayerResult.game_id == bindparam("game"))
_DELETE_OUTCOME: Final = delete(GameOutcome).where(GameOutcome.game_id == bindparam("game"))


def _delete_results(connection: Connection, game_id: int) -> Sequence[Row]:
    """The results that a game had until now, which are deleted with its outcome."""
    former = connection.execute(_RESULTS, {"game": game_id}).mappings().all()
    if former:
        connection.execute(_DELETE_RESULTS, {"game": game_id})
        connection.execute(_DELETE_OUTCOME, {"game": game_id})
    return [dict(row) for row in former]


_ONE_LESS: Final = (
    update(Agreement)
    .where(Agreement.id == bindparam("agreement"))
    .values(games=Agreement.games - 1)
)
_UNUSED: Final = delete(Agreement).where(
    Agreement.id == bindparam("agreement"), Agreement.games == 0
)


def _release_agreement(connection: Connection, agreement: int) -> None:
    connection.execute(_ONE_LESS, {"agreement": agreement})
    connection.execute(_UNUSED, {"agreement": agreement})
