"""The log of a pad's players: names that were changed, and entries that were merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorepad.store.game.snapshot import AnyRow
from scorepad.store.log.changes import PLAYERS_KINDS, PlayersChange, players_change_of
from scorepad.store.models import Change, Pen

LISTED_AT_A_TIME: Final = 20

_LISTED: Final = (
    select(
        Change.id,
        Change.at,
        Change.what,
        Change.before,
        Change.after,
        Change.undone,
        Pen.name,
    )
    .select_from(Change)
    .outerjoin(Pen, and_(Pen.device_id == Change.device_id, Pen.pad_id == Change.pad_id))
    .where(Change.pad_id == bindparam("pad"), Change.what.in_(PLAYERS_KINDS))
    .order_by(Change.id.desc())
    .limit(LISTED_AT_A_TIME + 1)
)
_LISTED_BEFORE: Final = _LISTED.where(Change.id < bindparam("before"))


@dataclass(frozen=True)
class PlayersLogRow:
    """A change of a pad's players; ``device``: what the device is called that made it."""

    id: int
    at: datetime
    change: PlayersChange
    undone: bool
    device: str | None


@dataclass(frozen=True)
class PlayersLog:
    """A page of the log, newest first, and whether there are older changes."""

    rows: Sequence[PlayersLogRow]
    older: bool


def players_log(session: Session, pad_id: int, before: int | None = None) -> PlayersLog:
    """The changes of a pad's players; ``before``: the id of the change after which they begin."""
    statement = _LISTED if before is None else _LISTED_BEFORE
    parameters = {"pad": pad_id, "before": before}
    rows = session.connection().execute(statement, parameters).all()
    return PlayersLog([_row(row) for row in rows[:LISTED_AT_A_TIME]], len(rows) > LISTED_AT_A_TIME)


def _row(row: AnyRow) -> PlayersLogRow:
    return PlayersLogRow(row.id, row.at, players_change_of(row), row.undone is not None, row.name)
