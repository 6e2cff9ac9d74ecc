"""A database that cannot be used: one clear line for whoever starts Scorepad."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from scorepad.settings import SetupError, make_settings
from scorepad.store.database.database import open_database
from scorepad.store.models import Game
from tests.store.table import migrated, refusal, seat_four, sqlite_uri

# Two databases may differ in this.
pytestmark = pytest.mark.sample


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "starting.lock"


def assert_one_clear_line(message: str) -> None:
    assert message.startswith("cannot use the database: ")
    assert message.strip() == message
    assert len(message.splitlines()) == 1
    assert len(message) > len("cannot use the database: ") + 5


@pytest.mark.parametrize("size", [100, 512, 10_000])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, lock: Path, size: int
) -> None:
    file = tmp_path / "letter.txt"
    garbage = (b"Dear Anna, " * 1000)[:size]
    file.write_bytes(garbage)
    assert_one_clear_line(refusal(sqlite_uri(file), lock))
    assert file.read_bytes() == garbage
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_an_empty_file_becomes_a_database(tmp_path: Path, lock: Path) -> None:
    file = tmp_path / "pad.sqlite"
    file.touch()
    assert refusal(sqlite_uri(file), lock) == ""


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path, lock: Path) -> None:
    assert_one_clear_line(refusal(sqlite_uri(tmp_path), lock))


def test_a_file_in_a_folder_that_cannot_be_is_refused(tmp_path: Path, lock: Path) -> None:
    (tmp_path / "file").touch()
    assert_one_clear_line(refusal(sqlite_uri(tmp_path / "file" / "pad.sqlite"), lock))
    assert_one_clear_line(refusal(sqlite_uri(tmp_path / "missing" / "pad.sqlite"), lock))


def test_a_data_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match=r"^cannot write in .*/file/below: [^\n]+$"):
        make_settings(tmp_path / "file" / "below")
    with pytest.raises(SetupError, match=r"^cannot write in .*/file: [^\n]+$"):
        make_settings(tmp_path / "file")


@pytest.mark.parametrize(
    "uri",
    [
        "nonsense://anna:mysecret@127.0.0.1/pads",
        "postgres://anna:mysecret@127.0.0.1:1/pads",
        "postgresql+nonsense://anna:mysecret@127.0.0.1:1/pads",
        # A driver that nobody has installed.
        "oracle+cx_oracle://anna:mysecret@127.0.0.1/pads",
        "anna:mysecret",
        "postgresql+psycopg://anna:mysecret@127.0.0.1:port/pads",
        "postgresql+psycopg://anna:mysecret@127.0.0.1:1/pads?nonsense=1",
    ],
)
def test_an_address_that_leads_to_no_database_is_refused_without_its_password(
    tmp_path: Path, lock: Path, uri: str
) -> None:
    message = refusal(uri.format(missing=tmp_path / "missing"), lock)
    assert_one_clear_line(message)
    assert "mysecret" not in message


@pytest.mark.parametrize("name", ["with space", "50%", "%20", "who?", "a#b", "Jörg", "a&b=c", "q'"])
def test_the_data_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    settings = make_settings(tmp_path / name)
    with (
        open_database(settings.database, lock=settings.lock) as database,
        database.reading() as session,
    ):
        assert session.scalars(select(Game)).all() == []
    files = {path.name for path in (tmp_path / name).iterdir()}
    assert "scorepad.sqlite" in files
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_several_databases_can_be_open_in_one_process(
    empty_database: str, tmp_path: Path, lock: Path
) -> None:
    with migrated(empty_database, lock) as database:
        seat_four(database)
        with migrated(sqlite_uri(tmp_path / "other.sqlite"), tmp_path / "other.lock") as other:
            assert other.rows()["games"] == []
        with open_database(database.uri, lock=lock):
            assert len(database.rows()["games"]) == 1
