"""Whether a database file is whole, and how much is in it."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command

from scorepad.store.database.check import contents_of, fault_in
from scorepad.store.database.database import open_database
from scorepad.store.database.migrations import configuration
from tests.store.database_files import opened
from tests.store.table import PLAIN_HANDS, Database, seat_four
from tests.store.test_migrations import REVISIONS, fill
from tests.store.test_players import game_of, merge, rename, step

DAMAGED = "is damaged: "
LOST = "is damaged: it has rows that refer to nothing"
STRANGE = "is not a database of Scorepad"


@pytest.fixture
def file(sqlite_database: Database, tmp_path: Path) -> Path:
    """A database with every kind of row, in one file."""
    fill(sqlite_database)
    return whole(sqlite_database, tmp_path / "whole.sqlite")


def whole(database: Database, copy: Path) -> Path:
    source = Path(database.engine.url.database or "")
    with opened(source) as connection, opened(copy) as made:
        connection.backup(made)
        made.execute("PRAGMA journal_mode = DELETE")
    return copy


def change(file: Path, *statements: str) -> None:
    with opened(file) as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_database_is_whole_and_stays_as_it_is(file: Path) -> None:
    before = file.read_bytes()
    assert fault_in(file) is None
    assert file.read_bytes() == before
    assert not list(file.parent.glob("whole.sqlite-*"))


def test_an_old_database_is_whole(sqlite_database: Database, tmp_path: Path) -> None:
    fill(sqlite_database)
    with open_database(sqlite_database.uri, lock=sqlite_database.lock) as opened:
        for revision in reversed(REVISIONS):
            command.downgrade(configuration(opened.engine), revision)
            file = whole(sqlite_database, tmp_path / f"{revision}.sqlite")
            assert fault_in(file) is None, revision
            assert contents_of(file).pads == 2, revision


def test_a_database_with_renamed_and_merged_players_is_whole(
    sqlite_database: Database, tmp_path: Path
) -> None:
    table = seat_four(sqlite_database, hands=PLAIN_HANDS[:1])
    other = game_of(table, ("Annie", "Eva", "Finn"), "other")
    rename(table, "Anna", "Änne")
    merge(table, "Annie", "Änne")
    step(table, back=True)
    file = whole(sqlite_database, tmp_path / "named.sqlite")
    assert fault_in(file) is None
    # With the last game of a player, what the log says of their names goes for good.
    other.bin()
    other.delete()
    assert fault_in(whole(sqlite_database, tmp_path / "less.sqlite")) is None


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE alembic_version SET version_num = 'fffe'", "was written by a newer Scorepad"),
        ("DELETE FROM alembic_version", STRANGE),
        ("DROP TABLE alembic_version", STRANGE),
        ("DROP TABLE hands", STRANGE),
        ("UPDATE games SET revision = revision + 1 WHERE id = 2", DAMAGED),
        ("DELETE FROM changes WHERE id = (SELECT max(id) FROM changes)", DAMAGED),
        ("DELETE FROM changes WHERE game_id = 2", DAMAGED),
        ("DELETE FROM players", DAMAGED),
        ("DELETE FROM hands WHERE id = 1", LOST),
        ("UPDATE changes SET undoes = 10000 WHERE id = 2", LOST),
        ("UPDATE changes SET device_id = 10000 WHERE id = 2", LOST),
    ],
)
def test_what_is_wrong_is_said(file: Path, statement: str, fault: str) -> None:
    change(file, statement)
    message = fault_in(file)
    assert message is not None
    assert message.startswith(fault)
    assert "\n" not in message


def test_a_damaged_page_is_found_wherever_it_is(file: Path) -> None:
    # The migrations leave pages that are free: nothing in them can be damaged.
    change(file, "VACUUM")
    content = file.read_bytes()
    size = 4096
    for start in range(0, len(content), size):
        page = bytes(size // 2) + content[start + size // 2 : start + size]
        file.write_bytes(content[:start] + page + content[start + size :])
        assert fault_in(file) is not None, f"page {start // size + 1}"


@pytest.mark.parametrize("part", [1, 2, 10, 1000])
def test_a_file_that_is_cut_off_is_found(file: Path, part: int) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // part - 1])
    assert fault_in(file) is not None


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"Dear Anna, " * 1000, "is not an SQLite database"), (b"", STRANGE)],
    ids=["letter", "empty"],
)
def test_what_is_no_database_is_found(tmp_path: Path, content: bytes, fault: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert fault_in(file) == fault


def test_another_database_is_not_scorepads(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    change(file, "CREATE TABLE letters (text)")
    assert fault_in(file) == STRANGE
    assert fault_in(file, ours=False) is None


def test_the_contents_are_the_pads_the_hands_and_the_last_change(
    sqlite_database: Database, tmp_path: Path
) -> None:
    table = seat_four(sqlite_database, {}, PLAIN_HANDS[:3])
    table.remove(2)
    seat_four(sqlite_database)
    contents = contents_of(whole(sqlite_database, tmp_path / "copy.sqlite"))
    assert (contents.pads, contents.hands) == (2, 2)
    assert contents.changed is not None
    assert timedelta(0) <= datetime.now(UTC) - contents.changed < timedelta(minutes=1)


def test_an_empty_database_has_no_last_change(sqlite_database: Database, tmp_path: Path) -> None:
    contents = contents_of(whole(sqlite_database, tmp_path / "copy.sqlite"))
    assert (contents.pads, contents.hands, contents.changed) == (0, 0, None)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    message = fault_in(tmp_path / "nowhere.sqlite")
    assert message == "cannot be read: unable to open database file"
    with pytest.raises(sqlite3.OperationalError):
        contents_of(tmp_path / "nowhere.sqlite")
