"""Undo takes back the last change, whatever it was, and redo makes it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from sqlalchemy import select, update

from scorepad.rules import RulesError
from scorepad.store.errors import StaleError
from scorepad.store.models import Change
from tests.store.table import (
    PLAIN_HANDS,
    SHORT,
    Database,
    Logged,
    Table,
    hand,
    next_game,
    seat_four,
)

ONE, TWO, THREE, FOUR = PLAIN_HANDS[:4]
ENDING = hand(9, 2, 1, 1, queen=0)

# Each change, after the steps that it needs.
CHANGES: Final[dict[str, tuple[Callable[[Table], object], ...]]] = {
    "hand": (lambda table: table.record(THREE),),
    "correction": (lambda table: table.correct(1, THREE),),
    "removal": (lambda table: table.remove(1),),
    "next": (lambda table: table.set_next(2, 3),),
    "stop": (lambda table: table.stop(),),
    "reopening": (lambda table: table.stop(), lambda table: table.reopen()),
    "bin": (lambda table: table.bin(),),
    "unbin": (lambda table: table.bin(), lambda table: table.unbin()),
    "player": (lambda table: table.replace(1, "Eva"),),
    "note": (lambda table: table.note("Wine"), lambda table: table.note("Wine and cards")),
    "evening_note": (lambda table: table.note_evening("Late"),),
}


def test_everything_can_be_taken_back_to_the_start_and_done_again(database: Database) -> None:
    table = seat_four(database, {"target": 50, "exact": 50})
    steps = [do for doing in CHANGES.values() for do in doing]
    states = [table.state().content]
    for do in [lambda table: table.record(ONE), lambda table: table.record(TWO), *steps]:
        do(table)
        # To stop or to bin it once more changes nothing.
        if table.state().content != states[-1]:
            states.append(table.state().content)
    assert len(states) == 1 + 2 + len(steps) - 2
    for content in reversed(states[:-1]):
        assert table.undo() is not None
        assert table.state().content == content
    assert table.undo() is None
    assert table.can()[0] is None
    for content in states[1:]:
        assert table.redo() is not None
        assert table.state().content == content
    assert table.redo() is None


@pytest.mark.parametrize("seen", [0, 2, 4])
def test_who_saw_another_revision_is_told(table: Table, seen: int) -> None:
    table.record(ONE)
    table.record(TWO)
    before = table.database.rows()
    with pytest.raises(StaleError):
        table.undo(seen)
    with pytest.raises(StaleError):
        table.redo(seen)
    assert table.database.rows() == before


def test_a_double_tap_takes_back_one_thing(table: Table) -> None:
    table.record(ONE)
    table.record(TWO)
    table.undo(3)
    with pytest.raises(StaleError):
        table.undo(3)
    assert table.state().hands == (ONE,)


def test_after_something_new_there_is_nothing_to_do_again(table: Table) -> None:
    table.record(ONE)
    table.record(TWO)
    table.undo()
    table.record(THREE)
    assert table.can() == ("hand", None)
    assert table.redo() is None
    # Nor when the new change is undone: only that one can be redone.
    table.undo()
    assert table.redo() == "hand"
    assert table.state().hands == (ONE, THREE)
    table.undo()
    table.undo()
    assert table.state().hands == ()
    assert [table.redo(), table.redo(), table.redo()] == ["hand", "hand", None]
    assert table.state().hands == (ONE, THREE)


def test_each_writes_its_own_line_and_keeps_the_others(table: Table) -> None:
    first = table.record(ONE)
    table.correct(1, TWO)
    table.undo()
    table.redo()
    *_, undone, redone = table.state().log
    # They name the change, and have no copy of it.
    assert undone == Logged("undo", first.id, None, None)
    assert redone == Logged("redo", first.id, None, None)
    rows = table.database.rows()["changes"]
    assert [row["undoes"] for row in rows[-2:]] == [rows[-3]["id"]] * 2
    assert rows[-3]["undone"] is None
    table.undo()
    assert table.database.rows()["changes"][-4]["undone"] is not None


def test_an_entry_that_was_taken_back_does_not_come_back_when_sent_again(table: Table) -> None:
    row = table.record(ONE, "same", 1)
    table.undo()
    before = table.database.rows()
    assert table.record(ONE, "same", 1) == row
    assert table.database.rows() == before


def test_taking_back_a_hand_brings_back_what_was_decided_for_it(table: Table) -> None:
    table.set_next(0, 3)
    table.record(ONE)
    table.undo()
    assert (table.state().game.next_passed, table.state().game.next_dealer) == (0, 3)
    table.redo()
    assert (table.state().game.next_passed, table.state().game.next_dealer) == (None, None)


def test_a_hand_is_marked_as_corrected_only_while_it_is(table: Table) -> None:
    table.record(ONE)
    table.correct(1, TWO)
    table.correct(1, THREE)
    marked = []
    for step in (table.undo, table.undo, table.redo):
        step()
        marked.append(table.database.rows()["hands"][0]["corrected"] is not None)
    assert marked == [True, False, True]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("what", ["hand", "stop", "correction", "reopening", "bin"])
def test_when_a_game_was_finished_is_the_same_after_undo_and_redo(
    database: Database, what: str
) -> None:
    table = seat_four(database, SHORT, [ONE])
    if what in ("hand", "bin"):
        table.record(ENDING)
    elif what != "correction":
        table.stop()
    if what != "hand":
        CHANGES[what][-1](table)
    if what == "correction":
        table.correct(1, ENDING)
    after = database.rows()["games"][0]["finished"]
    assert (after is None) == (what == "reopening")
    table.undo()
    before = database.rows()["games"][0]["finished"]
    table.redo()
    assert database.rows()["games"][0]["finished"] == after
    table.undo()
    assert database.rows()["games"][0]["finished"] == before


def test_other_games_are_left_alone(table: Table) -> None:
    table.record(ONE)
    other = next_game(table, {}, "other")
    before = table.state()
    other.record(TWO)
    assert other.undo() == "hand"
    assert other.undo() is None
    assert table.state() == before


@pytest.mark.parametrize("step", ["undo", "redo"])
def test_what_the_rules_refuse_is_not_brought_back(table: Table, step: str) -> None:
    table.record(ONE)
    table.record(TWO)
    table.correct(2, THREE)
    if step == "redo":
        table.undo()
    rewrite_log(table)
    before = table.database.rows()
    with pytest.raises(RulesError) as refused:
        (table.undo if step == "undo" else table.redo)()
    assert refused.value.place == "hands[1].hearts"
    assert table.database.rows() == before


def rewrite_log(table: Table) -> None:
    """Make every hand in the log one that cannot be."""
    cards = {"hearts": [1, 1, 1, 1], "cards": {"QS": 0}}
    with table.database.writing() as session:
        for row in session.scalars(select(Change).where(Change.hand_id.is_not(None))).all():
            sides = (side and dict.fromkeys(side, cards) for side in (row.before, row.after))
            before, after = sides
            session.execute(
                update(Change).where(Change.id == row.id).values(before=before, after=after)
            )
