"""Checks that a database file is Scorepad's, is undamaged, and that games agree with their log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from scorepad.assets import assets

_MAGIC: Final = b"SQLite format 3\0"
_TIMEOUT: Final = 30.0

_TABLES: Final = {"pads", "games", "hands", "changes"}
# Every change of a game raises its revision and has a row in the log, and always did. A rename or a
# merge raises the revision too, but its row is the pad's, and is deleted with the player.
_OUT_OF_STEP: Final = """
    SELECT 1 FROM games LEFT JOIN
    (SELECT game_id, count(*) AS lines FROM changes GROUP BY game_id) ON game_id = games.id
    WHERE lines IS NULL OR revision < lines OR revision > lines AND pad_id NOT IN
    (SELECT pad_id FROM changes WHERE what IN ('rename', 'merge', 'deletion')) LIMIT 1
"""
# What a change refers to without a foreign key (``models.py`` says why).
_LOST: Final = (
    """
        SELECT 1 FROM changes LEFT JOIN devices ON devices.id = device_id
        WHERE device_id IS NOT NULL AND devices.id IS NULL LIMIT 1
    """,
    """
        SELECT 1 FROM changes LEFT JOIN hands ON hands.id = hand_id
        WHERE hand_id IS NOT NULL AND hands.id IS NULL LIMIT 1
    """,
    """
        SELECT 1 FROM changes LEFT JOIN changes AS other ON other.id = changes.undoes
        WHERE changes.undoes IS NOT NULL AND other.id IS NULL LIMIT 1
    """,
)


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
    file: Path, mode: Literal["ro", "rw"], timeout: float = _TIMEOUT
) -> Iterator[sqlite3.Connection]:
    """A connection to an existing database; ``timeout``: seconds to wait for a writer."""
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, timeout, uri=True, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def is_sqlite(file: Path) -> bool:
    """Whether a file is a database of SQLite, or empty, which it takes for a new one."""
    with file.open("rb") as opened:
        return opened.read(len(_MAGIC)) in (b"", _MAGIC)


def fault_in(file: Path, *, ours: bool = True) -> str | None:
    """The fault of a database in a single file, such as "is damaged"; ``None`` if there is none.

    ``ours``: it must have the tables of this Scorepad, or of an earlier one.
    """
    try:
        with connected(file, "ro") as database:
            size = file.stat().st_size
            return (
                (_schema_fault(database) if ours else None)
                or _truncation_fault(database, size)
                or _integrity_fault(database)
            )
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
    stored = set[str]()
    if "alembic_version" in _tables(database):
        stored = {name for (name,) in database.execute("SELECT version_num FROM alembic_version")}
    if stored.difference(known_revisions()):
        return "was written by a newer Scorepad: please update this one"
    if not stored or not _TABLES.issubset(_tables(database)):
        return "is not a database of Scorepad"
    return None


def _truncation_fault(database: sqlite3.Connection, size: int) -> str | None:
    """SQLite itself does not notice when less than a page is missing at the end."""
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    (bytes_each,) = database.execute("PRAGMA page_size").fetchone()
    return "is damaged: it is cut off" if size < pages * bytes_each else None


def _integrity_fault(database: sqlite3.Connection) -> str | None:
    (first,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if first != "ok":
        return f"is damaged: {' '.join(first.split())}"
    if database.execute("PRAGMA foreign_key_check").fetchone():
        return "is damaged: it has rows that refer to nothing"
    if not _TABLES.issubset(_tables(database)):
        return None
    if any(database.execute(lost).fetchone() for lost in _LOST):
        return "is damaged: it has rows that refer to nothing"
    if database.execute(_OUT_OF_STEP).fetchone():
        return "is damaged: a game and its log do not agree"
    return None


def _tables(database: sqlite3.Connection) -> set[str]:
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}


def fault_of(error: sqlite3.DatabaseError) -> str:
    """The fault of a file that an error of SQLite reports, in words that follow its name."""
    # The lowest byte is the kind of error, above it are its details.
    kind = error.sqlite_errorcode & 0xFF
    if kind == sqlite3.SQLITE_NOTADB:
        return "is not an SQLite database"
    if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
        return f"is damaged: {error}"
    return f"cannot be read: {error}"
