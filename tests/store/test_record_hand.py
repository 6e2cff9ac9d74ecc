"""Recording a hand."""

from __future__ import annotations

from typing import TypeVar

import pytest

from scorepad.rules import Hand, RulesError, sheet
from scorepad.rules.hand import MoonChoice
from scorepad.store.errors import GameOverError, StaleError
from scorepad.store.game.hands import Seen, record_hand
from scorepad.store.game.snapshot import game_with_id
from tests.store.table import PLAIN_HANDS, SHORT, Database, Table, asked, hand, next_game, seat_four

Refusal = TypeVar("Refusal", bound=Exception)

ONE, TWO, THREE = PLAIN_HANDS[:3]
# Of a short game.
ENDING = hand(8, 5, 0, 0, queen=0)


def test_hands_are_kept_in_their_order_on_lines_from_one(table: Table) -> None:
    lines = [table.record(each).line for each in (ONE, TWO, THREE)]
    assert lines == [1, 2, 3]
    assert table.state().hands == (ONE, TWO, THREE)


def test_every_part_of_a_hand_is_kept(database: Database) -> None:
    table = seat_four(database, {"preset": "omnibus", "moon": "choice", "sun": True})
    sun = Hand((0, 13, 0, 0), {"QS": 1, "JD": 1}, "subtract", True, 2)
    table.record(sun)
    assert table.state().hands == (sun,)


def test_the_sheet_is_what_the_rules_make_of_the_hands(table: Table) -> None:
    for each in (ONE, TWO, THREE):
        table.record(each)
    with table.database.reading() as session:
        game = game_with_id(session.connection(), table.game).game
    assert table.state().sheet == sheet(game)


def test_each_hand_counts_the_revision_up_by_one(table: Table) -> None:
    # Far more than one of these fall into the same second.
    for before, each in enumerate(PLAIN_HANDS[:8], start=1):
        assert table.revision() == before
        table.record(each)
        assert table.revision() == before + 1


def test_an_entry_sent_again_is_the_same_hand(table: Table) -> None:
    first = table.record(ONE, "same", revision=1)
    before = table.database.rows()
    assert table.record(ONE, "same", revision=2) == first
    assert table.database.rows() == before


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


@pytest.mark.parametrize("revision", [0, 1, 3, -1, 10**20])
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


def test_the_hand_that_ends_the_game_sets_finished(database: Database) -> None:
    table = seat_four(database, SHORT, [hand(5, 4, 2, 2, queen=0)])
    assert not table.state().finished
    table.record(hand(5, 4, 2, 2, queen=1))
    assert table.state().finished
    assert table.state().sheet.over


@pytest.mark.parametrize(
    ("new_hand", "place"),
    [
        (Hand((4, 3, 3, 2), {"QS": 0}), "hands[1].hearts"),
        (Hand((5, 4, 4), {"QS": 0}), "hands[1].hearts"),
        (Hand((14, -1, 0, 0), {"QS": 0}), "hands[1].hearts[0]"),
        (Hand((10**20, 0, 0, 0), {"QS": 0}), "hands[1].hearts[0]"),
        (Hand((4, 3, 3, 3), {}), "hands[1].cards.QS"),
        (Hand((4, 3, 3, 3), {"QS": 4}), "hands[1].cards.QS"),
        (Hand((4, 3, 3, 3), {"QS": 0, "JD": 0}), "hands[1].cards.JD"),
        (Hand((4, 3, 3, 3), {"QS": 0}, "add"), "hands[1].moon"),
        (Hand((4, 3, 3, 3), {"QS": 0}, None, True), "hands[1].sun"),
        (Hand((4, 3, 3, 3), {"QS": 0}, passed=4), "hands[1].pass"),
        (Hand((4, 3, 3, 3), {"QS": 0}, passed=-1), "hands[1].pass"),
        (Hand((13, 0, 0, 0), {"QS": 0}, "subtract"), "hands[1].moon"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_its_place(
    table: Table, new_hand: Hand, place: str
) -> None:
    table.record(ONE)
    assert assert_nothing_stored(table, RulesError, new_hand, "bad", 2).place == place


@pytest.mark.parametrize("passed", [2**31, 10**20])
def test_a_pass_too_large_for_the_database_is_refused_by_the_rules(
    table: Table, passed: int
) -> None:
    new_hand = hand(4, 3, 3, 3, queen=0, passed=passed)
    assert assert_nothing_stored(table, RulesError, new_hand, "bad", 1).place == "hands[0].pass"


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
    assert "moon" not in (table.state().log[-1].after or {})
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


def test_it_costs_few_statements(table: Table) -> None:
    """Only the hand that ends a game is counted."""
    for number, each in enumerate(PLAIN_HANDS[:5]):
        table.record(each, f"entry {number}")
    # Whether it came before, and the last line.
    assert _statements_of_a_save(table, PLAIN_HANDS[11]) == [
        "INSERT",
        "INSERT",
        "SELECT",
        "SELECT",
        "UPDATE",
    ]


@pytest.mark.usefixtures("clock")
def test_the_hand_that_ends_a_game_costs_few_statements_more(database: Database) -> None:
    first = seat_four(database, SHORT, [ENDING])
    statements = _statements_of_a_save(next_game(first, SHORT, "second"), ENDING)
    # Besides those above: the outcome and the results are written anew.
    assert statements == [*["DELETE"] * 2, *["INSERT"] * 4, *["SELECT"] * 2, "UPDATE"]


def _statements_of_a_save(table: Table, new_hand: Hand) -> list[str]:
    with table.locked() as (session, game), asked(table.database) as statements:
        record_hand(
            session, game, table.device, new_hand, entry_id="last", seen=Seen(game.revision)
        )
    return sorted(statements)
