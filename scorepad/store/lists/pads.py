"""The pads of a database, for its owner at the computer; no page lists them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Select, func, select

from scorepad.store.models import Game, Pad


class PadLine(NamedTuple):
    """A pad; ``last``: when its last game was started that is not in the bin, if there is one."""

    address: str
    name: str | None
    created: datetime
    last: datetime | None


def all_pads(connection: Connection) -> Sequence[PadLine]:
    """All pads; that of the latest game first."""
    return [PadLine(*row) for row in connection.execute(_pads())]


def last_pad(connection: Connection) -> PadLine | None:
    """The pad of the latest game."""
    row = connection.execute(_pads().limit(1)).one_or_none()
    return None if row is None else PadLine(*row)


def _pads() -> Select[str, str | None, datetime, datetime | None]:
    last = (
        select(func.max(Game.started))
        .where(Game.pad_id == Pad.id, Game.binned.is_(None))
        .scalar_subquery()
    )
    return select(Pad.address, Pad.name, Pad.created, last.label("last")).order_by(
        func.coalesce(last, Pad.created).desc(), Pad.id.desc()
    )
