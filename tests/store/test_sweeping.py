"""After a sweep no byte of a deleted name is left in SQLite's file, nor in its log."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from scorepad.store.chores import Chore, is_due, leaves_chores, sweep_later
from scorepad.store.database.sweeping import sweep
from scorepad.store.models import Pad
from scorepad.store.verbs.forget_pad import delete_pad
from tests.store.table import NAMES, PLAIN_HANDS, Database, Table, next_game, seat_four
from tests.support.torture import sample
from tests.support.traces import chores, reader, traces

SECRET = "Zacharias"
SUCCESSOR = "Quirin"


def file_of(database: Database) -> Path:
    return Path(database.engine.url.database or "")


def left(database: Database) -> list[str]:
    return traces(file_of(database).parent, SECRET, SUCCESSOR)


def with_names(database: Database, hands: int = 1) -> Table:
    """A game in a pad of its own, with names to be forgotten."""
    table = seat_four(database, hands=PLAIN_HANDS[:hands])
    table.replace(0, SECRET)
    table.replace(1, SUCCESSOR)
    return table


def forget(table: Table) -> None:
    with table.database.writing() as session:
        delete_pad(session, session.get_one(Pad, table.pad))


@pytest.mark.slow
@pytest.mark.parametrize("whole", sample([True, False]), ids=["pad", "game"])
def test_no_byte_of_a_name_is_left(sqlite_database: Database, whole: bool) -> None:
    table = seat_four(sqlite_database)
    # Enough for tables of several pages, which are split and joined on the way.
    for number in range(30):
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
    if whole:
        forget(table)
    assert left(sqlite_database)
    assert is_due(sqlite_database.engine)
    assert sweep(sqlite_database.engine)
    assert left(sqlite_database) == []
    assert not is_due(sqlite_database.engine)
    assert file_of(sqlite_database).stat().st_size > 0


def test_that_it_is_due_is_written_with_the_deletion_or_not_at_all(
    sqlite_database: Database,
) -> None:
    table = with_names(sqlite_database)
    with sqlite_database.writing() as session:
        delete_pad(session, session.get_one(Pad, table.pad))
        session.flush()
        assert leaves_chores(session)
        assert not leaves_chores(session)
        session.rollback()
    assert not is_due(sqlite_database.engine)
    forget(table)
    assert chores(file_of(sqlite_database)) == ["rewrite"]


def test_who_reads_meanwhile_puts_it_off_and_it_is_not_rewritten_again(
    sqlite_database: Database,
) -> None:
    file = file_of(sqlite_database)
    table = with_names(sqlite_database)
    with reader(file):
        forget(table)
        assert not sweep(sqlite_database.engine)
        assert left(sqlite_database)
        assert chores(file) == ["empty"]
        log = file.with_name(f"{file.name}-wal")
        size = log.stat().st_size
        assert not sweep(sqlite_database.engine)
        # A log that grew with every attempt would fill the disk.
        assert log.stat().st_size == size
        assert is_due(sqlite_database.engine)
    assert sweep(sqlite_database.engine)
    assert left(sqlite_database) == []
    assert chores(file) == []


def test_what_is_deleted_while_it_waits_is_rewritten_too(sqlite_database: Database) -> None:
    file = file_of(sqlite_database)
    first, second = with_names(sqlite_database), with_names(sqlite_database)
    with reader(file):
        forget(first)
        assert not sweep(sqlite_database.engine)
        forget(second)
        assert chores(file) == ["empty", "rewrite"]
        assert not sweep(sqlite_database.engine)
    assert sweep(sqlite_database.engine)
    assert left(sqlite_database) == []
    assert chores(file) == []


def test_others_read_and_write_as_before_after_it_was_in_somebodys_way(
    sqlite_database: Database,
) -> None:
    other = seat_four(sqlite_database)
    forget(with_names(sqlite_database))
    with reader(file_of(sqlite_database)):
        sweep(sqlite_database.engine)
        other.record(PLAIN_HANDS[0])
        with sqlite_database.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5_000
    assert other.state().hands == PLAIN_HANDS[:1]


def test_a_deletion_is_never_taken_for_an_earlier_one(sqlite_database: Database) -> None:
    for _ in range(2):
        forget(with_names(sqlite_database))
        with sqlite_database.reading() as session:
            (chore,) = session.scalars(select(Chore))
        assert sweep(sqlite_database.engine)
        with sqlite_database.writing() as session:
            sweep_later(session)
            session.flush()
            (later,) = session.scalars(select(Chore))
            assert later.id > chore.id
            session.rollback()


def test_a_server_is_not_swept(database: Database) -> None:
    table = seat_four(database)
    assert NAMES[0] in repr(database.rows())
    forget(table)
    if database.engine.dialect.name != "sqlite":
        assert database.rows()["chores"] == []
    assert sweep(database.engine)
    assert not is_due(database.engine)
