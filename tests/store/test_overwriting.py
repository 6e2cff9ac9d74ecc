"""After a deletion no byte of a name is left in SQLite's file, nor in its log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.store.database.database import Database as Opened
from scorepad.store.database.database import open_database
from scorepad.store.models import Pad
from scorepad.store.pad.forget import delete_pad
from tests.store.table import PLAIN_HANDS, Database, Table, next_game, seat_four
from tests.support.torture import sample
from tests.support.traces import reader, traces

SECRET = "Zacharias"
SUCCESSOR = "Quirin"


def file_of(database: Database) -> Path:
    return Path(database.engine.url.database or "")


def left(database: Database) -> list[str]:
    return traces(file_of(database).parent, SECRET, SUCCESSOR)


@pytest.fixture
def opened(sqlite_database: Database) -> Iterator[Opened]:
    """The same database as a server has it open."""
    with open_database(file_of(sqlite_database)) as database:
        yield database


def with_names(database: Database) -> Table:
    """A game in a pad of its own, with names to be forgotten."""
    table = seat_four(database, hands=PLAIN_HANDS[:1])
    table.replace(0, SECRET)
    table.replace(1, SUCCESSOR)
    return table


def forget(opened: Opened, table: Table) -> None:
    with opened.writing() as session:
        delete_pad(session, session.get_one(Pad, table.pad))


def write(opened: Opened, table: Table) -> None:
    with opened.writing() as session:
        session.get_one(Pad, table.pad).name = "Friday"


@pytest.mark.parametrize("whole", sample([True, False]), ids=["pad", "game"])
def test_no_byte_of_a_name_is_left(sqlite_database: Database, opened: Opened, whole: bool) -> None:
    table = seat_four(sqlite_database)
    # Enough for tables of several pages, which are split and joined on the way.
    for number in range(15):
        other = next_game(table, {}, f"game {number}")
        for hand in PLAIN_HANDS[:4]:
            other.record(hand)
        other.replace(0, f"{SECRET} {number}")
        other.replace(1, f"{SUCCESSOR} {number}")
        other.undo()
        other.note(f"{SECRET} spilled the wine over hand {number}.")
        other.note_evening(f"At {SUCCESSOR}’s, evening {number}.")
        other.note(None)
        if not whole:
            other.bin()
            other.delete()
    assert left(sqlite_database)
    if whole:
        forget(opened, table)
    else:
        # The process that has the database open empties the log.
        forget(opened, seat_four(sqlite_database))
    assert left(sqlite_database) == []


def test_a_reader_puts_it_off_until_the_next_write(
    sqlite_database: Database, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    other, table = seat_four(sqlite_database), with_names(sqlite_database)
    with reader(file_of(sqlite_database)):
        forget(opened, table)
        write(opened, other)
        assert left(sqlite_database)
    assert len(caplog.messages) == 1
    write(opened, other)
    assert left(sqlite_database) == []


def test_the_next_start_clears_what_a_reader_kept(
    sqlite_database: Database, opened: Opened
) -> None:
    table = with_names(sqlite_database)
    with reader(file_of(sqlite_database)):
        forget(opened, table)
    assert left(sqlite_database)
    with open_database(file_of(sqlite_database)):
        assert left(sqlite_database) == []
