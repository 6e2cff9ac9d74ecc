"""Recording a hand."""

from __future__ import annotations

from typing import TypeVar

import pytest

from scorepad.rules import Hand, RulesError
from scorepad.rules.hand import MoonChoice
from scorepad.store.errors import GameOverError, StaleError
from tests.store.table import PLAIN_HANDS, SHORT, Database, Table, hand, seat_four

Refusal = TypeVar("Refusal", bound=Exception)

ONE, TWO, THREE = PLAIN_HANDS[:3]
# Of a short game.
ENDING = hand(8, 5, 0, 0, queen=0)


def test_every_part_of_a_hand_is_kept(database: Database) -> None:
    table = seat_four(database, {"preset": "omnibus", "moon": "choice", "sun": True})
    sun = Hand((0, 13, 0, 0), {"QS": 1, "JD": 1}, "subtract", True, 2)
    table.record(sun)
    assert table.state().hands == (sun,)


def test_an_entry_sent_again_with_the_old_revision_is_the_same_hand(table: Table) -> None:
    first = table.record(ONE, "same", revision=1)
    table.record(TWO, "other", revision=2)
    before = table.database.rows()
    assert table.record(ONE, "same", revision=1) == first
    assert table.database.rows() == before


def test_an_entry_sent_again_after_the_end_is_the_same_hand(database: Database) -> None:
    table = seat_four(database, SHORT)
    first = table.record(hand(9, 2, 1, 1, queen=0), "same", revision=1)
    assert table.state().finished
    assert table.record(hand(9, 2, 1, 1, queen=0), "same", revision=1) == first


def test_an_entry_sent_again_with_other_cards_is_stale(table: Table) -> None:
    table.record(ONE, "same")
    assert_nothing_stored(table, StaleError, TWO, "same", table.revision())


def test_the_same_cards_in_another_entry_are_another_hand(table: Table) -> None:
    table.record(ONE, "first")
    table.record(ONE, "second")
    assert table.state().hands == (ONE, ONE)


def test_the_same_entry_in_two_games_is_two_hands(database: Database) -> None:
    tables = [seat_four(database), seat_four(database)]
    first, second = (table.record(ONE, "same") for table in tables)
    assert first.id != second.id
    assert [table.state().hands for table in tables] == [(ONE,), (ONE,)]


@pytest.mark.parametrize("revision", [1, 3, 10**20])
def test_a_revision_that_is_not_the_latest_is_stale(table: Table, revision: int) -> None:
    table.record(ONE)
    assert_nothing_stored(table, StaleError, TWO, "late", revision)


def test_no_hand_is_recorded_after_the_end(database: Database) -> None:
    table = seat_four(database, SHORT, [hand(9, 2, 1, 1, queen=0)])
    assert table.state().sheet.over
    assert_nothing_stored(table, GameOverError, ONE, "late", table.revision())


def test_a_stale_hand_after_the_end_is_stale(database: Database) -> None:
    # A writer who did not see the end learns first that the game went on.
    table = seat_four(database, SHORT, [hand(9, 2, 1, 1, queen=0)])
    assert_nothing_stored(table, StaleError, ONE, "late", 1)


@pytest.mark.parametrize(
    ("new_hand", "place"),
    [
        (Hand((4, 3, 3, 2), {"QS": 0}), "hands[1].hearts"),
        (Hand((10**20, 0, 0, 0), {"QS": 0}), "hands[1].hearts[0]"),
        (Hand((4, 3, 3, 3), {}), "hands[1].cards.QS"),
        (Hand((4, 3, 3, 3), {"QS": 0}, passed=2**31), "hands[1].pass"),
        (Hand((13, 0, 0, 0), {"QS": 0}, "subtract"), "hands[1].moon"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_its_place(
    table: Table, new_hand: Hand, place: str
) -> None:
    table.record(ONE)
    assert assert_nothing_stored(table, RulesError, new_hand, "bad", 2).place == place


def test_an_entry_that_was_refused_can_be_sent_again_put_right(table: Table) -> None:
    assert_nothing_stored(table, RulesError, hand(4, 3, 3, 2, queen=0), "entry", 1)
    table.record(hand(4, 3, 3, 3, queen=0), "entry", revision=1)
    assert table.revision() == 2


@pytest.mark.parametrize(
    ("moon", "counted"), [("add", "add"), ("subtract", "subtract"), ("safe", "add")]
)
def test_a_choice_that_the_rules_do_not_leave_is_not_kept(
    database: Database, moon: str, counted: MoonChoice
) -> None:
    table = seat_four(database, {"moon": moon})
    new_hand = Hand((13, 0, 0, 0), {"QS": 0}, counted)
    first = table.record(new_hand, "same", 1)
    assert table.state().hands == (hand(13, 0, 0, 0, queen=0),)
    assert "moon" not in repr(table.state().log[-1].after)
    # Nor is it another hand when it is sent again.
    assert table.record(new_hand, "same", 1) == first
    assert table.revision() == 2


def assert_nothing_stored(
    table: Table, kind: type[Refusal], new_hand: Hand, entry: str, revision: int
) -> Refusal:
    before = table.database.rows()
    with pytest.raises(kind) as refused:
        table.record(new_hand, entry, revision)
    assert table.database.rows() == before
    return refused.value
