"""The games that are not over, and which of them is played next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, ScalarSelect, Select, func, select
from sqlalchemy.orm import aliased

from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game, Pad


def running_of(pad_id: int) -> Select[*tuple[Any, ...]]:
    """The rows of the pad's games that are not over, and not in the bin, newest first."""
    conditions = (Game.pad_id == pad_id, Game.binned.is_(None), Game.finished.is_(None))
    return GAME.where(*conditions).order_by(Game.number.desc())


def running_game(connection: Connection, pad_id: int) -> GameSnapshot | None:
    """The pad's newest game that is not over, and not in the bin."""
    row = connection.execute(running_of(pad_id).limit(1)).one_or_none()
    return None if row is None else assemble(connection, [row])[0]


def number_of_next() -> ScalarSelect[int | None]:
    """The number of the game that is played after the ``Game`` of a statement."""
    later = aliased(Game)
    return (
        select(func.min(later.number))
        .where(
            later.pad_id == Game.pad_id,
            later.number > Game.number,
            later.finished.is_(None),
            later.binned.is_(None),
        )
        .correlate(Game)
        .scalar_subquery()
    )


def next_running(connection: Connection, game_id: int) -> int | None:
    """The number of the first game that was started after this one and is not over."""
    return connection.scalar(select(number_of_next()).where(Game.id == game_id))


def newest_running(connection: Connection, pad_ids: Sequence[int]) -> tuple[str, int] | None:
    """The newest running game of any of these pads: the pad's address, and its number there."""
    newest = (
        select(Pad.address, Game.number)
        .join(Pad, Pad.id == Game.pad_id)
        .where(Pad.id.in_(pad_ids), Game.binned.is_(None), Game.finished.is_(None))
        .order_by(Game.id.desc())
        .limit(1)
    )
    row = connection.execute(newest).one_or_none()
    return None if row is None else (row.address, row.number)
