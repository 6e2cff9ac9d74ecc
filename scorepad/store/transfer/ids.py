"""Ids for new rows, set aside before they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import randrange
from typing import Final

from sqlalchemy import Connection, func, select, text

from scorepad.store.base import Base

# SQLite gives out no ids before a row is written: they are taken somewhere ahead of the last one,
# for each in a room of so many. What other pads write meanwhile then hardly ever takes the same.
_ROOM: Final = 500
_NEXT: Final = text(
    "SELECT nextval(pg_get_serial_sequence(:name, 'id')) FROM generate_series(1, :some)"
)


class Ids:
    """So many ids for each of some tables, by their names."""

    def __init__(self, connection: Connection, wanted: Mapping[str, int]) -> None:
        self._given = {name: _set_aside(connection, name, some) for name, some in wanted.items()}
        self._rest = {name: iter(ids) for name, ids in self._given.items()}

    def next(self, table: str) -> int:
        """An id for a row of this table."""
        return next(self._rest[table])

    def are_free(self, connection: Connection, table: str) -> bool:
        """Whether no row of this table has one of them."""
        ids = self._given[table]
        if not ids or connection.dialect.name != "sqlite":
            return True
        column = Base.metadata.tables[table].c.id
        taken = select(column).where(column.between(ids[0], ids[-1])).limit(1)
        return connection.scalar(taken) is None


def _set_aside(connection: Connection, name: str, some: int) -> Sequence[int]:
    if connection.dialect.name != "sqlite":
        return sorted(connection.scalars(_NEXT, {"name": name, "some": some}))
    last = connection.scalar(select(func.max(Base.metadata.tables[name].c.id))) or 0
    first = last + 1 + randrange(_ROOM * (some + 1))  # noqa: S311 (no secret)
    return range(first, first + some)
