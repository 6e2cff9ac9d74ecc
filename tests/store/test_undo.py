"""Undo takes back the last change, whatever it was, and redo makes it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from sqlalchemy import select, update

from scorepad.rules import RulesError
from scorepad.store.models import Change
from tests.store.table import (
    PLAIN_HANDS,
    Database,
    Logged,
    Table,
    hand,
    seat_four,
)

ONE, TWO, THREE, FOUR = PLAIN_HANDS[:4]
ENDING = hand(9, 2, 1, 1, queen=0)

# Each kind of change.
CHANGES: Final[tuple[Callable[[Table], object], ...]] = (
    lambda table: table.record(ONE),
    lambda table: table.record(TWO),
    lambda table: table.record(THREE),
    lambda table: table.correct(1, THREE),
    lambda table: table.remove(1),
    lambda table: table.set_next(2, 3),
    lambda table: table.stop(),
    lambda table: table.reopen(),
    lambda table: table.bin(),
    lambda table: table.unbin(),
    lambda table: table.replace(1, "Eva"),
    lambda table: table.note("Wine"),
    lambda table: table.note("Wine and cards"),
    lambda table: table.note_evening("Late"),
)


def test_everything_can_be_taken_back_to_the_start_and_done_again(database: Database) -> None:
    table = seat_four(database, {"target": 50, "exact": 50})
    states = [table.state().content]
    for do in CHANGES:
        do(table)
        states.append(table.state().content)
    for content in reversed(states[:-1]):
        assert table.undo() is not None
        assert table.state().content == content
    assert table.undo() is None
    assert table.can()[0] is None
    for content in states[1:]:
        assert table.redo() is not None
        assert table.state().content == content
    assert table.redo() is None


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


def test_a_hand_is_marked_as_corrected_only_while_it_is(table: Table) -> None:
    table.record(ONE)
    table.correct(1, TWO)
    table.correct(1, THREE)
    marked = []
    for step in (table.undo, table.undo, table.redo):
        step()
        marked.append(table.database.rows()["hands"][0]["corrected"] is not None)
    assert marked == [True, False, True]


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
