"""What many tests begin with: made once by each worker, and put back for every other test."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, TypeVar

from flask import Flask

from scorepad.store.secrets import new_address
from tests.web.apps import file_of, forget
from tests.web.cast import Cast, Phone, Table

_Made = TypeVar("_Made", Table, Cast)


class Scenes:
    """Tables in an app's database, and who comes to them; the database holds nothing else.

    ``database``: a connection of one's own to it.
    """

    def __init__(self, app: Flask, database: sqlite3.Connection) -> None:
        self._app = app
        self._database = database
        self._empty = self.keep()
        self._known: dict[Callable[[Phone], Any], tuple[Any, sqlite3.Connection]] = {}

    def clear(self) -> None:
        """Leave no row in the database; no one may be writing."""
        self.put_back(self._empty)

    def table(self, phone: Phone, made: Callable[[Phone], Table]) -> Table:
        """The table that is made so, in the hands of this phone."""
        table, address = self._in_place(made, lambda table: table)
        phone.come_as(table.phone)
        return Table(phone, address)

    def cast(self, made: Callable[[Phone], Cast]) -> Cast:
        """The cast that comes together so."""
        cast, address = self._in_place(made, lambda cast: cast.table)
        phones = {who: Phone(self._app) for who in cast.everybody}
        for who, phone in phones.items():
            phone.come_as(cast.everybody[who])
        return Cast(Table(phones["holder"], address), **phones)

    def _in_place(
        self, made: Callable[[Phone], _Made], table_of: Callable[[_Made], Table]
    ) -> tuple[_Made, str]:
        """What was made so at first, and the address of its table as it is now."""
        if made not in self._known:
            self.clear()
            self._known[made] = made(Phone(self._app)), self.keep()
        first, kept = self._known[made]
        self.put_back(kept)
        # Pages that the app remembers are known by their addresses.
        table, key = table_of(first), new_address()
        self._database.execute("UPDATE pads SET address = ? WHERE address = ?", (key, table.key))
        return first, table.address.replace(table.key, key)

    def keep(self) -> sqlite3.Connection:
        """All that is in the database now."""
        kept = sqlite3.connect(":memory:")
        self._database.backup(kept)
        return kept

    def put_back(self, kept: sqlite3.Connection) -> None:
        """Make everything as it was when it was kept; no one may be writing."""
        kept.backup(self._database)
        forget(self._app)

    def expect_no_writer(self) -> None:
        """Fail if a transaction that writes is still open."""
        self._database.execute("PRAGMA busy_timeout = 0")
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute("ROLLBACK")


@contextmanager
def scenes_in(app: Flask) -> Iterator[Scenes]:
    """The scenes in this app's database, which is empty."""
    with closing(sqlite3.connect(file_of(app), isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        yield Scenes(app, database)
