"""Databases as files: their bytes at one moment, and all that is in them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorepad.store.database.files import beside

Everything = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Files:
    """A database and its log as they were on the disk at one moment."""

    main: bytes
    log: bytes

    @classmethod
    def of(cls, file: Path) -> Files:
        log = beside(file, "-wal")
        return cls(file.read_bytes(), log.read_bytes() if log.exists() else b"")

    def put(self, folder: Path) -> Path:
        folder.mkdir()
        file = folder / "scorepad.sqlite"
        self.put_at(file)
        return file

    def put_at(self, file: Path) -> None:
        file.write_bytes(self.main)
        beside(file, "-wal").write_bytes(self.log)


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(file, isolation_level=None)
    # Nothing here needs to survive a power cut.
    connection.execute("PRAGMA synchronous = OFF")
    try:
        yield connection
    finally:
        connection.close()


def everything(file: Path) -> Everything:
    """Every row of every table; what the log has goes into the file."""
    with opened(file) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}
