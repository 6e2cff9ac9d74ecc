"""Count all finished games of a pad anew, from their hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from scorepad.store.figures import streaks, tallies
from scorepad.store.figures.rows import AGREEMENTS, OUTCOMES, RESULTS, GameRows, rows_of
from scorepad.store.games_page import all_games
from scorepad.store.models import FIGURES, Pad, Player
from scorepad.store.snapshot import table

_PADS: Final = table(Pad)
_PLAYERS: Final = table(Player)
_IDS: Final = select(_PLAYERS.c.id).where(_PLAYERS.c.pad_id == bindparam("pad"))
_DELETIONS: Final = (
    delete(tallies.TALLIES).where(tallies.TALLIES.c.player_id.in_(_IDS)),
    *(delete(rows).where(rows.c.pad_id == bindparam("pad")) for rows in (RESULTS, OUTCOMES)),
    delete(AGREEMENTS).where(AGREEMENTS.c.pad_id == bindparam("pad")),
)
_OLDER: Final = select(_PADS.c.id).where(_PADS.c.counted < FIGURES).order_by(_PADS.c.id)
_COUNTED: Final = update(_PADS).where(_PADS.c.id == bindparam("pad")).values(counted=FIGURES)

_AT_A_TIME: Final = 500


def pads_to_recount(session: Session) -> Sequence[int]:
    """The pads whose figures were made by an older version, or not yet."""
    return session.connection().execute(_OLDER).scalars().all()


def recount(session: Session, pad_id: int) -> None:
    """Make the figures of a pad anew. The pad must be locked until the commit."""
    session.flush()
    forget_figures(session, pad_id)
    connection = session.connection()
    sums: tallies.Tallies = {}
    waiting: list[GameRows] = []
    for game in all_games(session, pad_id):
        if game.finished is None:
            continue
        rows = rows_of(connection, pad_id, game)
        tallies.together(sums, tallies.tallies_of(rows.results))
        waiting.append(rows)
        if len(waiting) == _AT_A_TIME:
            _insert(session, waiting)
            waiting = []
    _insert(session, waiting)
    tallies.store(connection, sums)
    for player in connection.execute(_IDS, {"pad": pad_id}).scalars().all():
        streaks.PLAYERS.follow_all(connection, player)
    streaks.EVENINGS.follow_all(connection, pad_id)
    connection.execute(_COUNTED, {"pad": pad_id})


def forget_figures(session: Session, pad_id: int) -> None:
    """Delete the figures of a pad."""
    for statement in _DELETIONS:
        session.connection().execute(statement, {"pad": pad_id})


def _insert(session: Session, games: Sequence[GameRows]) -> None:
    if games:
        connection = session.connection()
        connection.execute(insert(OUTCOMES), [dict(rows.outcome) for rows in games])
        connection.execute(insert(RESULTS), [dict(row) for rows in games for row in rows.results])
