"""The games that are not over, and which of them is played next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.orm import aliased

from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game, Pad

# Those of a pad, newest first.
RUNNING: Final = GAME.where(
    Game.pad_id == bindparam("pad_id"), Game.binned.is_(None), Game.finished.is_(None)
).order_by(Game.number.desc())
LAST_RUNNING: Final = RUNNING.limit(1)
_LATER: Final = aliased(Game)
# The number of the game that is played after another one.
NEXT_RUNNING: Final = (
    select(func.min(_LATER.number))
    .where(
        _LATER.pad_id == Game.pad_id,
        _LATER.number > Game.number,
        _LATER.finished.is_(None),
        _LATER.binned.is_(None),
    )
    .correlate(Game)
    .scalar_subquery()
)


def running_game(connection: Connection, pad_id: int) -> GameSnapshot | None:
    """The pad's newest game that is not over, and not in the bin."""
    row = connection.execute(LAST_RUNNING, {"pad_id": pad_id}).one_or_none()
    return None if row is None else assemble(connection, [row])[0]


_NEXT_RUNNING_AFTER: Final = select(NEXT_RUNNING).where(Game.id == bindparam("game_id"))


def next_running(connection: Connection, game_id: int) -> int | None:
    """The number of the first game that was started after this one and is not over."""
    number: int | None = connection.scalar(_NEXT_RUNNING_AFTER, {"game_id": game_id})
    return number


_NEWEST_IN_PAD: Final = (
    select(_LATER.id)
    .where(_LATER.pad_id == Pad.id, _LATER.binned.is_(None), _LATER.finished.is_(None))
    .order_by(_LATER.number.desc())
    .limit(1)
    .correlate(Pad)
    .scalar_subquery()
)
_NEWEST_RUNNING: Final = (
    select(Pad.address, Game.number)
    .join(Pad, Pad.id == Game.pad_id)
    .where(
        Game.id.in_(select(_NEWEST_IN_PAD).where(Pad.id.in_(bindparam("pad_ids", expanding=True))))
    )
    .order_by(Game.id.desc())
    .limit(1)
)


def newest_running(connection: Connection, pad_ids: Sequence[int]) -> tuple[str, int] | None:
    """The newest running game of any of these pads: the pad's address, and its number there."""
    row = connection.execute(_NEWEST_RUNNING, {"pad_ids": list(pad_ids)}).one_or_none()
    return None if row is None else (row.address, row.number)
