"""Changing a hand afterwards."""

from __future__ import annotations

import pytest

from scorepad.rules import Hand, RulesError
from scorepad.store.errors import StaleError
from tests.store.table import PLAIN_HANDS, SHORT, Database, Table, hand, next_game, seat_four

ONE, TWO, THREE, RIGHT = PLAIN_HANDS[:4]
NEAR_END = hand(5, 4, 2, 2, queen=0)
ENDING = hand(9, 2, 1, 1, queen=0)


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_correction_equals_having_it_right_at_first(database: Database, line: int) -> None:
    # Exact hits, moons that depend on the totals, and a departure from the cycle of passes:
    # everything that lets a hand affect later ones.
    options = {"target": 50, "exact": 50, "moon": "safe", "tie": "play-on"}
    played = [hand(6, 3, 2, 2, queen=3), hand(0, 13, 0, 0, queen=1), hand(5, 4, 2, 2, queen=0)]
    right = hand(7, 3, 2, 1, queen=0, passed=2)
    mistaken = seat_four(database, options, played)
    mistaken.correct(line, right)

    fresh = next_game(mistaken, options, "fresh")
    for number, each in enumerate(played, start=1):
        fresh.record(right if number == line else each)
    assert mistaken.state().sheet == fresh.state().sheet
    assert mistaken.state().hands == fresh.state().hands
    assert mistaken.state().finished == fresh.state().finished


def test_a_correction_keeps_row_line_and_entry(table: Table) -> None:
    for each in (ONE, TWO, THREE):
        table.record(each)
    before = table.state()
    table.correct(2, RIGHT)
    after = table.state()
    assert after.rows == before.rows
    assert after.lines == (1, 2, 3)
    assert after.hands == (ONE, RIGHT, THREE)


def test_the_same_cards_again_change_nothing(table: Table) -> None:
    table.record(ONE)
    table.correct(1, RIGHT)
    before = table.database.rows()
    table.correct(1, RIGHT)
    table.correct(1, RIGHT, revision=1)
    assert table.database.rows() == before


@pytest.mark.parametrize(("line", "revision"), [(1, 1), (1, 4), (0, 3), (10**20, 3)])
def test_an_old_revision_or_a_line_that_is_not_there_is_stale(
    table: Table, line: int, revision: int
) -> None:
    table.record(ONE)
    table.record(TWO)
    before = table.database.rows()
    with pytest.raises(StaleError):
        table.correct(line, RIGHT, revision)
    assert table.database.rows() == before


def test_a_hand_that_was_taken_out_cannot_be_corrected(table: Table) -> None:
    table.record(ONE)
    table.record(TWO)
    table.remove(1)
    before = table.database.rows()
    # Nor with the very same cards: the hand is not on the sheet.
    for each in (RIGHT, ONE):
        with pytest.raises(StaleError):
            table.correct(1, each)
    assert table.database.rows() == before


@pytest.mark.parametrize(
    ("new_hand", "place"),
    [
        (Hand((4, 3, 3, 2), {"QS": 0}), "hands[1].hearts"),
        (Hand((4, 3, 3, 3), {"QS": 0}, passed=10**20), "hands[1].pass"),
        (Hand((13, 0, 0, 0), {"QS": 0}, "subtract"), "hands[1].moon"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_with_its_place(
    table: Table, new_hand: Hand, place: str
) -> None:
    for recorded in (ONE, TWO, THREE):
        table.record(recorded)
    before = table.database.rows()
    with pytest.raises(RulesError) as refused:
        table.correct(2, new_hand)
    assert refused.value.place == place
    assert table.database.rows() == before


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


def test_a_choice_that_the_rules_do_not_leave_is_checked_and_not_kept(database: Database) -> None:
    table = seat_four(database, {"moon": "safe"}, [ONE])
    before = database.rows()
    with pytest.raises(RulesError) as refused:
        table.correct(1, Hand((13, 0, 0, 0), {"QS": 0}, "subtract"))
    assert refused.value.place == "hands[0].moon"
    assert database.rows() == before
    moon = Hand((13, 0, 0, 0), {"QS": 0}, "add")
    table.correct(1, moon)
    assert table.state().hands == (hand(13, 0, 0, 0, queen=0),)
    before = database.rows()
    table.correct(1, moon)
    assert database.rows() == before


def test_hands_after_the_end_stay_and_do_not_count(database: Database) -> None:
    later = (hand(0, 0, 0, 13, queen=2), hand(5, 4, 2, 2, queen=2))
    table = seat_four(database, {"target": 50}, [NEAR_END, *later])
    assert not table.state().finished
    table.correct(1, hand(0, 13, 0, 0, queen=1))
    table.correct(2, hand(1, 12, 0, 0, queen=1))
    moon = table.state()
    assert not moon.finished
    table.correct(1, hand(12, 1, 0, 0, queen=0))
    table.correct(2, hand(12, 1, 0, 0, queen=0))
    after = table.state()
    assert after.finished
    assert after.hands[2] == later[1]
    assert [line.counts for line in after.sheet.lines] == [True, True, False]
    assert after.sheet.totals == after.sheet.lines[1].totals == (50, 2, 0, 0)
    assert after.sheet.lines[2].number == 3


@pytest.mark.usefixtures("clock")
def test_a_game_was_finished_when_the_hand_that_ended_it_was_taken_down(
    database: Database,
) -> None:
    table = seat_four(database, SHORT, [NEAR_END, ENDING])
    first, second = (row["recorded"] for row in database.rows()["hands"])
    assert finished(table) == second
    table.correct(2, hand(9, 1, 2, 1, queen=0))
    assert finished(table) == second
    table.correct(1, ENDING)
    assert finished(table) == first
    table.correct(1, NEAR_END)
    assert finished(table) == second
    table.remove(2)
    assert finished(table) is None


def finished(table: Table) -> object:
    (row,) = table.database.rows()["games"]
    return row["finished"]


def test_a_correction_can_give_a_hand_its_dealer(table: Table) -> None:
    table.record(ONE)
    table.record(TWO)
    table.correct(1, hand(*ONE.hearts, queen=ONE.cards["QS"], passed=2, dealer=3))
    assert [line.dealer for line in table.state().sheet.lines] == [3, 0]
    assert [line.passed for line in table.state().sheet.lines] == [2, 0]
