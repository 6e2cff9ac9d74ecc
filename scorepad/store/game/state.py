"""The state of a game as phones that follow it ask for it, hundreds of them, every 1.5 seconds."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Engine, and_, bindparam, case, exists, select
from sqlalchemy.exc import SQLAlchemyError

from scorepad.store.game.running import NEXT_RUNNING
from scorepad.store.models import Game, Pad, Pen
from scorepad.store.trouble import TroubleError

# A game can have the number of one that was deleted, but not the id of its start.
STATE: Final = (
    select(
        Game.entry_id,
        Game.revision,
        case((and_(Game.finished.is_not(None), Game.binned.is_(None)), NEXT_RUNNING)).label("next"),
    )
    .join(Pad, Game.pad_id == Pad.id)
    .where(Pad.address == bindparam("address"), Game.number == bindparam("number"))
)
# The same for a page that writes: nothing is found once its pen is withdrawn.
STATE_WITH_PEN: Final = STATE.where(
    exists().where(Pen.id == bindparam("pen"), Pen.pad_id == Game.pad_id, Pen.withdrawn.is_(None))
)


class GameState(NamedTuple):
    """The state that a table's page shows: which game, at which revision.

    ``next``: the number of the game that is played after one that is over.
    """

    entry_id: str
    revision: int
    next: int | None


class StateQuery:
    """Finds the state of a game by its pad's address and its number, or ``None``.

    With the id of a pen, ``None`` also where that is no longer held.

    The driver is called directly: SQLAlchemy would take four times as long.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._statements = [
            statement.compile(dialect=engine.dialect) for statement in (STATE, STATE_WITH_PEN)
        ]
        self._driver_error: type[Exception] = engine.dialect.loaded_dbapi.Error

    def __call__(self, address: str, number: int, pen: int | None = None) -> GameState | None:
        """Look it up; ``None`` on errors too: the app then meets the same error and reports it."""
        statement = self._statements[pen is not None]
        named = {"address": address, "number": number, "pen": pen}
        # The names of the values, for a driver that takes them in their order.
        order = statement.positiontup
        values = named if order is None else [named[name] for name in order]
        try:
            connection = self._engine.raw_connection()
        except (SQLAlchemyError, TroubleError, self._driver_error):
            return None
        try:
            cursor = connection.cursor()
            cursor.execute(str(statement), values)
            row = cursor.fetchone()
            cursor.close()
        except self._driver_error as error:
            # The connection may be broken.
            connection.invalidate(error)
            return None
        finally:
            connection.close()
        return None if row is None else GameState(*row)
