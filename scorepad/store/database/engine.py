"""Connections set up so that what was answered as saved stays saved.

SQLite is set to its safest mode, and its file is watched: a database that was deleted or replaced
while open would accept every hand, and lose it with the last connection.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.orm import Session

from scorepad.store.base import to_json
from scorepad.store.trouble import GoneError

# How long a writer waits for another one before it gives up.
BUSY_SECONDS: Final = 5
# Writers wait as long as this waits for readers.
_MILLISECONDS_FOR_READERS: Final = 200
# The execution option of a connection that is going to write.
_WRITES: Final = "scorepad_writes"


def engine_options(url: URL, threads: int) -> dict[str, Any]:
    """Options of an engine for so many threads that read at the same time, and as many writers."""
    options: dict[str, Any] = {
        # Values, such as names and hashes, must not appear in a log.
        "hide_parameters": True,
        "json_serializer": to_json,
        # No thread waits for a connection: each may read and write, and make a file at once.
        "pool_size": threads,
        "max_overflow": 2 * threads,
        "pool_timeout": BUSY_SECONDS,
    }
    if url.get_backend_name() == "sqlite":
        return options | {"connect_args": {"timeout": BUSY_SECONDS}}
    waits = {"connect_timeout": BUSY_SECONDS, "options": f"-c lock_timeout={BUSY_SECONDS}s"}
    return options | {"connect_args": waits, "pool_pre_ping": True}


def prepare(engine: Engine) -> None:
    """Set up every connection of an engine to an SQLite file, which must be there already.

    Transactions begin as SQLAlchemy's documentation of pysqlite proposes: the driver's own begin
    too late.
    """
    if engine.dialect.name != "sqlite":
        return
    file = Path(engine.url.database or "")
    opened = _identity(file)

    def expect_same_file(*_: object) -> None:
        if _identity(file) != opened:
            raise GoneError(
                f"the database {file} was deleted or replaced while it is in use: nothing "
                "is saved until it is back, or Scorepad is started again"
            )

    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        # One that reads first and writes later could find that another one wrote in between.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
        if writes:
            # Only now, for it may have waited.
            expect_same_file()

    # SQLite would make a new, empty file.
    event.listen(engine, "do_connect", expect_same_file)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", begin)


def for_writing(connection: Connection) -> Connection:
    """The connection, whose transactions take SQLite's write lock when they begin."""
    return connection.execution_options(**{_WRITES: True})


def begin_writing(session: Session) -> None:
    """Begin the transaction of a session that will write; SQLite takes the write lock at once."""
    session.connection(execution_options={_WRITES: True})


def empty_log(engine: Engine) -> bool:
    """Bring SQLite's log into its file and cut it off; false if a reader still needs it."""
    if engine.dialect.name != "sqlite":
        return True
    with engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {_MILLISECONDS_FOR_READERS}")
        try:
            # A reader in the way is no error, but the first column of the answer.
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar_one()
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    return not busy


def _set_up(driver: sqlite3.Connection, _record: object) -> None:
    driver.isolation_level = None
    try:
        driver.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError:
        # For this change of a new file SQLite does not wait for another process that makes it.
        driver.execute("BEGIN IMMEDIATE")
        driver.execute("ROLLBACK")
        driver.execute("PRAGMA journal_mode = WAL")
    for pragma in (
        "synchronous = FULL",
        "foreign_keys = ON",
        # What is deleted is overwritten: names are of real people.
        "secure_delete = ON",
    ):
        driver.execute(f"PRAGMA {pragma}")


def _identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from a later one of the same name; ``None`` if there is none."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
