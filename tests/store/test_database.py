"""The database as a whole: opened or refused, waited for, written to in line, closed."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import JSON, Text, cast, create_engine, func, literal, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from scorepad.settings import SetupError, make_settings
from scorepad.store.database.database import (
    Database,
    Line,
    database_url,
    open_database,
    usable,
)
from scorepad.store.database.engine import engine_options
from scorepad.store.errors import UnusableError
from scorepad.store.models import Device
from scorepad.store.pad.pens import new_device
from scorepad.store.trouble import BusyError, GoneError
from tests.store.table import refusal, sqlite_uri
from tests.support.hosting import until
from tests.support.postgres import fresh_database

# Nothing listens there.
NO_SERVER = "postgresql+psycopg://anna:mysecret@127.0.0.1:1/pads"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pad.sqlite"


def devices(database: Database) -> int:
    with database.reading() as connection:
        return connection.scalars(select(func.count(Device.id))).one()


def test_what_is_written_is_committed_after_the_block(file: Path) -> None:
    with open_database(sqlite_uri(file)) as database:
        with database.writing() as session:
            new_device(session)
            assert devices(database) == 0
        assert devices(database) == 1
        assert file.with_name("pad.sqlite-wal").exists()
    # A closed database is one file.
    assert not file.with_name("pad.sqlite-wal").exists()
    with open_database(file) as database:
        assert devices(database) == 1


def test_what_is_stored_as_json_has_no_blanks(file: Path) -> None:
    stored = select(cast(literal([6, {"QS": 1}], JSON), Text))
    with open_database(file) as database, database.reading() as connection:
        assert connection.scalar(stored) == '[6,{"QS":1}]'


def test_a_session_forgets_what_it_read_before_it_writes(file: Path) -> None:
    with open_database(file) as database:
        with database.writing() as session:
            device, _ = new_device(session)
        with database.sessions() as one:
            seen = one.get_one(Device, device.id)
            for secret_hash in ("first", "second"):
                with database.writing() as other:
                    other.get_one(Device, device.id).secret_hash = secret_hash
                with database.writing(one):
                    assert seen.secret_hash == secret_hash


def test_a_reader_sees_the_database_at_one_moment(empty_database: str) -> None:
    count = select(func.count(Device.id))
    with open_database(empty_database) as database:
        with database.reading() as reader:
            assert reader.scalars(count).one() == 0
            with database.writing() as session:
                new_device(session)
            assert reader.scalars(count).one() == 0
        assert devices(database) == 1


@pytest.mark.postgresql
def test_a_connection_that_the_server_has_ended_is_replaced(cluster: str) -> None:
    with fresh_database(cluster) as uri, open_database(uri) as database:
        with database.reading() as connection:
            pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        engine = create_engine(cluster, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
            there = text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")
            until(lambda: other.execute(there, {"pid": pid}).scalar() == 0, "its end")
        with database.writing() as session:
            new_device(session)
        assert devices(database) == 1


def test_a_server_that_does_not_answer_is_refused() -> None:
    with pytest.raises(UnusableError, match=r"^cannot use the database: [^\n]+$") as refused:
        open_database(NO_SERVER)
    assert "mysecret" not in str(refused.value)


def test_a_server_that_does_not_answer_is_waited_for_if_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    url = database_url(NO_SERVER)
    with Database(create_engine(url, **engine_options(url, 2)), wait=True) as database:
        (line,) = caplog.records
        assert line.levelno == logging.ERROR
        assert line.getMessage().startswith("Waiting for the database server: ")
        assert "mysecret" not in line.getMessage()
        with pytest.raises(OperationalError):
            database.expect_up_to_date()
        assert not database.answers()


def assert_one_clear_line(message: str) -> None:
    assert message.startswith("cannot use the database: ")
    assert message.strip() == message
    assert len(message.splitlines()) == 1
    assert len(message) > len("cannot use the database: ") + 5


@pytest.mark.parametrize("size", [100, 512, 10_000])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, size: int) -> None:
    file = tmp_path / "letter.txt"
    garbage = (b"Dear Anna, " * 1000)[:size]
    file.write_bytes(garbage)
    assert_one_clear_line(refusal(sqlite_uri(file)))
    assert file.read_bytes() == garbage
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_where_no_file_can_be_it_is_refused_and_an_empty_one_is_used(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("", "file/pad.sqlite", "missing/pad.sqlite"):
        assert_one_clear_line(refusal(sqlite_uri(tmp_path / name)))
    assert refusal(sqlite_uri(tmp_path / "file")) == ""
    with pytest.raises(SetupError, match=r"^cannot write in .*/file: [^\n]+$"):
        make_settings(tmp_path / "file")


@pytest.mark.parametrize(
    "uri",
    [
        "nonsense://anna:mysecret@127.0.0.1/pads",
        "postgresql+nonsense://anna:mysecret@127.0.0.1:1/pads",
        # A driver that is not installed.
        "oracle+cx_oracle://anna:mysecret@127.0.0.1/pads",
        "anna:mysecret",
        "postgresql+psycopg://anna:mysecret@127.0.0.1:port/pads",
        "postgresql+psycopg://anna:mysecret@127.0.0.1:1/pads?nonsense=1",
    ],
)
def test_an_address_that_leads_to_no_database_is_refused_without_its_password(uri: str) -> None:
    message = refusal(uri)
    assert_one_clear_line(message)
    assert "mysecret" not in message


@pytest.mark.parametrize("name", ["with space", "50%", "%20", "who?", "a#b", "Jörg", "a&b=c", "q'"])
def test_the_data_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    settings = make_settings(tmp_path / name)
    with usable(), open_database(settings.database) as database:
        assert devices(database) == 0
    assert (tmp_path / name / "scorepad.sqlite").exists()
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_writers_are_let_in_as_they_came() -> None:
    line, order = Line(), list[int]()

    def waiting(many: int) -> bool:
        return len(line._line) == many

    def write(number: int) -> None:
        with line.turn():
            order.append(number)

    with ThreadPoolExecutor(8) as threads, line.turn():
        for number in range(8):
            threads.submit(write, number)
            until(partial(waiting, number + 2), "so many in line")
    assert order == list(range(8))


def test_an_error_or_a_long_wait_ends_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorepad.store.database.database._SECONDS_IN_LINE", 0.01)
    line = Line()
    with pytest.raises(ZeroDivisionError), line.turn():
        raise ZeroDivisionError
    with line.turn(), pytest.raises(BusyError), line.turn():
        pass
    with line.turn():
        pass


def test_one_thread_asks_a_missing_server_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    url = database_url(NO_SERVER)
    with Database(create_engine(url, **engine_options(url, 2)), wait=True) as database:

        def meanwhile(*_: object) -> None:
            with pytest.raises(GoneError, match="did not answer yet"):
                database.expect_up_to_date()

        monkeypatch.setattr("scorepad.store.database.migrations.upgrade", meanwhile)
        database.expect_up_to_date()
