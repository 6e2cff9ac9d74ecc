"""Count all finished games of a pad anew, from their hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from scorepad.store.batches import batches
from scorepad.store.figures import streaks, tallies
from scorepad.store.figures.rows import AGREEMENTS, OUTCOMES, RESULTS, GameRows, rows_of
from scorepad.store.games_page import all_games
from scorepad.store.models import FIGURES, Pad, Player
from scorepad.store.snapshot import GAME, GAMES, GameSnapshot, assemble, table

_PADS: Final = table(Pad)
_PLAYERS: Final = table(Player)
_IDS: Final = select(_PLAYERS.c.id).where(_PLAYERS.c.pad_id == bindparam("pad"))
_DELETIONS: Final = (
    delete(tallies.TALLIES).where(tallies.TALLIES.c.player_id.in_(_IDS)),
    *(delete(rows).where(rows.c.pad_id == bindparam("pad")) for rows in (RESULTS, OUTCOMES)),
    delete(AGREEMENTS).where(AGREEMENTS.c.pad_id == bindparam("pad")),
)
_OLDER: Final = select(_PADS.c.id).where(_PADS.c.counted < FIGURES).order_by(_PADS.c.id)
_LOCK_OLDER: Final = (
    select(_PADS.c.id)
    .where(_PADS.c.id == bindparam("pad"), _PADS.c.counted < FIGURES)
    .with_for_update()
)
_COUNTED: Final = update(_PADS).where(_PADS.c.id == bindparam("pad")).values(counted=FIGURES)

_BY_IDS: Final = GAME.where(GAMES.c.id.in_(bindparam("games", expanding=True)))

# How many games are read at once, and how many are written.
_READ: Final = 50
_WRITTEN: Final = 500


def pads_to_recount(session: Session) -> Sequence[int]:
    """The pads whose figures were made by an older version, or not yet."""
    return session.connection().execute(_OLDER).scalars().all()


def lock_to_recount(session: Session, pad_id: int) -> bool:
    """Lock a pad until the commit if it is still one of these."""
    return session.connection().scalar(_LOCK_OLDER, {"pad": pad_id}) is not None


def recount(session: Session, pad_id: int) -> None:
    """Make the figures of a pad anew. The pad must be locked until the commit."""
    session.flush()
    forget_figures(session, pad_id)
    connection = session.connection()
    games = (game for game in all_games(session, pad_id) if game.finished is not None)
    _count(connection, pad_id, games)
    connection.execute(_COUNTED, {"pad": pad_id})


def count_games(connection: Connection, pad_id: int, games: Sequence[int]) -> None:
    """Count finished games of a pad that are new, by their ids. The pad must be locked."""
    _count(
        connection,
        pad_id,
        (game for some in batches(games, _READ) for game in _games(connection, some)),
    )


def _games(connection: Connection, ids: Sequence[int]) -> Sequence[GameSnapshot]:
    return assemble(connection, connection.execute(_BY_IDS, {"games": ids}).all())


def _count(connection: Connection, pad_id: int, games: Iterable[GameSnapshot]) -> None:
    sums: tallies.Tallies = {}
    waiting: list[GameRows] = []
    players: set[int] = set()
    for game in games:
        rows = rows_of(connection, pad_id, game, game.sheet)
        tallies.add_to(sums, tallies.tallies_of(rows.results))
        players.update(row["player_id"] for row in rows.results)
        waiting.append(rows)
        if len(waiting) == _WRITTEN:
            _insert(connection, waiting)
            waiting = []
    _insert(connection, waiting)
    tallies.store(connection, sums)
    for player in sorted(players):
        streaks.PLAYERS.follow_all(connection, player)
    streaks.EVENINGS.follow_all(connection, pad_id)


def forget_figures(session: Session, pad_id: int) -> None:
    """Delete the figures of a pad."""
    for statement in _DELETIONS:
        session.connection().execute(statement, {"pad": pad_id})


def _insert(connection: Connection, games: Sequence[GameRows]) -> None:
    if games:
        connection.execute(insert(OUTCOMES), [dict(rows.outcome) for rows in games])
        connection.execute(insert(RESULTS), [dict(row) for rows in games for row in rows.results])
