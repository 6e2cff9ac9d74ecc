"""The log: one line per verb, with what changed in full."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from scorepad.rules import Hand
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.models import Change, Device, Pad
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import new_device
from tests.store.table import Database, Logged, Table, hand, seat_four

FIRST = hand(4, 3, 3, 3, queen=0, passed=2)
FIRST_IN_FULL = {"hearts": [4, 3, 3, 3], "cards": {"QS": 0}, "passed": 2}
MOON = Hand((0, 13, 0, 0), {"QS": 1}, "subtract", True)
MOON_IN_FULL = {
    "hearts": [0, 13, 0, 0],
    "cards": {"QS": 1},
    "moon_choice": "subtract",
    "sun": True,
}


def test_a_new_pad_is_in_the_log(database: Database) -> None:
    with database.writing() as session:
        device, _ = new_device(session)
        new_pad(session, device.id)
    with database.reading() as session:
        [change] = session.scalars(select(Change)).all()
        assert (change.what, change.before, change.after) == ("pad", None, None)
        assert (change.game_id, change.hand_id) == (None, None)
        assert change.pad_id == session.scalars(select(Pad.id)).one()
        assert change.device_id == session.scalars(select(Device.id)).one()


def test_a_start_is_in_the_log(database: Database) -> None:
    new = NewGame(["Dora", "Cem", "Ben"], {"target": 50}, 2, [7, -3, 12], 5)
    with database.writing() as session:
        device, _ = new_device(session)
        start_game(session, new_pad(session, device.id), device.id, new, entry_id="start")
    with database.reading() as session:
        change = session.scalars(select(Change).where(Change.what == "game")).one()
        assert change.before is None
        assert change.after == {"players": ["Dora", "Cem", "Ben"]}


def test_each_verb_writes_one_line_with_what_was_before_and_after(database: Database) -> None:
    table = seat_four(database, {"moon": "choice", "sun": True})
    row = table.record(FIRST)
    table.correct(1, MOON)
    table.remove(1)
    assert table.state().log[1:] == (
        Logged("hand", row.id, None, {"hand": FIRST_IN_FULL}),
        Logged("correction", row.id, {"before": FIRST_IN_FULL}, {"after": MOON_IN_FULL}),
        Logged("removal", row.id, {"hand": MOON_IN_FULL}, None),
    )


def test_the_log_says_which_device_it_was_and_when(table: Table) -> None:
    with table.database.writing() as session:
        other, _ = new_device(session)
        helper = Table(table.database, table.pad, other.id, table.game)
    table.record(FIRST)
    helper.correct(1, hand(4, 3, 3, 3, queen=1))
    with table.database.reading() as session:
        changes = session.scalars(
            select(Change).where(Change.hand_id.is_not(None)).order_by(Change.id)
        ).all()
        assert [change.device_id for change in changes] == [table.device, helper.device]
        assert {change.pad_id for change in changes} == {table.pad}
        age = [datetime.now(UTC) - change.at for change in changes]
        assert all(timedelta(0) <= old < timedelta(minutes=10) for old in age)
