"""The database as a whole: opened, waited for, written to, closed."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import JSON, Text, cast, func, literal, select
from sqlalchemy.exc import OperationalError

from scorepad.store.database.database import Database, open_database
from scorepad.store.errors import UnusableError
from scorepad.store.models import Device
from scorepad.store.trouble import GoneError
from scorepad.store.verbs.pens import new_device
from tests.store.table import sqlite_uri
from tests.support.patience import PATIENCE

# Nobody listens there.
NO_SERVER = "postgresql+psycopg://anna:mysecret@127.0.0.1:1/pads"


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "starting.lock"


def devices(database: Database) -> int:
    with database.reading() as session:
        return session.scalars(select(func.count(Device.id))).one()


def test_a_file_can_be_named_by_its_path_or_its_uri(tmp_path: Path, lock: Path) -> None:
    file = tmp_path / "pad.sqlite"
    with open_database(sqlite_uri(file), lock=lock) as database, database.writing() as session:
        new_device(session)
    with open_database(file, lock=lock) as database:
        assert devices(database) == 1


def test_what_is_written_is_committed_after_the_block(tmp_path: Path, lock: Path) -> None:
    with open_database(tmp_path / "pad.sqlite", lock=lock) as database:
        with database.writing() as session:
            new_device(session)
            assert devices(database) == 0
        assert devices(database) == 1


def test_what_is_stored_as_json_has_no_blanks(tmp_path: Path, lock: Path) -> None:
    stored = select(cast(literal([6, {"QS": 1}], JSON), Text))
    with open_database(tmp_path / "pad.sqlite", lock=lock) as database, database.reading() as here:
        assert here.scalar(stored) == '[6,{"QS":1}]'


def test_what_is_written_is_rolled_back_if_anything_is_raised(tmp_path: Path, lock: Path) -> None:
    def fail() -> None:
        with database.writing() as session:
            new_device(session)
            raise ZeroDivisionError

    with open_database(tmp_path / "pad.sqlite", lock=lock) as database:
        with pytest.raises(ZeroDivisionError):
            fail()
        assert devices(database) == 0


def test_a_session_forgets_what_it_read_before_it_writes(tmp_path: Path, lock: Path) -> None:
    with open_database(tmp_path / "pad.sqlite", lock=lock) as database:
        with database.writing() as session:
            device, _ = new_device(session)
        with database.sessions() as one:
            seen = one.get_one(Device, device.id)
            for secret_hash in ("first", "second"):
                with database.writing() as other:
                    other.get_one(Device, device.id).secret_hash = secret_hash
                with database.writing(one):
                    assert seen.secret_hash == secret_hash


def test_a_reader_sees_the_database_at_one_moment(empty_database: str, lock: Path) -> None:
    count = select(func.count(Device.id))
    with open_database(empty_database, lock=lock) as database:
        with database.reading() as reader:
            assert reader.scalars(count).one() == 0
            with database.writing() as session:
                new_device(session)
            assert reader.scalars(count).one() == 0
        assert devices(database) == 1


def test_a_closed_file_is_one_file(tmp_path: Path, lock: Path) -> None:
    file = tmp_path / "pad.sqlite"
    with open_database(file, lock=lock) as database:
        with database.writing() as session:
            new_device(session)
        assert file.with_name("pad.sqlite-wal").exists()
    assert not file.with_name("pad.sqlite-wal").exists()


def test_a_server_that_does_not_answer_is_refused(lock: Path) -> None:
    with pytest.raises(UnusableError, match=r"^cannot use the database: [^\n]+$") as refused:
        open_database(NO_SERVER, lock=lock)
    assert "mysecret" not in str(refused.value)


def test_a_server_that_does_not_answer_is_waited_for_if_asked(
    lock: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_database(NO_SERVER, lock=lock, wait=True) as database:
        (line,) = caplog.records
        assert line.levelno == logging.ERROR
        assert line.getMessage().startswith("Waiting for the database server: ")
        assert "mysecret" not in line.getMessage()
        with pytest.raises(OperationalError):
            database.expect_up_to_date()
        with pytest.raises(GoneError, match="a moment ago"):
            database.expect_up_to_date()


@pytest.mark.slow
def test_it_needs_no_flask(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from scorepad.store.database.database import open_database\n"
        "folder = Path(sys.argv[1])\n"
        "with open_database(folder / 'pad.sqlite', lock=folder / 'lock') as database:\n"
        "    with database.writing() as session: pass\n"
        "sys.exit('flask' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True, timeout=PATIENCE)
