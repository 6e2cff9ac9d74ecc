"""How SQLite is used, so that what was answered as saved stays saved."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Barrier

import pytest
from sqlalchemy import Engine, event, func, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorepad.store.database.database import open_database
from scorepad.store.database.engine import begin_writing
from scorepad.store.models import Game, Hand
from scorepad.store.trouble import BusyError, GoneError
from tests.store.table import (
    LONG,
    PLAIN_HANDS,
    Database,
    hand,
    keep_recording,
    prepared_engine,
    seat_four,
)
from tests.support.patience import PATIENCE
from tests.support.torture import short_and_long

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


def pragmas(engine: Engine) -> dict[str, object]:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete")
    with engine.connect() as connection:
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names}


IN_FORCE = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 1,
    "busy_timeout": 5_000,
    "secure_delete": 1,
}


def test_every_connection_is_set_up(sqlite_database: Database) -> None:
    with sqlite_database.engine.connect(), sqlite_database.engine.connect():
        # Both earlier connections are in use: this is a third one.
        assert pragmas(sqlite_database.engine) == IN_FORCE


def test_the_connections_of_an_open_database_are_set_up_too(sqlite_database: Database) -> None:
    with open_database(sqlite_database.uri, lock=sqlite_database.lock) as opened:
        assert pragmas(opened.engine) == IN_FORCE


def test_a_row_that_refers_to_nothing_is_refused(sqlite_database: Database) -> None:
    with sqlite_database.writing() as session, pytest.raises(IntegrityError):
        session.execute(
            text("INSERT INTO pens (pad_id, device_id, given) VALUES (7, 7, '2024-01-01')")
        )


def test_a_second_writer_is_kept_out_from_the_beginning(
    sqlite_database: Database, impatient: Engine
) -> None:
    with Session(sqlite_database.engine) as first, Session(impatient) as second:
        # Nothing is written yet; that it will be is enough.
        begin_writing(first.connection())
        with pytest.raises(BusyError, match="database is locked"):
            begin_writing(second.connection(), A_MOMENT)
        second.rollback()
        first.rollback()
        begin_writing(second.connection())


def test_a_second_writer_waits_until_the_first_one_is_done(sqlite_database: Database) -> None:
    def second() -> int:
        with sqlite_database.writing() as session:
            return session.scalars(select(func.count(Hand.id))).one()

    table = seat_four(sqlite_database)
    with ThreadPoolExecutor(1) as threads:
        with sqlite_database.writing():
            waiting = threads.submit(second)
            with pytest.raises(TimeoutError):
                waiting.result(A_MOMENT)
        assert waiting.result(PATIENCE) == 0
    table.record(PLAIN_HANDS[0])
    assert second() == 1


def test_readers_go_on_reading_what_is_committed_while_somebody_writes(
    sqlite_database: Database, impatient: Engine
) -> None:
    table = seat_four(sqlite_database)
    with sqlite_database.writing() as session:
        session.get_one(Game, table.game).revision = 99
        session.flush()
        with impatient.connect() as reader:
            assert reader.execute(text("SELECT revision FROM games")).scalars().all() == [1]
    assert table.revision() == 99


def test_a_reader_sees_one_moment_throughout(sqlite_database: Database) -> None:
    table = seat_four(sqlite_database)
    with sqlite_database.reading() as session:
        count = select(func.count(Hand.id))
        assert session.scalars(count).one() == 0
        table.record(PLAIN_HANDS[0])
        assert session.scalars(count).one() == 0


def test_a_transaction_that_only_reads_takes_no_write_lock(
    sqlite_database: Database, impatient: Engine
) -> None:
    with sqlite_database.reading() as reader, Session(impatient) as writer:
        reader.execute(select(Hand)).all()
        begin_writing(writer.connection())
        writer.rollback()
        # And it does not stick to the connection, which the pool gives out again.
        with impatient.connect() as later, Session(sqlite_database.engine) as other:
            later.execute(select(Hand)).all()
            begin_writing(other.connection())


def test_who_has_read_before_begins_anew_and_sees_what_was_written_in_between(
    sqlite_database: Database,
) -> None:
    table = seat_four(sqlite_database)
    count = select(func.count(Hand.id))
    with Session(sqlite_database.engine) as session:
        assert session.scalars(count).one() == 0
        table.record(PLAIN_HANDS[0])
        begin_writing(session.connection())
        assert session.scalars(count).one() == 1
        session.execute(text("UPDATE games SET revision = 99"))
        session.commit()
    assert table.revision() == 99


def test_what_was_not_committed_is_not_there(sqlite_database: Database) -> None:
    table = seat_four(sqlite_database)
    before = sqlite_database.rows()
    with sqlite_database.writing() as session:
        session.get_one(Game, table.game).revision = 99
        session.flush()
        session.rollback()
    assert sqlite_database.rows() == before


@pytest.mark.slow
@pytest.mark.parametrize("hands", [1, 5, 20, 41])
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

    check_file(Path(sqlite_database.engine.url.database or ""))
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
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_a_file_copied_in_the_middle_of_a_game_with_its_log_is_whole(
    sqlite_database: Database, tmp_path: Path
) -> None:
    """A power cut leaves the file and its write-ahead log as they are: both together are all."""
    table = seat_four(sqlite_database, LONG, [hand(4, 3, 3, 3, queen=0)] * 5)
    file = Path(sqlite_database.engine.url.database or "")
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(file.read_bytes())
    log = file.with_name(f"{file.name}-wal")
    assert log.stat().st_size > 0
    copy.with_name(f"{copy.name}-wal").write_bytes(log.read_bytes())
    check_file(copy)
    with prepared_engine(f"sqlite:///{copy}") as engine, Session(engine) as session:
        assert session.scalars(select(func.count(Hand.id))).one() == len(table.state().hands) == 5


def test_a_file_that_is_replaced_while_a_writer_waits_for_it_is_not_written_to(
    sqlite_database: Database,
) -> None:
    file = Path(sqlite_database.engine.url.database or "")

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


def test_a_new_connection_begins_no_second_log(sqlite_database: Database) -> None:
    seat_four(sqlite_database)
    file = Path(sqlite_database.engine.url.database or "")
    log = file.with_name(f"{file.name}-wal")
    log.rename(log.with_name("away"))
    # The open connection is in use: this would be a second one.
    with sqlite_database.engine.connect(), pytest.raises(GoneError):
        sqlite_database.engine.connect()
    assert not log.exists()
    log.with_name("away").replace(log)
    with sqlite_database.engine.connect(), sqlite_database.engine.connect() as second:
        assert second.execute(select(func.count(Hand.id))).scalar() == 0


def test_a_log_that_ended_with_the_last_connection_may_be_another_one(
    sqlite_database: Database,
) -> None:
    seat_four(sqlite_database)
    file = Path(sqlite_database.engine.url.database or "")
    log = file.with_name(f"{file.name}-wal")
    sqlite_database.engine.dispose()
    assert not log.exists()
    # Something that takes the place on the disk which the old log had.
    log.with_name("in between").touch()
    seat_four(sqlite_database)
    assert log.exists()


@pytest.mark.parametrize("rounds", short_and_long(10, 100))
def test_connections_that_are_opened_at_once_see_the_same_files(
    sqlite_database: Database, rounds: int
) -> None:
    sqlite_database.engine.dispose()
    barrier = Barrier(5)

    def connect(engine: Engine) -> None:
        barrier.wait(PATIENCE)
        with engine.connect():
            barrier.wait(PATIENCE)

    with ThreadPoolExecutor(5) as threads:
        for _ in range(rounds):
            # Nobody else has the log open: the first of them makes a new one.
            with prepared_engine(sqlite_database.uri) as engine:
                for each in [threads.submit(connect, engine) for _ in range(5)]:
                    each.result(PATIENCE)
