"""Set-up of connections so that whatever was answered as saved stays saved (product.md, "Safety").

SQLite is set to its safest mode, and its file is watched: a database that was deleted or replaced
while open would accept every hand, and lose it with the last connection.
"""

from __future__ import annotations

import os
import select
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any, Final, cast
from urllib.parse import quote

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from scorepad.store.database.line import BUSY_SECONDS
from scorepad.store.trouble import GoneError, trouble_of

_BUSY_TIMEOUT: Final = f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}"
_FILE: Final = "scorepad_file"
# Writers wait as long as this waits for readers.
_MILLISECONDS_FOR_READERS: Final = 200
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
        # With a listener instead, SQLAlchemy asks for listeners at every statement.
        engine.dialect.do_begin = _begin  # type: ignore[assignment]  # it needs no dialect
    else:
        event.listen(engine, "connect", _set_up_on_server)
        event.listen(engine, "checkout", _check_on_server)


def begin_writing(connection: Connection, seconds: float = BUSY_SECONDS) -> None:
    """Make a transaction that has just begun one that will write.

    SQLite then takes the write lock at once: a transaction that reads first and writes later could
    find that another one wrote in between. ``seconds``: how long it waits for the lock.
    """
    file: _DatabaseFile | None = connection.info.get(_FILE)
    if file is None:
        connection.exec_driver_sql(f"BEGIN READ WRITE; SET LOCAL lock_timeout = '{BUSY_SECONDS}s'")
    else:
        file.begin_writing(connection, seconds)


def at_one_moment(connection: Connection) -> Connection:
    """Let all statements of a connection see the database as it is at the first of them.

    SQLite's transactions are all like that; on a server each statement sees what is committed when
    it begins, and needs no transaction, which would cost two journeys there.
    """
    if _FILE not in connection.info:
        # It is rolled back in any case; an import takes numbers for its rows meanwhile.
        connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE")
    return connection


def empty_log(engine: Engine) -> bool:
    """Bring SQLite's log into its file and cut it off; false if a reader still needs it."""
    if engine.dialect.name != "sqlite":
        return True
    with closing(engine.raw_connection()) as connection:
        driver = cast("sqlite3.Connection", connection.driver_connection)
        driver.execute(f"PRAGMA busy_timeout = {_MILLISECONDS_FOR_READERS}")
        try:
            # A reader in the way is no error, but the first column of the answer.
            (busy, *_) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            driver.execute(_BUSY_TIMEOUT)
    return not busy


def _set_up_on_server(connection: Any, _record: object) -> None:
    _without_transaction(connection)
    # What does not begin to write, writes nothing.
    connection.execute("SET default_transaction_read_only = on")


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
        self, _dialect: object, _record: object, args: list[object], options: dict[str, object]
    ) -> None:
        """Let the driver open the file only if it exists: a new, empty one has no tables."""
        # It would mix our log with another file, or begin a second log if ours is gone.
        self._expect_same_files()
        args[0] = f"file:{quote(str(self._file))}?mode=rw"
        options["uri"] = True

    def set_up(self, connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        record.info[_FILE] = self
        # The driver's own transactions begin too late; _begin() does it instead.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(_BUSY_TIMEOUT)
        for pragma in (
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

    def begin_writing(self, connection: Connection, seconds: float) -> None:
        """Take the write lock; what the transaction may have read before is forgotten."""
        driver = cast("sqlite3.Connection", connection.connection.driver_connection)
        try:
            driver.rollback()
            driver.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            if (trouble := trouble_of(error)) is None:
                raise
            raise trouble from error
        finally:
            driver.execute(_BUSY_TIMEOUT)
        # Only now, for it may have waited. What was begun is rolled back by the pool.
        self._expect_same_files()

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


def _begin(connection: PoolProxiedConnection) -> None:
    # Takes no lock and so cannot fail: bypassing SQLAlchemy is faster.
    cast("sqlite3.Connection", connection.driver_connection).execute("BEGIN")


def _identity(file: Path) -> Identity | None:
    try:
        status = os.stat(file)  # noqa: PTH116 (a Path takes three times as long, at every write)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _without_transaction(connection: Any) -> None:
    """Let the driver begin no transactions of its own: :func:`begin_writing` does it instead.

    It would begin one with any statement, and forget what it has prepared with each that is rolled
    back.
    """
    connection.autocommit = True


def _check_on_server(connection: Any, _record: object, _proxy: object) -> None:
    """Have the pool replace a connection that the server has ended, as by a restart.

    To ask the server would take as long as a look-up: an idle server sends nothing, unless it says
    goodbye.
    """
    # Somebody may have asked for another mode, after which SQLAlchemy sets its own.
    if not connection.autocommit:
        _without_transaction(connection)
    if _has_news(connection.fileno()):
        try:
            connection.execute("SELECT")
        except connection.Error as error:
            raise DisconnectionError from error


def _has_news(descriptor: int) -> bool:
    """Whether something was sent to a socket, if only its end."""
    if not hasattr(select, "poll"):
        # On Windows.
        return bool(select.select([descriptor], [], [], 0)[0])
    # Unlike select(), it takes any number of files.
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
