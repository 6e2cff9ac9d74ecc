"""Misdeals and wrong passes: the table's decisions for the next hand."""

from __future__ import annotations

import pytest

from scorepad.rules import RulesError
from scorepad.store.errors import StaleError
from tests.store.table import (
    PLAIN_HANDS,
    Logged,
    Table,
    hand,
)

ONE, TWO, THREE = PLAIN_HANDS[:3]


def test_what_was_decided_goes_into_the_hand_and_is_done_with(table: Table) -> None:
    table.record(ONE)
    table.set_next(passed=0, dealer=3)
    coming = table.state().sheet.next
    assert coming is not None
    assert (coming.passed, coming.dealer) == (0, 3)
    table.record(TWO)
    after = table.state()
    assert (after.hands[1].passed, after.hands[1].dealer) == (0, 3)
    assert (after.game.next_passed, after.game.next_dealer) == (None, None)
    assert after.sheet.next is not None
    assert (after.sheet.next.passed, after.sheet.next.dealer) == (1, 0)


def test_a_hand_that_says_otherwise_is_believed(table: Table) -> None:
    table.set_next(passed=0, dealer=3)
    table.record(hand(4, 3, 3, 3, queen=0, passed=2))
    assert table.state().hands[0].passed == 2
    assert table.state().hands[0].dealer == 3


def test_the_entry_sent_again_is_known_all_the_same(table: Table) -> None:
    table.set_next(passed=0, dealer=3)
    first = table.record(ONE, "same", 2)
    assert table.record(ONE, "same", 2) == first
    table.correct(1, TWO)
    assert table.record(ONE, "same", 2) == first
    with pytest.raises(StaleError):
        table.record(THREE, "same", 2)


def test_back_to_the_rule(table: Table) -> None:
    table.set_next(passed=0, dealer=3)
    table.set_next()
    assert table.state().game.next_dealer is None
    assert table.state().log[-1] == Logged(
        "next",
        None,
        {"before": {"passed": 0, "dealer": 3}},
        {"after": {"passed": None, "dealer": None}},
    )


@pytest.mark.parametrize(
    ("passed", "dealer", "place"),
    [(4, None, "next_passed"), (-1, 0, "next_passed"), (None, 10**20, "next_dealer")],
)
def test_what_cannot_be_is_refused(
    table: Table, passed: int | None, dealer: int | None, place: str
) -> None:
    before = table.database.rows()
    with pytest.raises(RulesError) as refused:
        table.set_next(passed, dealer)
    assert refused.value.place == place
    assert table.database.rows() == before


def test_a_refused_hand_leaves_the_decision(table: Table) -> None:
    table.set_next(passed=0)
    with pytest.raises(RulesError):
        table.record(hand(1, 1, 1, 1, queen=0))
    assert table.state().game.next_passed == 0
