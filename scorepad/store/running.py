"""The games that are not over, and which of them is played next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from scorepad.store.models import Pad
from scorepad.store.snapshot import GAME, GAMES, GameSnapshot, assemble, table

_PADS: Final = table(Pad)

# Those of a pad, newest first.
ALL_RUNNING: Final = GAME.where(
    GAMES.c.pad_id == bindparam("pad_id"), GAMES.c.binned.is_(None), GAMES.c.finished.is_(None)
).order_by(GAMES.c.number.desc())
_RUNNING: Final = ALL_RUNNING.limit(1)
_LATER: Final = GAMES.alias("later")
# The number of the game that is played after a game of ``GAMES``.
NEXT_RUNNING: Final = (
    select(func.min(_LATER.c.number))
    .where(
        _LATER.c.pad_id == GAMES.c.pad_id,
        _LATER.c.number > GAMES.c.number,
        _LATER.c.finished.is_(None),
        _LATER.c.binned.is_(None),
    )
    .correlate(GAMES)
    .scalar_subquery()
)
_NEXT_RUNNING_AFTER: Final = select(NEXT_RUNNING).where(GAMES.c.id == bindparam("game_id"))
_NEWEST_IN_PAD: Final = (
    select(_LATER.c.id)
    .where(_LATER.c.pad_id == _PADS.c.id, _LATER.c.binned.is_(None), _LATER.c.finished.is_(None))
    .order_by(_LATER.c.number.desc())
    .limit(1)
    .correlate(_PADS)
    .scalar_subquery()
)
_NEWEST_RUNNING: Final = (
    select(GAMES.c.pad_id, GAMES.c.number)
    .where(
        GAMES.c.id.in_(
            select(_NEWEST_IN_PAD).where(_PADS.c.id.in_(bindparam("pad_ids", expanding=True)))
        )
    )
    .order_by(GAMES.c.id.desc())
    .limit(1)
)


@dataclass(frozen=True)
class RunningGame:
    """A game that is not over: its pad, and its number there."""

    pad_id: int
    number: int


def running_game(session: Session, pad_id: int) -> GameSnapshot | None:
    """The pad's newest game that is not over, and not in the bin."""
    connection = session.connection()
    row = connection.execute(_RUNNING, {"pad_id": pad_id}).one_or_none()
    return None if row is None else assemble(connection, [row])[0]


def next_running(session: Session, game_id: int) -> int | None:
    """The number of the first game that was started after this one and is not over."""
    number: int | None = session.connection().scalar(_NEXT_RUNNING_AFTER, {"game_id": game_id})
    return number


def newest_running(session: Session, pad_ids: Sequence[int]) -> RunningGame | None:
    """The newest game of any of these pads that is not over, and not in the bin."""
    connection = session.connection()
    row = connection.execute(_NEWEST_RUNNING, {"pad_ids": list(pad_ids)}).one_or_none()
    return None if row is None else RunningGame(*row)
