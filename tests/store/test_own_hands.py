"""Hands that a phone's outbox names by their entries: what it had seen, and what it does once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorepad.store.errors import BinnedError, GoneError, StaleError
from scorepad.store.game.hands import Seen, correct_entry, record_hand, remove_entry
from tests.store.table import PLAIN_HANDS, Table

ONE, TWO, THREE, FOUR = PLAIN_HANDS[:4]


def send(table: Table, entry: str, hand: int, seen: Seen) -> None:
    with table.locked() as (session, game):
        record_hand(session, game, table.device, PLAIN_HANDS[hand], entry_id=entry, seen=seen)


def correct(table: Table, entry: str, hand: int, act: str, seen: Seen) -> None:
    with table.locked() as (session, game):
        correct_entry(session, game, table.device, entry, PLAIN_HANDS[hand], act=act, seen=seen)


def remove(table: Table, entry: str, act: str, seen: Seen) -> None:
    with table.locked() as (session, game):
        remove_entry(session, game, table.device, entry, act=act, seen=seen)


def test_hands_behind_own_ones_follow_the_page_that_they_were_entered_on(table: Table) -> None:
    send(table, "a", 0, Seen(1))
    correct(table, "a", 1, "act", Seen(1, frozenset({"a"})))
    send(table, "b", 0, Seen(1, frozenset({"a"})))
    assert table.state().hands == (TWO, ONE)


OTHERS: dict[str, Callable[[Table], object]] = {
    "hand": lambda table: table.record(FOUR),
    "correction": lambda table: table.correct(1, FOUR),
    "removal": lambda table: table.remove(1),
    "undo": lambda table: table.undo(),
    "pass": lambda table: table.set_next(passed=2),
}


@pytest.mark.parametrize("other", OTHERS)
def test_hand_after_a_change_by_others_is_stale(table: Table, other: str) -> None:
    send(table, "a", 0, Seen(1))
    OTHERS[other](table)
    before = table.database.rows()
    with pytest.raises(StaleError):
        send(table, "b", 1, Seen(1, frozenset({"a"})))
    assert table.database.rows() == before


@pytest.mark.parametrize(
    "seen", [Seen(2), Seen(1, frozenset({"lost"})), Seen(1, last="lost")], ids=str
)
def test_hand_that_follows_what_the_database_lacks_is_stale(table: Table, seen: Seen) -> None:
    with pytest.raises(StaleError):
        send(table, "a", 0, seen)
    assert table.state().hands == ()


def test_hand_behind_a_decision_is_compared_with_all_since_its_page(table: Table) -> None:
    table.record(FOUR)
    table.record(TWO)
    with pytest.raises(StaleError):
        send(table, "b", 1, Seen(3, shown=1))
    send(table, "b", 0, Seen(3, shown=1))
    send(table, "c", 1, Seen(3, frozenset({"b"})))
    assert table.state().hands == (FOUR, TWO, ONE, TWO)


def test_correction_is_done_once(table: Table) -> None:
    send(table, "a", 0, Seen(1))
    seen = Seen(1, frozenset({"a"}))
    correct(table, "a", 1, "act", seen)
    table.correct(1, THREE)
    before = table.database.rows()
    correct(table, "a", 1, "act", seen)
    assert table.database.rows() == before


def test_removal_is_done_once(table: Table) -> None:
    send(table, "a", 0, Seen(1))
    remove(table, "a", "act", Seen(1, frozenset({"a"})))
    assert table.state().hands == ()
    table.undo()
    before = table.database.rows()
    remove(table, "a", "act", Seen(1, frozenset({"a"})))
    assert table.database.rows() == before


def test_correction_keeps_pass_and_dealer(table: Table) -> None:
    table.set_next(passed=2, dealer=3)
    send(table, "a", 0, Seen(2))
    correct(table, "a", 1, "act", Seen(2))
    (hand,) = table.state().hands
    assert (hand.hearts, hand.passed, hand.dealer) == (TWO.hearts, 2, 3)


def test_correction_of_a_hand_that_others_changed_is_stale(table: Table) -> None:
    send(table, "a", 0, Seen(1))
    table.correct(1, THREE)
    with pytest.raises(StaleError):
        correct(table, "a", 1, "act", Seen(1))
    with pytest.raises(StaleError):
        remove(table, "a", "act", Seen(1))
    assert table.state().hands == (THREE,)


def test_correction_minds_no_change_of_other_hands(table: Table) -> None:
    send(table, "a", 0, Seen(1))
    table.record(FOUR)
    correct(table, "a", 1, "act", Seen(1))
    assert table.state().hands == (TWO, FOUR)


def test_correction_of_a_hand_that_is_not_there_says_so(table: Table) -> None:
    send(table, "a", 0, Seen(1))
    table.undo()
    for entry in ("a", "unknown"):
        with pytest.raises(GoneError):
            correct(table, entry, 1, "act", Seen(1))
        remove(table, entry, "another", Seen(1))
    assert table.state().hands == ()


def test_hands_of_a_game_in_the_bin_stay(table: Table) -> None:
    send(table, "a", 0, Seen(1))
    table.bin()
    with pytest.raises(BinnedError):
        correct(table, "a", 1, "act", Seen(1))
    with pytest.raises(BinnedError):
        remove(table, "a", "act", Seen(1))
