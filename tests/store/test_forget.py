"""Deletion for good leaves no row."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from scorepad.store.base import now
from scorepad.store.errors import NotBinnedError, StaleError
from scorepad.store.models import Change, Device, Pad, Pen
from scorepad.store.pad.forget import Deletion, delete_pad, forgets, tidy
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import hand_over, new_device, take_pen, withdraw
from tests.store.table import NAMES, PLAIN_HANDS, Database, Table, next_game, seat_four

SECRET = "Zacharias"
SUCCESSOR = "Quirin"


def forget(table: Table) -> Deletion:
    with table.database.writing() as session:
        return delete_pad(session, session.get_one(Pad, table.pad))


def test_a_game_is_deleted_with_all_that_is_about_it(table: Table) -> None:
    table.record(PLAIN_HANDS[0])
    before = table.database.rows()
    other = next_game(table, {}, "with names", (SECRET, *NAMES[1:]))
    other.record(PLAIN_HANDS[1])
    other.correct(1, PLAIN_HANDS[2])
    other.replace(2, SUCCESSOR)
    other.set_next(0, 1)
    other.undo()
    other.remove(1)
    other.bin()
    other.delete()
    after = table.database.rows()
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"changes", "pads"}
    (line,) = after["changes"][len(before["changes"]) :]
    assert (line["what"], line["game_id"], line["before"]) == ("deletion", None, {"number": 2})
    assert SECRET not in repr(after)
    assert SUCCESSOR not in repr(after)


def test_who_plays_elsewhere_stays(table: Table) -> None:
    left = next_game(table, {}, "with names", ("Eva", "Finn", "Gül", "Hanno"))
    left.replace(0, "Ida")
    other = next_game(table, {}, "other", ("Eva", "Finn", "Ida", "Jo"))
    other.bin()
    other.delete()
    players = {row["name"] for row in table.database.rows()["players"]}
    # Eva left the game before, and is in its log and its sheet.
    assert players == {*NAMES, "Eva", "Finn", "Gül", "Hanno", "Ida"}


def test_whoever_a_redo_may_bring_back_stays(table: Table) -> None:
    table.replace(0, SUCCESSOR)
    table.undo()
    other = next_game(table, {}, "second")
    other.replace(1, SECRET)
    other.undo()
    other.bin()
    other.delete()
    names = {row["name"] for row in table.database.rows()["players"]}
    assert names == {*NAMES, SUCCESSOR}
    assert table.redo() == "player"
    assert SUCCESSOR in table.state().seated


def test_only_what_is_in_the_bin_is_deleted_and_as_it_was_seen(table: Table) -> None:
    before = table.database.rows()
    with pytest.raises(NotBinnedError):
        table.delete()
    assert table.database.rows() == before
    table.bin()
    seen = table.revision()
    table.unbin()
    with pytest.raises(StaleError):
        table.delete(seen)


def test_the_number_of_a_deleted_game_is_not_given_again(table: Table) -> None:
    other = next_game(table, {}, "second")
    other.bin()
    other.delete()
    next_game(table, {}, "third")
    assert [row["number"] for row in table.database.rows()["games"]] == [1, 3]


def test_a_pad_is_deleted_with_all_that_is_in_it(database: Database) -> None:
    neighbour = seat_four(database, hands=PLAIN_HANDS[:2])
    before = database.rows()
    table = seat_four(database, hands=PLAIN_HANDS[:3])
    next_game(table, {}, "with names", (SECRET, *NAMES[1:]))
    table.replace(0, SUCCESSOR)
    table.undo()
    with database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        assert take_pen(session, hand_over(session, pad, table.device), "Zacharias’ phone")
        hand_over(session, pad, None)
    assert forget(table) == Deletion(games=2, hands=3, players=6, pens=2)
    assert database.rows() == before
    neighbour.record(PLAIN_HANDS[5])


def test_a_device_that_holds_another_pen_stays(table: Table) -> None:
    with table.database.writing() as session:
        # As early devices did.
        new_pad(session, table.device)
    forget(table)
    rows = table.database.rows()
    assert [row["id"] for row in rows["devices"]] == [table.device]
    assert len(rows["pads"]) == len(rows["pens"]) == 1


def test_devices_that_held_no_pen_for_a_year_are_cleared_away(database: Database) -> None:
    table = seat_four(database)
    year = timedelta(days=365)
    ids = {}
    with database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        for name in ("long withdrawn", "lately withdrawn", "holding"):
            take_pen(session, hand_over(session, pad, table.device), name)
            pen = session.scalars(select(Pen).where(Pen.name == name)).one()
            ids[name] = pen.device_id
            if name != "holding":
                withdraw(session, pad, pen.id, table.device)
        never, _ = new_device(session)
        for device in session.scalars(select(Device)):
            device.created = now() - 3 * year
        for name, days in (("long withdrawn", 366), ("lately withdrawn", 364)):
            pen = session.scalars(select(Pen).where(Pen.name == name)).one()
            pen.withdrawn = now() - timedelta(days=days)
        gone = {never.id, ids["long withdrawn"]}
        lines = len(session.scalars(select(Change)).all())
    before = {row["id"] for row in database.rows()["devices"]}
    with database.writing() as session:
        tidy(session)
        # The pens had names.
        assert forgets(session)
    rows = database.rows()
    assert {row["id"] for row in rows["devices"]} == before - gone
    assert "long withdrawn" not in repr(rows["pens"])
    # Their changes stay in the log, and are nobody's.
    assert len(rows["changes"]) == lines
    assert not gone & {row["device_id"] for row in rows["changes"]}
