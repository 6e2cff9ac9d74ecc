"""The state of a game as phones that follow it ask for it, hundreds of them, every 1.5 seconds."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, and_, case, exists, select

from scorepad.store.game.running import number_of_next
from scorepad.store.models import Game, Pad, Pen


class GameState(NamedTuple):
    """The state that a table's page shows: which game, at which revision.

    ``next``: the number of the game that is played after one that is over. A game can have the
    number of one that was deleted, but not the id of its start.
    """

    entry_id: str
    revision: int
    next: int | None


def game_state(
    connection: Connection, address: str, number: int, pen: int | None = None
) -> GameState | None:
    """The state of a game by its pad's address and its number, or ``None``.

    ``pen``: the id of the pen that the page writes with; ``None`` also where that is withdrawn.
    """
    is_over = and_(Game.finished.is_not(None), Game.binned.is_(None))
    state = (
        select(Game.entry_id, Game.revision, case((is_over, number_of_next())))
        .join(Pad, Game.pad_id == Pad.id)
        .where(Pad.address == address, Game.number == number)
    )
    if pen is not None:
        is_held = exists().where(Pen.id == pen, Pen.pad_id == Game.pad_id, Pen.withdrawn.is_(None))
        state = state.where(is_held)
    row = connection.execute(state).one_or_none()
    return None if row is None else GameState(*row)
