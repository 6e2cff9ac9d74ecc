"""Checks that a database file is Scorepad's and undamaged, and says how much is in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from scorepad.assets import assets


class FileError(Exception):
    """A database file cannot be used, copied or restored.

    The message is one clear line for the person who runs Scorepad.
    """


@dataclass(frozen=True)
class Contents:
    """How much a database holds; ``changed``: the time of the last row in its log."""

    pads: int
    hands: int
    changed: datetime | None


def known_revisions() -> list[str]:
    """The revisions of the tables that this Scorepad knows, oldest first.

    Each is the beginning of the name of its migration's file.
    """
    files = (assets("migrations") / "versions").glob("[0-9]*_*.py")
    return sorted(file.name.partition("_")[0] for file in files)


@contextmanager
def connected(
    file: Path, mode: Literal["ro", "rw"], timeout: float = 30
) -> Iterator[sqlite3.Connection]:
    """A connection to an existing database; ``timeout``: seconds to wait for a writer."""
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, timeout, uri=True, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def fault_in(file: Path) -> str | None:
    """The fault of a database in a single file, such as "is damaged"; ``None`` if there is none."""
    try:
        with connected(file, "ro") as database:
            return _schema_fault(database) or _damage(database, file.stat().st_size)
    except sqlite3.DatabaseError as error:
        return fault_of(error)


def contents_of(file: Path) -> Contents:
    """How much is in a database of Scorepad."""
    with connected(file, "ro") as database:
        pads, hands, changed = database.execute(
            "SELECT (SELECT count(*) FROM pads),"
            " (SELECT count(*) FROM hands WHERE struck IS NULL), (SELECT max(at) FROM changes)"
        ).fetchone()
    return Contents(pads, hands, changed and datetime.fromisoformat(changed).replace(tzinfo=UTC))


def _schema_fault(database: sqlite3.Connection) -> str | None:
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if not tables.issuperset(("alembic_version", "pads", "games", "hands", "changes")):
        return "is not a database of Scorepad"
    stored = {name for (name,) in database.execute("SELECT version_num FROM alembic_version")}
    if stored.difference(known_revisions()):
        return "was written by a newer Scorepad: please update this one"
    return None


def _damage(database: sqlite3.Connection, size: int) -> str | None:
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    (bytes_each,) = database.execute("PRAGMA page_size").fetchone()
    # SQLite itself does not notice when less than a page is missing at the end.
    if size < pages * bytes_each:
        return "is damaged: it is cut off"
    (first,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if first != "ok":
        return f"is damaged: {' '.join(first.split())}"
    if database.execute("PRAGMA foreign_key_check").fetchone():
        return "is damaged: it has rows that refer to nothing"
    return None


def fault_of(error: sqlite3.DatabaseError) -> str:
    """The fault of a file that an error of SQLite reports, in words that follow its name."""
    # The lowest byte is the kind of error, above it are its details.
    kind = error.sqlite_errorcode & 0xFF
    if kind == sqlite3.SQLITE_NOTADB:
        return "is not an SQLite database"
    if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
        return f"is damaged: {error}"
    return f"cannot be read: {error}"
