"""How SQLite is used, so that what was answered as saved stays saved."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from sqlalchemy import Engine, event, func, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorepad.store.database.database import open_database
from scorepad.store.database.engine import begin_writing
from scorepad.store.models import Hand
from scorepad.store.trouble import BusyError, GoneError, trouble_of
from tests.store.table import (
    LONG,
    PLAIN_HANDS,
    Database,
    keep_recording,
    prepared_engine,
    seat_four,
)
from tests.support.patience import PATIENCE

PROJECT = Path(__file__).parents[2]
A_MOMENT = 0.15


@pytest.fixture
def impatient(sqlite_database: Database) -> Iterator[Engine]:
    """An engine for the same file whose writers do not wait long."""
    with prepared_engine(sqlite_database.uri) as engine:

        def hurry(connection: sqlite3.Connection, _record: object) -> None:
            connection.execute("PRAGMA busy_timeout = 20")

        event.listen(engine, "connect", hurry)
        yield engine


def file_of(database: Database) -> Path:
    return Path(database.engine.url.database or "")


def test_every_connection_of_an_open_database_is_set_up(sqlite_database: Database) -> None:
    with open_database(sqlite_database.uri) as opened, opened.reading(), opened.reading() as second:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete")
        found = [second.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
        assert found == ["wal", 2, 1, 5_000, 1]


def test_a_new_file_that_another_process_sets_up_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "pad.sqlite"
    with (
        closing(sqlite3.connect(file, isolation_level=None)) as other,
        ThreadPoolExecutor(1) as one,
    ):
        other.execute("BEGIN IMMEDIATE")
        opening = one.submit(lambda: open_database(file).close())
        with pytest.raises(TimeoutError):
            opening.result(A_MOMENT)
        other.execute("ROLLBACK")
        opening.result(PATIENCE)


def test_a_second_writer_is_kept_out_from_the_beginning(
    sqlite_database: Database, impatient: Engine
) -> None:
    with Session(sqlite_database.engine) as first, Session(impatient) as second:
        # Nothing is written yet; that it will be is enough.
        begin_writing(first)
        with pytest.raises(OperationalError, match="database is locked") as refused:
            begin_writing(second)
        assert isinstance(trouble_of(refused.value), BusyError)
        second.rollback()
        first.rollback()
        begin_writing(second)


def test_a_transaction_that_only_reads_takes_no_write_lock(
    sqlite_database: Database, impatient: Engine
) -> None:
    with sqlite_database.reading() as reader, Session(impatient) as writer:
        reader.execute(select(Hand)).all()
        begin_writing(writer)
        writer.rollback()
        # And it does not stick to the connection, which the pool gives out again.
        with impatient.connect() as later, Session(sqlite_database.engine) as other:
            later.execute(select(Hand)).all()
            begin_writing(other)


@pytest.mark.slow
@pytest.mark.parametrize("hands", [1, 41])
def test_every_hand_answered_as_saved_is_there_after_the_process_was_killed(
    sqlite_database: Database, hands: int
) -> None:
    table = seat_four(sqlite_database, LONG)
    where = (sqlite_database.uri, table.pad, table.device, table.game)
    command = [sys.executable, "-m", "tests.store.writer", *map(str, where), "120", "entry"]
    with Popen(command, cwd=PROJECT, stdout=PIPE, text=True) as writer:
        assert writer.stdout is not None
        saved = [writer.stdout.readline().strip() for _ in range(hands)]
        # Wherever it is by now, most likely in the middle of a hand.
        writer.kill()
        saved += [line.strip() for line in writer.stdout]
    assert writer.returncode == -9
    assert saved == [f"entry{number}" for number in range(len(saved))]

    check_file(file_of(sqlite_database))
    state = table.state()
    there = [entry for _, _, entry in state.rows]
    # The last one may have been committed and not printed any more.
    assert there in (saved, [*saved, f"entry{len(saved)}"])
    assert state.hands == PLAIN_HANDS[: len(there)]
    assert state.revision == 1 + len(there)
    assert [line.what for line in state.log] == ["game", *["hand"] * len(there)]

    # And the game goes on.
    more: list[str] = []
    keep_recording(table, ["after the crash"], more.append)
    assert len(table.state().hands) == len(there) + 1


def check_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_file_that_is_replaced_while_a_writer_waits_is_not_written_to(
    sqlite_database: Database,
) -> None:
    file = file_of(sqlite_database)

    def second() -> None:
        with sqlite_database.writing():
            pass

    with ThreadPoolExecutor(1) as threads:
        with sqlite_database.writing() as first:
            waiting = threads.submit(second)
            with pytest.raises(TimeoutError):
                waiting.result(A_MOMENT)
            file.rename(file.with_name("away"))
            file.touch()
            first.rollback()
        with pytest.raises(GoneError):
            waiting.result(PATIENCE)
    # What the second one began does not stand in anybody's way.
    file.with_name("away").replace(file)
    seat_four(sqlite_database)


def test_a_new_connection_makes_no_new_file(sqlite_database: Database) -> None:
    seat_four(sqlite_database)
    file = file_of(sqlite_database)
    sqlite_database.engine.dispose()
    file.rename(file.with_name("away"))
    with pytest.raises(GoneError, match="was deleted or replaced"):
        sqlite_database.engine.connect()
    assert not file.exists()
    file.with_name("away").replace(file)
    with sqlite_database.engine.connect() as connection:
        assert connection.execute(select(func.count(Hand.id))).scalar() == 0
