"""Another process's write lock on an SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

DATABASE = "scorepad.sqlite"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the lock of the database in a data folder."""
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
