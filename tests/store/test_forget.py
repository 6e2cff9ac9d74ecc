"""Deletion for good leaves no row, and has the file swept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select, text

from scorepad.store.base import now
from scorepad.store.chores import REWRITE
from scorepad.store.database.database import open_database
from scorepad.store.errors import NotBinnedError, StaleError
from scorepad.store.models import Change, Device, Game, Pad, Pen, Player
from scorepad.store.trouble import BusyError
from scorepad.store.verbs import forget_pad
from scorepad.store.verbs.forget import tidy
from scorepad.store.verbs.forget_pad import Deletion, delete_pad, delete_piece
from scorepad.store.verbs.pads import new_pad, pad_at
from scorepad.store.verbs.pens import hand_over, new_device, take_pen, withdraw
from scorepad.store.verbs.start import NewGame, start_game
from tests.store.table import NAMES, PLAIN_HANDS, Database, Table, hand, next_game, seat_four
from tests.support.busy import busy_once
from tests.support.hosting import until

SECRET = "Zacharias"
SUCCESSOR = "Quirin"


def forget(table: Table) -> Deletion:
    with table.database.writing() as session:
        return delete_pad(session, session.get_one(Pad, table.pad))


def game_with(table: Table, names: tuple[str, ...], entry: str = "with names") -> Table:
    with table.database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        game = start_game(session, pad, table.device, NewGame(names, {}, 0), entry_id=entry)
        return Table(table.database, table.pad, table.device, game.id)


def test_a_game_is_deleted_with_all_that_is_about_it(table: Table) -> None:
    table.record(PLAIN_HANDS[0])
    before = table.database.rows()
    other = game_with(table, (SECRET, *NAMES[1:]))
    other.record(PLAIN_HANDS[1])
    other.correct(1, PLAIN_HANDS[2])
    other.replace(2, SUCCESSOR)
    other.set_next(0, 1)
    other.undo()
    other.remove(1)
    other.bin()
    other.delete()
    after = table.database.rows()
    changed = {name for name in after if after[name] != before[name]} - {"chores"}
    assert changed == {"changes", "pads"}
    (line,) = after["changes"][len(before["changes"]) :]
    assert (line["what"], line["game_id"], line["before"]) == ("deletion", None, {"number": 2})
    assert SECRET not in repr(after)
    assert SUCCESSOR not in repr(after)


def test_who_plays_elsewhere_stays(table: Table) -> None:
    left = game_with(table, ("Eva", "Finn", "Gül", "Hanno"))
    left.replace(0, "Ida")
    other = game_with(table, ("Eva", "Finn", "Ida", "Jo"), "other")
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
    game_with(table, (SECRET, *NAMES[1:]))
    table.replace(0, SUCCESSOR)
    table.undo()
    with database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        assert take_pen(session, hand_over(session, pad, table.device), "Zacharias’ phone")
        hand_over(session, pad, None)
    assert forget(table) == Deletion(games=2, hands=3, players=6, pens=2)
    assert {**database.rows(), "chores": []} == before
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
    rows = database.rows()
    assert {row["id"] for row in rows["devices"]} == before - gone
    assert "long withdrawn" not in repr(rows["pens"])
    # Their changes stay in the log, and are nobody's.
    assert len(rows["changes"]) == lines
    assert not gone & {row["device_id"] for row in rows["changes"]}
    # The pens had names: SQLite's file is swept of them.
    sqlite = database.engine.dialect.name == "sqlite"
    assert [row["what"] for row in rows["chores"]] == [REWRITE] * sqlite


def test_nothing_else_is_tidied_away(table: Table) -> None:
    table.record(PLAIN_HANDS[0])
    with table.database.writing() as session:
        hand_over(session, session.get_one(Pad, table.pad), None)
    before = table.database.rows()
    with table.database.writing() as session:
        tidy(session)
    assert table.database.rows() == before


def test_what_is_deleted_meanwhile_is_not_found(table: Table) -> None:
    forget(table)
    with table.database.reading() as session:
        assert session.get(Game, table.game) is None
        assert session.scalars(select(Player)).all() == []


def test_a_large_pad_is_out_of_reach_at_once_and_goes_in_pieces(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forget_pad, "_GAMES_AT_A_TIME", 2)
    monkeypatch.setattr(forget_pad, "_FIGURES_AT_A_TIME", 3)
    kept = seat_four(database, {"target": 20})
    before = database.rows()
    table = seat_four(database, {"target": 20})
    for number in range(4):
        # It ends the game, which then has figures.
        next_game(table, {"target": 20}, f"game {number}").record(hand(9, 2, 1, 1, queen=0))
    with database.reading() as session:
        address = session.get_one(Pad, table.pad).address
    assert len(database.rows()["results"]) == 16
    assert forget(table).games == 5
    with database.reading() as session:
        assert pad_at(session, address) is None
        pens = session.scalars(select(Pen.withdrawn).where(Pen.pad_id == table.pad)).all()
        assert None not in pens
        assert session.get_one(Pad, table.pad).name is None
    # Whoever was to delete the rest was killed: who is asked next does it, as far as it was done.
    with database.writing() as session:
        assert delete_piece(session, table.pad)
    with open_database(database.uri, lock=database.lock) as serving:
        serving.housekeeping.look()
        until(lambda: database.rows()["chores"] == [], "the end of the chores")
    assert database.rows() == before
    kept.record(PLAIN_HANDS[1])


def test_what_is_left_of_it_is_a_chore_until_all_of_it_is_gone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forget_pad, "_GAMES_AT_A_TIME", 1)
    before = database.rows()
    table = seat_four(database, hands=PLAIN_HANDS[:1])
    next_game(table, {}, "second").record(PLAIN_HANDS[1])
    forget(table)
    assert [row["what"] for row in database.rows()["chores"]] == ["delete"]
    with open_database(database.uri, lock=database.lock) as opened:
        with busy_once("DELETE FROM hands") as refused, pytest.raises(BusyError):
            opened.finish_deletions()
        assert refused
        assert [row["what"] for row in database.rows()["chores"]] == ["delete"]
        opened.finish_deletions()
    # What is left is the sweep.
    rows = database.rows()
    assert {row["what"] for row in rows["chores"]} <= {"rewrite"}
    assert {**rows, "chores": []} == before


def test_it_is_left_to_others_if_it_is_to_stop(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forget_pad, "_GAMES_AT_A_TIME", 1)
    table = seat_four(database)
    next_game(table, {}, "second")
    forget(table)
    with open_database(database.uri, lock=database.lock) as opened:
        opened.finish_deletions(lambda _: True)
    rows = database.rows()
    assert len(rows["games"]) == len(rows["pads"]) == len(rows["chores"]) == 1


def test_two_who_delete_the_same_pad_take_turns(
    postgresql_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command and a server, say: with some rows each, they could wait for each other."""
    monkeypatch.setattr(forget_pad, "_GAMES_AT_A_TIME", 1)
    database = postgresql_database
    table = seat_four(database)
    next_game(table, {}, "second")
    forget(table)

    def delete_another() -> bool:
        with database.writing() as session:
            return delete_piece(session, table.pad)

    def waiting() -> list[str]:
        waits = text("SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        with database.engine.connect() as connection:
            return list(connection.scalars(waits))

    with ThreadPoolExecutor(1) as others:
        with database.writing() as session:
            assert delete_piece(session, table.pad)
            other = others.submit(delete_another)
            until(waiting, "the other one")
            assert ["FOR UPDATE" in query for query in waiting()] == [True]
        assert other.result()
    assert database.rows()["games"] == []
