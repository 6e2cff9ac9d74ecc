"""Misdeals, wrong passes, games stopped, reopened and binned, players who leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from scorepad.rules import RulesError
from scorepad.store.errors import BinnedError, GameOverError, StaleError
from scorepad.store.games_page import binned_games, games_page, last_game
from tests.store.table import (
    NAMES,
    PLAIN_HANDS,
    SHORT,
    Database,
    Logged,
    Table,
    hand,
    next_game,
    seat_four,
)

ONE, TWO, THREE = PLAIN_HANDS[:3]
ENDING = hand(9, 2, 1, 1, queen=0)

VERBS: Final[dict[str, Callable[[Table, int | None], object]]] = {
    "next": lambda table, seen: table.set_next(2, 3, seen),
    "stop": lambda table, seen: table.stop(seen),
    "bin": lambda table, seen: table.bin(seen),
    "player": lambda table, seen: table.replace(1, "Eva", seen),
}


@pytest.mark.parametrize("verb", VERBS)
def test_each_is_one_change_and_asked_for_again_none(table: Table, verb: str) -> None:
    table.record(ONE)
    VERBS[verb](table, None)
    assert table.revision() == 3
    assert [line.what for line in table.state().log] == ["game", "hand", verb]
    before = table.database.rows()
    VERBS[verb](table, None)
    VERBS[verb](table, 2)
    assert table.database.rows() == before


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("seen", [1, 3])
def test_another_revision_is_stale(table: Table, verb: str, seen: int) -> None:
    table.record(ONE)
    before = table.database.rows()
    with pytest.raises(StaleError):
        VERBS[verb](table, seen)
    assert table.database.rows() == before


@pytest.mark.parametrize("verb", ["next", "stop", "player"])
@pytest.mark.parametrize("how", ["target", "stopped"])
def test_a_game_that_is_over_has_no_hand_to_come(database: Database, verb: str, how: str) -> None:
    table = seat_four(database, SHORT, [ENDING if how == "target" else ONE])
    if how == "stopped":
        table.stop()
        if verb == "stop":
            return
    before = table.database.rows()
    with pytest.raises(GameOverError):
        VERBS[verb](table, None)
    assert table.database.rows() == before


class TestTheHandToCome:
    def test_what_was_decided_goes_into_the_hand_and_is_done_with(self, table: Table) -> None:
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

    def test_a_hand_that_says_otherwise_is_believed(self, table: Table) -> None:
        table.set_next(passed=0, dealer=3)
        table.record(hand(4, 3, 3, 3, queen=0, passed=2))
        assert table.state().hands[0].passed == 2
        assert table.state().hands[0].dealer == 3

    def test_the_entry_sent_again_is_known_all_the_same(self, table: Table) -> None:
        table.set_next(passed=0, dealer=3)
        taken = table.record(ONE, "same", 2)
        assert table.record(ONE, "same", 2) == taken
        table.correct(1, TWO)
        assert table.record(ONE, "same", 2) == taken
        with pytest.raises(StaleError):
            table.record(THREE, "same", 2)

    def test_back_to_the_rule(self, table: Table) -> None:
        table.set_next(passed=0, dealer=3)
        table.set_next()
        assert table.state().game.next_dealer is None
        assert table.state().log[-1] == Logged(
            "next",
            None,
            {"next_passed": 0, "next_dealer": 3},
            {"next_passed": None, "next_dealer": None},
        )

    @pytest.mark.parametrize(
        ("passed", "dealer", "place"),
        [(4, None, "next_passed"), (-1, 0, "next_passed"), (None, 10**20, "next_dealer")],
    )
    def test_what_cannot_be_is_refused(
        self, table: Table, passed: int | None, dealer: int | None, place: str
    ) -> None:
        before = table.database.rows()
        with pytest.raises(RulesError) as refused:
            table.set_next(passed, dealer)
        assert refused.value.place == place
        assert table.database.rows() == before

    def test_a_refused_hand_leaves_the_decision(self, table: Table) -> None:
        table.set_next(passed=0)
        with pytest.raises(RulesError):
            table.record(hand(1, 1, 1, 1, queen=0))
        assert table.state().game.next_passed == 0


class TestStopping:
    def test_a_stopped_game_is_finished_and_a_reopened_one_goes_on(self, table: Table) -> None:
        table.record(ONE)
        table.stop()
        stopped = table.state()
        assert stopped.finished
        assert stopped.sheet.ended_by == "stopped"
        with pytest.raises(GameOverError):
            table.record(TWO)
        table.reopen()
        assert not table.state().finished
        table.record(TWO)
        assert table.state().hands == (ONE, TWO)

    def test_only_a_stopped_game_is_reopened(self, database: Database) -> None:
        table = seat_four(database, SHORT, [ONE])
        before = database.rows()
        table.reopen()
        assert database.rows() == before
        table.record(ENDING)
        with pytest.raises(GameOverError):
            table.reopen()

    def test_one_that_a_correction_ended_is_not_reopened(self, database: Database) -> None:
        table = seat_four(database, SHORT, [ONE])
        table.stop()
        table.correct(1, ENDING)
        with pytest.raises(GameOverError):
            table.reopen()
        with pytest.raises(StaleError):
            table.reopen(2)


class TestTheBin:
    def test_a_binned_game_is_in_the_bin_and_nowhere_else(self, table: Table) -> None:
        other = next_game(table, {}, "other")
        other.bin()
        assert found(table) == ([1], 1, [2])
        other.unbin()
        assert found(table) == ([2, 1], 2, [])

    def test_nothing_is_written_in_it(self, table: Table) -> None:
        table.record(ONE)
        table.bin()
        before = table.database.rows()
        for write in (
            lambda: table.record(TWO),
            lambda: table.correct(1, TWO),
            lambda: table.remove(1),
            lambda: table.set_next(0, 0),
            lambda: table.stop(),
            lambda: table.replace(0, "Eva"),
        ):
            with pytest.raises(BinnedError):
                write()
        assert table.database.rows() == before

    def test_a_stale_writer_is_told_that_it_went_on(self, table: Table) -> None:
        table.bin()
        with pytest.raises(StaleError):
            table.unbin(1)
        with pytest.raises(StaleError):
            table.record(ONE, revision=1)

    def test_a_hand_that_is_in_it_is_known_when_sent_again(self, table: Table) -> None:
        taken = table.record(ONE, "same", 1)
        table.bin()
        assert table.record(ONE, "same", 1) == taken

    def test_a_game_that_is_over_can_be_binned(self, database: Database) -> None:
        table = seat_four(database, SHORT, [ENDING])
        table.bin()
        assert table.state().binned
        table.unbin()
        assert table.state().finished

    def test_taking_out_what_is_not_in_it_is_quiet(self, table: Table) -> None:
        before = table.database.rows()
        table.unbin()
        assert table.database.rows() == before


def found(table: Table) -> tuple[list[int], int | None, list[int]]:
    """The numbers of the games on the pad's page, of its last one, and of those in the bin."""

    with table.database.reading() as session:
        page = games_page(session, table.pad, 1)
        last = last_game(session, table.pad)
        return (
            [game.number for game in [*page.running, *page.finished]],
            last.number if last else None,
            [game.number for game in binned_games(session, table.pad)],
        )


