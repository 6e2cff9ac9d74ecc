"""How PostgreSQL is used: few journeys, prepared statements, nothing written in passing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from scorepad.store.database.database import Database, open_database
from scorepad.store.database.engine import begin_writing
from scorepad.store.game.state import game_state
from scorepad.store.models import Device, Game, Pad
from scorepad.store.verbs.pens import new_device
from tests.store import table as tables
from tests.support.hosting import until
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.postgresql
# More often than the driver waits before it has a statement prepared.
OFTEN = 10


@pytest.fixture
def database(cluster: str, tmp_path: Path) -> Iterator[Database]:
    with (
        fresh_database(cluster) as uri,
        open_database(uri, lock=tmp_path / "starting.lock") as opened,
    ):
        yield opened


def backend(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())


def end_backend(cluster: str, pid: int) -> None:
    """Have the server end a connection, as it does when it is stopped."""
    engine = create_engine(cluster, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
        there = text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")
        until(lambda: other.execute(there, {"pid": pid}).scalar() == 0, "the end of a connection")


def test_what_reads_begins_no_transaction_and_is_prepared(database: Database) -> None:
    for _ in range(OFTEN):
        with database.sessions() as session:
            session.scalars(select(Device)).all()
            driver = session.connection().connection.driver_connection
            # 0: idle, not in a transaction.
            assert driver is not None
            assert driver.info.transaction_status == 0
    with database.engine.connect() as connection:
        prepared = connection.exec_driver_sql("SELECT statement FROM pg_prepared_statements")
        assert any("FROM devices" in statement for (statement,) in prepared)


def test_what_does_not_begin_to_write_writes_nothing(database: Database) -> None:
    with database.sessions() as session, pytest.raises(DBAPIError, match="read-only"):
        new_device(session)
    with database.reading() as session:
        assert session.scalars(select(Device)).all() == []


def test_a_writer_does_not_wait_for_ever_and_is_taken_back(database: Database) -> None:
    with database.writing() as session:
        new_device(session)
        assert session.scalar(text("SHOW lock_timeout")) == "5s"
        session.rollback()
    with database.sessions() as session:
        assert session.scalars(select(Device)).all() == []
        assert session.scalar(text("SHOW lock_timeout")) == "0"


@pytest.mark.parametrize("read", ["a session", "a look-up"])
def test_a_connection_that_the_server_has_ended_is_replaced(
    database: Database, cluster: str, read: str
) -> None:
    on_it = tables.Database(str(database.engine.url), Path(), database.engine)
    table = tables.seat_four(on_it, {}, tables.PLAIN_HANDS[:1])
    with database.sessions() as session:
        pad = session.get_one(Pad, table.pad).address

    def revision() -> int | None:
        if read == "a look-up":
            with database.engine.connect() as connection:
                state = game_state(connection, pad, 1)
            return None if state is None else state.revision
        with database.sessions() as session:
            return session.scalar(select(Game.revision))

    assert revision() == 2
    with database.engine.connect() as connection:
        pid = backend(connection)
    end_backend(cluster, pid)
    assert revision() == 2
    with database.writing() as session:
        new_device(session)
    with database.engine.connect() as connection:
        assert backend(connection) != pid


def isolation(engine: Engine) -> None:
    with engine.connect().execution_options(isolation_level="SERIALIZABLE") as connection:
        connection.exec_driver_sql("SELECT 1")


def autocommit(engine: Engine) -> None:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("SELECT 1")


def writer(engine: Engine) -> None:
    with Session(engine) as session:
        begin_writing(session.connection())
        session.rollback()


@pytest.mark.parametrize("before", [isolation, autocommit, writer])
def test_it_is_so_after_whatever_a_connection_was_used_for(
    database: Database, before: Callable[[Engine], None]
) -> None:
    before(database.engine)
    test_what_reads_begins_no_transaction_and_is_prepared(database)
