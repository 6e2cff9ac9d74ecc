"""Sweeping SQLite's file, so that nothing deleted for good is left in it or in its log.

SQLite overwrites what is deleted, but older copies of a page may lie in the gaps between rows, and
all former pages lie in the write-ahead log (WAL). To sweep is to rewrite the file and then to empty
the log, which a reader who still needs it prevents. That a sweep is due is a row, written by the
transaction that deletes and removed once the sweep was complete: neither the end of the process nor
a reader in the way makes anybody forget it.

PostgreSQL has nothing of the kind: what it promises is in ``SECURITY.md``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final, cast

from sqlalchemy import Engine

from scorepad.store.chores import REWRITE
from scorepad.store.database.wal import stamp
from scorepad.store.database.write_queue import BUSY_SECONDS

# The second step, as a chore: the log is to be emptied.
_EMPTY: Final = "empty"
# Nobody can write while readers are waited for.
_MILLISECONDS_FOR_READERS: Final = 200


def sweep(engine: Engine) -> bool:
    """Sweep if that is due; false if somebody who reads the database keeps its log from us.

    Needs as much room again as the database, and the write lock for a time in proportion to it.
    """
    if engine.dialect.name != "sqlite":
        return True
    with _opened(engine) as database:
        # What is deleted from now on has a row with a higher id.
        due = dict(database.execute("SELECT what, max(id) FROM chores GROUP BY what"))
        if REWRITE in due:
            database.execute("VACUUM")
            done = (_EMPTY, REWRITE, due[REWRITE])
            _write(database, "UPDATE chores SET what = ? WHERE what = ? AND id <= ?", *done)
        elif _EMPTY not in due:
            return True
        if not _empty_log(database):
            return False
        _write(database, "DELETE FROM chores WHERE what = ? AND id <= ?", _EMPTY, max(due.values()))
    return True


@contextmanager
def _opened(engine: Engine) -> Iterator[sqlite3.Connection]:
    """A connection outside of any transaction, which everything else is in."""
    with closing(engine.raw_connection()) as connection:
        yield cast("sqlite3.Connection", connection.driver_connection)


def _write(database: sqlite3.Connection, statement: str, *values: object) -> None:
    database.execute("BEGIN IMMEDIATE")
    try:
        # Like every other writer: a log without a stamp would seem to belong to an older file.
        stamp(database)
        database.execute(statement, values)
        database.execute("COMMIT")
    finally:
        if database.in_transaction:
            database.execute("ROLLBACK")


def _empty_log(database: sqlite3.Connection) -> bool:
    """Bring the log into the file and cut it off; whether nobody was in the way."""
    database.execute(f"PRAGMA busy_timeout = {_MILLISECONDS_FOR_READERS}")
    try:
        # Somebody in the way is no error.
        busy, pages, _ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        database.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    return not busy and not pages
