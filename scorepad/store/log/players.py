"""The log of a pad's players: names that were changed, and entries that were merged."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorepad.store.log.changes import PLAYERS_KINDS, PlayersChange, players_change_of
from scorepad.store.models import Change, Pen
from scorepad.store.page import Page, page_of

LISTED_AT_A_TIME: Final = 20


@dataclass(frozen=True)
class PlayersLogRow:
    """A change of a pad's players; ``device``: what the device is called that made it."""

    id: int
    at: datetime
    change: PlayersChange
    undone: bool
    device: str | None


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


def players_log(session: Session, pad_id: int, before: int | None = None) -> Page[PlayersLogRow]:
    """The changes of a pad's players, newest first, older than the one with the id ``before``."""
    statement = _LISTED if before is None else _LISTED_BEFORE
    rows = session.connection().execute(statement, {"pad": pad_id, "before": before})
    return page_of(
        [
            PlayersLogRow(row.id, row.at, players_change_of(row), row.undone is not None, row.name)
            for row in rows
        ],
        LISTED_AT_A_TIME,
    )
