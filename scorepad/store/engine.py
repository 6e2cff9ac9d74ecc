"""How SQLite is used so that what was answered as saved stays saved (product.md, "Safety")."""

from __future__ import annotations

import sqlite3
from typing import Final, cast

from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

# How long a writer waits for another one, in milliseconds, before it gives up.
_BUSY_TIMEOUT: Final = 30_000
_WRITING: Final = "scorepad_writing"


def prepare(engine: Engine) -> None:
    """Set up every connection of an engine; a server such as PostgreSQL needs nothing."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)


def begin_writing(session: Session) -> None:
    """Begin a transaction that will write; must come before anything else in the session.

    SQLite then takes the write lock at once: a transaction that reads first and writes later could
    find that another one wrote in between.
    """
    session.connection(execution_options={_WRITING: True})


def _set_up(connection: sqlite3.Connection, _record: object) -> None:
    # The driver's own transactions begin too late; _begin does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {_BUSY_TIMEOUT}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(_WRITING, False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        # Takes no lock and so cannot fail: SQLAlchemy need not see it, which takes longer.
        cast("sqlite3.Connection", connection.connection.driver_connection).execute("BEGIN")