class TestSomebodyElseGoesOn:
    def test_the_hands_stay_with_who_played_them(self, table: Table) -> None:
        table.record(ONE)
        table.replace(1, "Eva")
        table.record(TWO)
        after = table.state()
        assert after.names == (NAMES, ("Anna", "Eva", "Cem", "Dora"))
        assert after.seated == ("Anna", "Eva", "Cem", "Dora")

    def test_several_can_leave_one_seat_and_come_back(self, table: Table) -> None:
        table.replace(1, "Eva")
        table.record(ONE)
        table.replace(1, "Finn")
        table.replace(1, "Gül")
        table.record(TWO)
        table.replace(1, "Ben")
        table.replace(3, "Eva")
        table.record(THREE)
        assert [names[1] for names in table.state().names] == ["Eva", "Gül", "Ben"]
        assert [names[3] for names in table.state().names] == ["Dora", "Dora", "Eva"]

    def test_a_player_of_the_pad_is_the_same_one(self, table: Table) -> None:
        table.replace(1, "Eva")
        other = next_game(table, {}, "other")
        other.replace(2, "EVA")
        assert other.state().seated == ("Anna", "Ben", "Eva", "Dora")
        assert [row["name"] for row in table.database.rows()["players"]] == [*NAMES, "Eva"]

    @pytest.mark.parametrize("name", ["", " ", " Eva", "E\nva", "E" * 31, "anna", "DORA"])
    def test_a_bad_name_is_refused_at_its_seat(self, table: Table, name: str) -> None:
        before = table.database.rows()
        with pytest.raises(RulesError) as refused:
            table.replace(1, name)
        assert refused.value.place == "players[1]"
        assert table.database.rows() == before

    @pytest.mark.parametrize("seat", [-1, 4, 10**20])
    def test_a_seat_that_is_not_there_is_refused(self, table: Table, seat: int) -> None:
        with pytest.raises(RulesError) as refused:
            table.replace(seat, "Eva")
        assert refused.value.place == "seat"

    def test_the_log_says_who(self, table: Table) -> None:
        table.record(ONE)
        table.replace(1, "Eva")
        line = table.state().log[-1]
        assert (line.before or {})["player"] == "Ben"
        assert (line.after or {})["player"] == "Eva"
        assert (line.after or {})["last_line"] == 1


def test_a_correction_can_give_a_hand_its_dealer(table: Table) -> None:
    table.record(ONE)
    table.record(TWO)
    table.correct(1, hand(*ONE.hearts, queen=ONE.cards["QS"], passed=2, dealer=3))
    assert [line.dealer for line in table.state().sheet.lines] == [3, 0]
    assert [line.passed for line in table.state().sheet.lines] == [2, 0]
