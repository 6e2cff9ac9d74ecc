"""Undo takes back the last change, whatever it was, and redo makes it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from scorepad.rules import RulesError
from scorepad.store.errors import StaleError, StoreError
from scorepad.store.models import Change
from tests.store.table import (
    EVERY_HAND,
    PLAIN_HANDS,
    SHORT,
    Database,
    Logged,
    Table,
    hand,
    migrated,
    next_game,
    seat_four,
    sqlite_uri,
)
from tests.support.torture import examples

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
}


@pytest.mark.parametrize("what", CHANGES)
def test_each_thing_can_be_taken_back_and_done_again(table: Table, what: str) -> None:
    table.record(ONE)
    table.record(TWO)
    *preparing, do = CHANGES[what]
    for prepare in preparing:
        prepare(table)
    before = table.state()
    do(table)
    after = table.state()
    assert before.content != after.content
    for _ in range(2):
        assert table.can()[0] == what
        assert table.undo() == what
        assert table.state().content == before.content
        assert table.can()[1] == what
        assert table.redo() == what
        assert table.state().content == after.content
    assert table.revision() == after.revision + 4


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


def test_with_nothing_to_take_back_nothing_changes(table: Table) -> None:
    before = table.database.rows()
    assert table.undo() is None
    assert table.redo() is None
    assert table.can() == (None, None)
    assert table.database.rows() == before


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


def test_the_end_of_a_game_can_be_taken_back(database: Database) -> None:
    table = seat_four(database, SHORT, [ENDING])
    assert table.state().finished
    table.undo()
    assert not table.state().finished
    table.redo()
    assert table.state().finished


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


@pytest.mark.usefixtures("clock")
def test_a_stopped_game_was_finished_when_it_was_stopped(table: Table) -> None:
    table.record(ONE)
    table.stop()
    table.correct(1, TWO)
    (game,) = table.database.rows()["games"]
    assert game["finished"] == game["stopped"]


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
    rewrite_log(table, lambda cards: {**cards, "hearts": [1, 1, 1, 1]})
    before = table.database.rows()
    with pytest.raises(RulesError) as refused:
        (table.undo if step == "undo" else table.redo)()
    assert refused.value.place == "hands[1].hearts"
    assert table.database.rows() == before


def rewrite_log(table: Table, other: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
    """Change every hand in the log, as an older Scorepad may have written it."""
    with table.database.writing() as session:
        for change in session.scalars(select(Change).where(Change.hand_id.is_not(None))).all():
            before, after = (side and other(side) for side in (change.before, change.after))
            session.execute(
                update(Change).where(Change.id == change.id).values(before=before, after=after)
            )


VERBS: Final[dict[str, Callable[[Table, int], object]]] = {
    "record": lambda table, number: table.record(EVERY_HAND[number * 37 % len(EVERY_HAND)]),
    "correct": lambda table, number: table.correct(
        number % 5 + 1, PLAIN_HANDS[number % len(PLAIN_HANDS)]
    ),
    "remove": lambda table, number: table.remove(number % 5 + 1),
    "next": lambda table, number: table.set_next(number % 4, (number // 4) % 4),
    "rule": lambda table, _: table.set_next(),
    "stop": lambda table, _: table.stop(),
    "reopen": lambda table, _: table.reopen(),
    "bin": lambda table, _: table.bin(),
    "unbin": lambda table, _: table.unbin(),
    "replace": lambda table, number: table.replace(number % 4, "EFGAB"[number % 5]),
}
STEPS = st.lists(
    st.tuples(
        st.sampled_from([*VERBS, "record", "record", *["undo", "redo"] * 4]),
        st.integers(0, 10_000),
    ),
    min_size=4,
    max_size=25,
)


@pytest.fixture(scope="module")
def lasting_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One for all examples; each has a pad of its own in it."""
    folder = tmp_path_factory.mktemp("undo")
    with migrated(sqlite_uri(folder / "pad.sqlite")) as made:
        yield made


@pytest.mark.slow
@given(steps=STEPS)
@settings(max_examples=examples(8, 30), deadline=None)
def test_any_sequence_can_be_gone_through_back_and_forth(
    lasting_database: Database, steps: list[tuple[str, int]]
) -> None:
    table = seat_four(lasting_database, {"target": 50, "exact": 50, "tie": "play-on"})
    after = table.state()
    # Every state since the start, and at which of them the game is.
    states, at = [after.content], 0
    for verb, number in steps:
        before = after
        if verb in ("undo", "redo"):
            with pytest.raises(StaleError):
                (table.undo if verb == "undo" else table.redo)(before.revision - 1)
            there = at > 0 if verb == "undo" else at + 1 < len(states)
            change = (table.undo if verb == "undo" else table.redo)()
            assert (change is not None) == there
            at += (-1 if verb == "undo" else 1) if there else 0
            after = table.state()
            assert after.content == states[at]
            assert after.revision == before.revision + there
        else:
            try:
                VERBS[verb](table, number)
            except (StoreError, RulesError):
                assert table.state() == before
                continue
            after = table.state()
            if after.revision == before.revision:
                assert after == before
                continue
            assert after.revision == before.revision + 1
            states[at + 1 :] = [after.content]
            at += 1
        assert after.finished == after.sheet.over
        can_undo, can_redo = table.can()
        assert (can_undo is not None, can_redo is not None) == (at > 0, at + 1 < len(states))
