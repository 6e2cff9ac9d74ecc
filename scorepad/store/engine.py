"""Set-up of connections so that whatever was answered as saved stays saved (product.md, "Safety").

SQLite is set to its safest mode, and its file is watched: a database that was deleted or replaced
while open would accept every hand, and lose it with the last connection.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from threading import Lock
from typing import Any, Final, cast
from urllib.parse import quote

from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from scorepad.store.trouble import GoneError, trouble_of
from scorepad.store.wal import stamp

# How long a writer waits for another one before it gives up.
BUSY_SECONDS: Final = 5
_WRITING: Final = "scorepad_writing"
_CONSISTENT: Final = "scorepad_at_one_moment"
# SQLite's files beside a database while a connection is open: the log, and its index with locks.
_BESIDE: Final = ("-wal", "-shm")

# Tells a file from a later one of the same name: device and inode.
Identity = tuple[int, int]


def prepare(engine: Engine) -> None:
    """Set up every connection of an engine. A file must be there already: none is made."""
    if engine.dialect.name == "sqlite":
        database = _DatabaseFile(Path(engine.url.database or ""))
        event.listen(engine, "do_connect", database.open_existing)
        event.listen(engine, "connect", database.set_up)
        event.listen(engine, "close", database.closed)
        event.listen(engine, "begin", database.begin)
    else:
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", _set_up_on_server)
        event.listen(engine, "begin", _begin_on_server)


def begin_writing(session: Session) -> None:
    """Begin a transaction that will write; must come before anything else in the session.

    SQLite then takes the write lock at once: a transaction that reads first and writes later could
    find that another one wrote in between.
    """
    session.connection(execution_options={_WRITING: True})


def begin_reading(session: Session) -> None:
    """Begin a transaction whose statements all see the database as it is now.

    Must come before anything else in the session. SQLite's transactions are all like that.
    """
    session.connection(execution_options={_CONSISTENT: True})


def _set_up_on_server(connection: Any, _record: object) -> None:
    """Prepare a new connection of the driver's."""
    # To compile a statement takes PostgreSQL ten times longer than any of ours takes to run.
    connection.execute("SET jit = off")
    connection.commit()


class _DatabaseFile:
    """An SQLite file, and whether it and what is beside it are still those that were opened."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._beside = [file.with_name(f"{file.name}{ending}") for ending in _BESIDE]
        self._opened: Identity | None = None
        self._opened_beside: list[Identity | None] = []
        # The connections that are open, by their ids.
        self._open: set[int] = set()
        self._looking = Lock()

    def open_existing(
        self, _dialect: object, _record: object, args: list[Any], options: dict[str, Any]
    ) -> None:
        """Let the driver open the file only if it exists: a new, empty one has no tables."""
        # It would mix our log with another file, or begin a second log if ours is gone.
        self._expect_same_files()
        args[0] = f"file:{quote(str(self._file))}?mode=rw"
        options["uri"] = True

    def set_up(self, connection: sqlite3.Connection, _record: object) -> None:
        """Prepare a new connection."""
        # The driver's own transactions begin too late; begin() does it instead.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout = {BUSY_SECONDS * 1000}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            # What is deleted is overwritten: names are of real people.
            "secure_delete = ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        self._opened = self._opened or _identity(self._file)
        self._expect_same_files()
        self._open.add(id(connection))

    def closed(self, connection: sqlite3.Connection, _record: object) -> None:
        """Note that a connection is closed: with the last one SQLite deletes its log."""
        self._open.discard(id(connection))

    def begin(self, connection: Connection) -> None:
        """Begin a transaction as SQLAlchemy asks for it."""
        driver = cast("sqlite3.Connection", connection.connection.driver_connection)
        if connection.get_execution_options().get(_WRITING, False):
            try:
                driver.execute("BEGIN IMMEDIATE")
            except sqlite3.Error as error:
                if (trouble := trouble_of(error)) is None:
                    raise
                raise trouble from error
            # Only now, for it may have waited. What was begun is rolled back by the pool.
            self._expect_same_files()
            stamp(driver)
        else:
            # Takes no lock and so cannot fail: bypassing SQLAlchemy is faster.
            driver.execute("BEGIN")

    def _expect_same_files(self) -> None:
        """Refuse if the file is not the one opened first, or its log not the open connections'.

        While a connection is open nobody has a good reason to delete the log.
        """
        # Locked: what one thread sees must not be compared with files that another opened later.
        with self._looking:
            beside = [_identity(file) for file in self._beside]
            if not self._open or None in self._opened_beside:
                self._opened_beside = beside
            same = self._opened in (None, _identity(self._file)) and beside == self._opened_beside
        if not same:
            raise GoneError(
                f"the database {self._file} was deleted or replaced while it is in use: nothing "
                "is saved until it is back, or Scorepad is started again"
            )


def _identity(file: Path) -> Identity | None:
    try:
        status = os.stat(file)  # noqa: PTH116 (a Path takes three times as long, at every write)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _begin_on_server(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get(_CONSISTENT, False):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    if options.get(_WRITING, False):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s'")
