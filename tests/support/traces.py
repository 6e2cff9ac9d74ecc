"""What is left of a name in the files of a database, by their raw bytes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


def traces(folder: Path, *names: str) -> list[str]:
    """The files in a folder that have any of these names in them, in whatever case."""
    return [
        file.name
        for file in sorted(folder.iterdir())
        if file.is_file()
        for text in [file.read_bytes().lower()]
        if any(name.lower().encode() in text for name in names)
    ]


@contextmanager
def reader(file: Path) -> Iterator[None]:
    """Somebody who reads a database meanwhile, as it is now."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("BEGIN")
        database.execute("SELECT count(*) FROM players").fetchone()
        yield
        database.execute("ROLLBACK")
