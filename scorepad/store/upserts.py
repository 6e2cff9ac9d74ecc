"""Rows that are inserted, or change the row that has their key already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Insert
from sqlalchemy.dialects import postgresql, sqlite

from scorepad.store.base import Base, table


def upserts(
    model: type[Base], key: Sequence[str], *, new: Sequence[str] = (), more: Sequence[str] = ()
) -> Mapping[str, Insert]:
    """The statement, by dialect; ``new``: columns that are replaced, ``more``: that grow."""

    def changing(statement: sqlite.Insert | postgresql.Insert) -> Insert:
        replaced = {name: statement.excluded[name] for name in new}
        grown = {name: table(model).c[name] + statement.excluded[name] for name in more}
        changes = {**replaced, **grown}
        return statement.on_conflict_do_update(index_elements=key, set_=changes)

    return {
        "sqlite": changing(sqlite.insert(model)),
        "postgresql": changing(postgresql.insert(model)),
    }
