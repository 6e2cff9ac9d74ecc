"""The pads of a database, for whoever has the computer; no page lists them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from scorepad.store.models import Game, Pad
from scorepad.store.verbs.forget_pad import IS_DELETED


class PadLine(NamedTuple):
    """A pad; ``last``: when its last game was started that is not in the bin, if there is one."""

    address: str
    name: str | None
    created: datetime
    last: datetime | None


_LAST: Final = (
    select(func.max(Game.started))
    .where(Game.pad_id == Pad.id, Game.binned.is_(None))
    .scalar_subquery()
)
_PADS: Final = (
    select(Pad.address, Pad.name, Pad.created, _LAST.label("last"))
    .where(~IS_DELETED)
    .order_by(func.coalesce(_LAST, Pad.created).desc(), Pad.id.desc())
)


def all_pads(connection: Connection) -> Sequence[PadLine]:
    """All pads; that of the latest game first."""
    return [PadLine(*row) for row in connection.execute(_PADS).all()]


def last_pad(connection: Connection) -> PadLine | None:
    """The pad of the latest game."""
    row = connection.execute(_PADS.limit(1)).one_or_none()
    return None if row is None else PadLine(*row)
