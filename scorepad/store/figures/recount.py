"""Count all finished games of a pad anew, from their hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.orm import Session

from scorepad.store.figure_models import (
    Agreement,
    Evening,
    GameOutcome,
    Meeting,
    PlayerResult,
    Streak,
    Tally,
)
from scorepad.store.figures import evenings, streaks
from scorepad.store.figures.rows import GameRows, count_agreement, insert_rows, rows_of_snapshot
from scorepad.store.figures.tallies import Changes
from scorepad.store.game.all_games import all_games
from scorepad.store.models import FIGURES, Pad, Player

_AT_A_TIME: Final = 500


def pads_to_recount(connection: Connection) -> Sequence[int]:
    """The pads whose figures were made by an older version, or not yet."""
    return connection.scalars(select(Pad.id).where(Pad.counted < FIGURES).order_by(Pad.id)).all()


def lock_to_recount(session: Session, pad_id: int) -> bool:
    """Lock a pad until the commit if it is still one of these."""
    older = select(Pad.id).where(Pad.id == pad_id, Pad.counted < FIGURES)
    return session.scalar(older.with_for_update()) is not None


def recount(session: Session, pad_id: int) -> None:
    """Make the figures of a pad anew. The pad must be locked until the commit."""
    session.flush()
    forget_figures(session, pad_id)
    connection = session.connection()
    changes = Changes()
    waiting: list[GameRows] = []
    players: set[int] = set()
    for game in all_games(connection, pad_id):
        if game.finished is None:
            continue
        rows = rows_of_snapshot(game, count_agreement(connection, game))
        changes.add(rows.results)
        players.update(row["player_id"] for row in rows.results)
        waiting.append(rows)
        if len(waiting) == _AT_A_TIME:
            insert_rows(connection, pad_id, waiting)
            waiting = []
    insert_rows(connection, pad_id, waiting)
    changes.store(connection)
    for player in sorted(players):
        streaks.follow_all(connection, pad_id, player)
    evenings.follow_all(connection, pad_id)
    counted = update(Pad).where(Pad.id == pad_id)
    connection.execute(counted.values(counted=FIGURES, settled=Pad.settled + 1))


def forget_figures(session: Session, pad_id: int) -> None:
    """Delete the figures of a pad."""
    connection = session.connection()
    players = select(Player.id).where(Player.pad_id == pad_id)
    for of_player in (Tally, Meeting, Streak, PlayerResult):
        connection.execute(delete(of_player).where(of_player.player_id.in_(players)))
    for of_pad in (Evening, GameOutcome, Agreement):
        connection.execute(delete(of_pad).where(of_pad.pad_id == pad_id))
