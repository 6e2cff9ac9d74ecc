"""Whether a database and the write-ahead log (WAL) beside it belong together.

SQLite does not check: it applies the pages of a log to whatever file stands beside it, and an older
file then lacks what a former log had brought into the newer one. So every write gives the database
a new stamp and notes the former one. Both are numbers that SQLite keeps for programs in
the header, on the first page; that page is then in the log with every commit, and is the first to
go from the log into the file. A file belongs to a log if it bears the stamp of one of its commits,
or the one that its first commit found.
"""

from __future__ import annotations

import secrets
import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from scorepad.store.database.check import connected, fault_in, fault_of, is_sqlite

_LOG_HEADER: Final = struct.Struct(">8xI20x")  # the size of a page
_FRAME_HEADER: Final = struct.Struct(">I20x")  # the number of the page that follows
# What SQLite calls user_version and application_id.
_STAMP: Final = struct.Struct(">60xi4xi")
_HIGHEST: Final = 2**31 - 1


class _Stamp(NamedTuple):
    """The stamp of a database and the one before it; 0 if there is none."""

    own: int
    former: int


def stamp(database: sqlite3.Connection) -> None:
    """Give the database a new stamp; for every transaction that writes, once it has begun."""
    (former,) = database.execute("PRAGMA user_version").fetchone()
    database.execute(f"PRAGMA application_id = {former}")
    database.execute(f"PRAGMA user_version = {1 + secrets.randbelow(_HIGHEST)}")


def beside(file: Path, suffix: str) -> Path:
    """The file that goes with a database, as "-wal" does."""
    return file.with_name(file.name + suffix)


def fault_with_log(file: Path) -> str | None:
    """The fault of a database and its log, in words that follow the name of the file.

    Nobody may be using the database. Neither file is changed: it is tried on a copy of both, in a
    folder of its own beside them.
    """
    log = beside(file, "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return None
    if not file.exists() or file.stat().st_size == 0:
        # SQLite would take the file for a new database and delete the log.
        return "is missing, and its -wal is there"
    if not is_sqlite(file):
        return "is not an SQLite database, and its -wal is there"
    with tempfile.TemporaryDirectory(prefix=".scorepad-", dir=file.parent) as folder:
        copy = Path(folder) / file.name
        shutil.copyfile(file, copy)
        shutil.copyfile(log, beside(copy, "-wal"))
        try:
            frames = _fold(copy)
        except sqlite3.DatabaseError as error:
            return f"with its -wal {fault_of(error)}"
        stamps = list(_stamps_in(log, frames))
        if stamps and _stamp_of(file) not in {stamps[0].former, *(each.own for each in stamps)}:
            return "and its -wal do not belong together"
        fault = fault_in(copy, ours=False)
    return fault and f"with its -wal {fault}"


def _fold(file: Path) -> int:
    """Merge the log of a database into its file; the number of good frames."""
    with connected(file, "rw") as database:
        # It need not survive a power cut.
        database.execute("PRAGMA synchronous = OFF")
        # The first read finds out where the last commit in the log ends.
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        _, frames, _ = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(frames)


def _stamp_of(file: Path) -> int:
    with file.open("rb") as opened:
        return _Stamp(*_STAMP.unpack(opened.read(_STAMP.size))).own


def _stamps_in(log: Path, frames: int) -> Iterator[_Stamp]:
    """The stamps in the first frames of a log, each a page with a header; oldest first."""
    with log.open("rb") as opened:
        (size,) = _LOG_HEADER.unpack(opened.read(_LOG_HEADER.size))
        for _ in range(frames):
            (number,) = _FRAME_HEADER.unpack(opened.read(_FRAME_HEADER.size))
            page = opened.read(size)
            if number == 1:
                yield _Stamp(*_STAMP.unpack_from(page))
