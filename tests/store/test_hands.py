"""Hands recorded, corrected and removed; each entry once, however often it is sent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from scorepad.rules import Hand, RulesError
from scorepad.store.errors import StaleError
from scorepad.store.models import Change
from scorepad.store.pad.pens import new_device
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
NEAR_END = hand(5, 4, 2, 2, queen=0)
ENDING = hand(9, 2, 1, 1, queen=0)
FULL = hand(4, 3, 3, 3, queen=0, passed=2)
FULL_IN_LOG = {"hearts": [4, 3, 3, 3], "cards": {"QS": 0}, "passed": 2}
MOON = Hand((0, 13, 0, 0), {"QS": 1}, "subtract", True)
MOON_IN_LOG = {"hearts": [0, 13, 0, 0], "cards": {"QS": 1}, "moon_choice": "subtract", "sun": True}


@pytest.fixture
def three(table: Table) -> Table:
    """Three hands on the sheet, at revision 4; their entries are "1", "2" and "3"."""
    for number, each in enumerate((ONE, TWO, THREE), start=1):
        table.record(each, str(number))
    return table


def test_each_verb_writes_one_line_with_what_was_before_and_after(database: Database) -> None:
    table = seat_four(database, {"moon": "choice", "sun": True})
    row = table.record(FULL)
    table.correct(1, MOON)
    assert table.state().hands == (MOON,)
    with database.writing() as session:
        other, _ = new_device(session)
        helper = Table(database, table.pad, other.id, table.game)
    helper.remove(1)
    assert table.state().log[1:] == (
        Logged("hand", row.id, None, {"hand": FULL_IN_LOG}),
        Logged("correction", row.id, {"before": FULL_IN_LOG}, {"after": MOON_IN_LOG}),
        Logged("removal", row.id, {"hand": MOON_IN_LOG}, None),
    )
    with database.reading() as session:
        changes = session.scalars(
            select(Change).where(Change.hand_id == row.id).order_by(Change.id)
        ).all()
        assert [each.device_id for each in changes] == [table.device, table.device, helper.device]
        assert {each.pad_id for each in changes} == {table.pad}
        age = datetime.now(UTC) - changes[0].at
        assert timedelta(0) <= age < timedelta(minutes=10)


class TestEntries:
    @pytest.mark.parametrize("revision", [2, 4])
    def test_one_sent_again_is_the_same_hand(self, three: Table, revision: int) -> None:
        before = three.database.rows()
        assert three.record(TWO, "2", revision).line == 2
        assert three.database.rows() == before

    @pytest.mark.parametrize("how", ["remove", "undo", "bin", "end"])
    def test_it_is_known_whatever_became_of_it(self, database: Database, how: str) -> None:
        table = seat_four(database, SHORT if how == "end" else None)
        cards = ENDING if how == "end" else ONE
        row = table.record(cards, "same", 1)
        if how == "remove":
            table.remove(1)
        elif how != "end":
            (table.undo if how == "undo" else table.bin)()
        before = database.rows()
        # Both a late repetition and a phone that has seen what became of it.
        for revision in (1, table.revision()):
            assert table.record(cards, "same", revision) == row
        assert database.rows() == before

    def test_one_sent_again_with_other_cards_is_stale(self, table: Table) -> None:
        table.record(ONE, "same")
        before = table.database.rows()
        with pytest.raises(StaleError):
            table.record(TWO, "same")
        assert table.database.rows() == before

    def test_they_are_told_apart_by_their_ids_within_a_game(self, table: Table) -> None:
        other = next_game(table, {}, "other")
        for at in (table, other):
            at.record(ONE, "first")
            at.record(ONE, "second")
            assert at.state().hands == (ONE, ONE)

    def test_one_that_was_refused_can_be_sent_again_put_right(self, table: Table) -> None:
        with pytest.raises(RulesError):
            table.record(hand(4, 3, 3, 2, queen=0), "entry", 1)
        table.record(hand(4, 3, 3, 3, queen=0), "entry", 1)
        assert table.revision() == 2

    def test_a_stale_hand_after_the_end_is_stale(self, database: Database) -> None:
        # A writer who did not see the end learns first that the game went on.
        table = seat_four(database, SHORT, [ENDING])
        with pytest.raises(StaleError):
            table.record(ONE, "late", 1)


@pytest.mark.parametrize("line", [1, 2, 3])
@pytest.mark.parametrize("how", ["correct", "remove"])
def test_a_change_equals_having_it_right_at_first(database: Database, how: str, line: int) -> None:
    # Exact hits, moons that depend on the totals, and a departure from the cycle of passes:
    # everything that lets a hand affect later ones.
    options = {"target": 50, "exact": 50, "moon": "safe", "tie": "play-on"}
    played = [hand(6, 3, 2, 2, queen=3), hand(0, 13, 0, 0, queen=1), hand(5, 4, 2, 2, queen=0)]
    right = hand(7, 3, 2, 1, queen=0, passed=2, dealer=3)
    mistaken = seat_four(database, options, played)
    if how == "correct":
        mistaken.correct(line, right)
        played[line - 1] = right
    else:
        mistaken.remove(line)
        del played[line - 1]
    fresh = next_game(mistaken, options, "fresh")
    for each in played:
        fresh.record(each)
    found, expected = mistaken.state(), fresh.state()
    assert (found.sheet, found.hands, found.finished) == (
        expected.sheet,
        expected.hands,
        expected.finished,
    )


def test_row_line_and_entry_of_a_hand_stay(three: Table) -> None:
    before = three.state().rows
    three.correct(2, FOUR)
    three.remove(3)
    assert three.record(ONE).line == 4
    after = three.state()
    assert after.rows[:3] == before
    assert (after.lines, after.hands) == ((1, 2, 4), (ONE, FOUR, ONE))


@pytest.mark.parametrize("line", [0, 4, 10**20])
def test_a_line_that_is_not_there_is_stale(three: Table, line: int) -> None:
    before = three.database.rows()
    with pytest.raises(StaleError):
        three.correct(line, FOUR)
    with pytest.raises(StaleError):
        three.remove(line)
    assert three.database.rows() == before


def test_a_hand_that_was_removed_cannot_be_corrected(three: Table) -> None:
    three.remove(1)
    before = three.database.rows()
    # Nor with the very same cards: the hand is not on the sheet.
    for each in (FOUR, ONE):
        with pytest.raises(StaleError):
            three.correct(1, each)
    assert three.database.rows() == before


@pytest.mark.parametrize("line", [1, 2, 6])
@pytest.mark.parametrize("how", ["correct", "remove"])
def test_a_hand_before_a_moon_that_the_rules_count_can_be_changed(
    database: Database, how: str, line: int
) -> None:
    # How a safe moon counts follows from the totals before it, whatever its row says.
    high = [hand(12, 0, 0, 1, queen=3)] * 5
    moon = Hand((13, 0, 0, 0), {"QS": 0}, "subtract")
    table = seat_four(database, {"moon": "safe"}, [*high, hand(0, 1, 0, 12, queen=1), moon])
    assert table.state().sheet.lines[-1].moon_counted == "subtract"
    if how == "correct":
        table.correct(line, hand(6, 6, 1, 0, queen=0))
    else:
        table.remove(line)
    # With so much less for Dora, the old moon does not end the game.
    assert table.state().sheet.lines[-1].moon_counted == "add"
    table.undo()
    assert table.state().sheet.lines[-1].moon_counted == "subtract"


@pytest.mark.parametrize("moon", ["add", "safe"])
def test_a_choice_that_the_rules_do_not_leave_is_checked_and_not_kept(
    database: Database, moon: str
) -> None:
    table = seat_four(database, {"moon": moon}, [ONE])
    chosen, without = Hand((13, 0, 0, 0), {"QS": 0}, "add"), hand(13, 0, 0, 0, queen=0)
    with pytest.raises(RulesError) as refused:
        table.correct(1, Hand((13, 0, 0, 0), {"QS": 0}, "subtract"))
    assert refused.value.place == "hands[0].moon"
    table.correct(1, chosen)
    row = table.record(chosen, "same", 3)
    assert table.state().hands == (without, without)
    assert "moon" not in repr(table.state().log[-1].after)
    # Nor is it another hand when it is sent again.
    before = database.rows()
    table.correct(1, chosen)
    assert table.record(chosen, "same", 3) == row
    assert database.rows() == before


def test_hands_after_the_end_stay_and_do_not_count(database: Database) -> None:
    later = (hand(0, 0, 0, 13, queen=2), hand(5, 4, 2, 2, queen=2))
    table = seat_four(database, {"target": 50}, [NEAR_END, *later])
    table.correct(1, hand(12, 1, 0, 0, queen=0))
    assert not table.state().finished
    table.correct(2, hand(12, 1, 0, 0, queen=0))
    after = table.state()
    assert after.finished
    assert after.hands[2] == later[1]
    assert [line.counts for line in after.sheet.lines] == [True, True, False]
    assert after.sheet.totals == after.sheet.lines[1].totals == (50, 2, 0, 0)
    # Without the first one, the last one ends it.
    table.remove(1)
    assert [line.counts for line in table.state().sheet.lines] == [True, True]


@pytest.mark.usefixtures("clock")
def test_a_game_was_finished_when_the_hand_that_ended_it_was_taken_down(
    database: Database,
) -> None:
    table = seat_four(database, SHORT, [NEAR_END, ENDING])
    first, second = (row["recorded"] for row in database.rows()["hands"])

    def finished() -> object:
        (row,) = database.rows()["games"]
        return row["finished"]

    assert finished() == second
    table.correct(2, hand(9, 1, 2, 1, queen=0))
    assert finished() == second
    table.correct(1, ENDING)
    assert finished() == first
    table.correct(1, NEAR_END)
    assert finished() == second
    table.remove(2)
    assert finished() is None
