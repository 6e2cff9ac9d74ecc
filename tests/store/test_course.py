"""The course of a game: its next hand, its end, its notes, the bin, who sits there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from scorepad import caps
from scorepad.rules import Hand, RulesError
from scorepad.store.errors import CapError, GameOverError, StaleError
from scorepad.store.figures.evenings import evening_of, evening_with
from scorepad.store.figures.finished import games_page
from scorepad.store.game.lists import GameKey, ListedGame, bin_page, last_game
from scorepad.store.game.snapshot import game_with_id
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


class TestNextHand:
    """Misdeals and wrong passes."""

    def test_what_was_decided_goes_into_the_hand_and_is_done_with(self, table: Table) -> None:
        table.record(ONE)
        table.set_next(passed=0, dealer=3)
        coming = table.state().sheet.next
        assert coming is not None
        assert (coming.passed, coming.dealer) == (0, 3)
        table.record(TWO)
        after = table.state()
        assert (after.hands[1].passed, after.hands[1].dealer) == (0, 3)
        assert after.sheet.next is not None
        assert (after.sheet.next.passed, after.sheet.next.dealer) == (1, 0)
        # And is decided again once the hand is taken back.
        table.undo()
        assert (table.state().game.next_passed, table.state().game.next_dealer) == (0, 3)
        table.redo()
        assert (table.state().game.next_passed, table.state().game.next_dealer) == (None, None)

    def test_a_hand_that_says_otherwise_is_believed(self, table: Table) -> None:
        table.set_next(passed=0, dealer=3)
        table.record(hand(4, 3, 3, 3, queen=0, passed=2))
        (recorded,) = table.state().hands
        assert (recorded.passed, recorded.dealer) == (2, 3)

    def test_the_entry_sent_again_is_known_all_the_same(self, table: Table) -> None:
        table.set_next(passed=0, dealer=3)
        first = table.record(ONE, "same", 2)
        assert table.record(ONE, "same", 2) == first
        table.correct(1, TWO)
        assert table.record(ONE, "same", 2) == first
        with pytest.raises(StaleError):
            table.record(THREE, "same", 2)

    def test_back_to_the_rule(self, table: Table) -> None:
        table.set_next(passed=0, dealer=3)
        table.set_next()
        assert table.state().game.next_dealer is None
        before, after = {"passed": 0, "dealer": 3}, {"passed": None, "dealer": None}
        sides = ({"before": before}, {"after": after})
        assert table.state().log[-1] == Logged("next", None, *sides)


class TestStop:
    def test_a_stopped_game_is_finished_and_a_reopened_one_goes_on(self, table: Table) -> None:
        table.record(ONE)
        table.stop()
        stopped = table.state()
        assert (stopped.finished, stopped.sheet.ended_by) == (True, "stopped")
        table.reopen()
        assert not table.state().finished
        table.record(TWO)
        assert table.state().hands == (ONE, TWO)

    def test_one_that_a_correction_ended_is_not_reopened(self, database: Database) -> None:
        table = seat_four(database, SHORT, [ONE])
        table.stop()
        table.correct(1, ENDING)
        with pytest.raises(GameOverError):
            table.reopen()


def test_a_binned_game_is_in_the_bin_and_nowhere_else(table: Table) -> None:
    def numbers(games: Sequence[ListedGame | GameKey]) -> list[int]:
        return [game.number for game in games]

    def listed() -> tuple[list[int], int | None, list[int]]:
        """The games on the pad's page, its last one, and those in the bin."""
        with table.database.connection() as connection:
            page = games_page(connection, table.pad)
            last = last_game(connection, table.pad)
            binned = bin_page(connection, table.pad).rows
        shown = numbers([*page.running, *page.finished])
        return shown, last.number if last else None, numbers(binned)

    other = next_game(table, {}, "other")
    other.bin()
    assert listed() == ([1], 1, [2])
    other.unbin()
    assert listed() == ([2, 1], 2, [])


class TestNotes:
    @pytest.fixture(params=[Table.note, Table.note_evening], ids=["game", "evening"])
    def write(self, request: pytest.FixtureRequest, table: Table) -> Callable[..., None]:
        return partial(request.param, table)

    def test_one_is_written_changed_and_deleted(
        self, table: Table, write: Callable[..., None]
    ) -> None:
        for note in ("Wine", "Wine\nand cards", None):
            write(note)
            assert {*table.state().notes} == {note, None}
        assert [(line.before, line.after) for line in table.state().log[1:]] == [
            (None, {"note": "Wine"}),
            ({"former": "Wine"}, {"note": "Wine\nand cards"}),
            ({"former": "Wine\nand cards"}, None),
        ]

    def test_one_is_deleted_with_its_game(self, table: Table, write: Callable[..., None]) -> None:
        write("Zebrafish")
        write("Zebrafish again")
        table.undo()
        table.bin()
        table.delete()
        assert "Zebrafish" not in repr(table.database.rows())

    def test_one_on_an_evening_stays_with_its_first_game(self, table: Table) -> None:
        first, second = (next_game(table, SHORT, f"game {number}") for number in (1, 2))
        first.record(Hand((9, 2, 1, 1), {"QS": 0}))
        first.note_evening("At Dora’s")
        second.record(Hand((9, 2, 1, 1), {"QS": 0}))
        assert notes(first) == {2: "At Dora’s"}
        # While its game is in the bin, the note is too.
        first.bin()
        assert notes(second) == {}
        first.unbin()
        # As if two evenings had become one.
        second.note_evening("Until late")
        assert notes(first) == {2: "At Dora’s", 3: "Until late"}
        # A game that runs belongs to no evening.
        assert notes(table) is None


def notes(table: Table) -> dict[int, str] | None:
    """The notes on the evening of a game, if it belongs to one."""
    with table.database.connection() as connection:
        found = evening_with(connection, game_with_id(connection, table.game))
        if found is None:
            return None
        evening = evening_of(connection, table.pad, found.number)
        assert evening is not None
        return dict(evening.notes)


class TestPlayers:
    """Somebody leaves, and somebody else goes on in the seat."""

    def test_several_can_leave_one_seat_and_come_back(self, table: Table) -> None:
        table.replace(1, "Eva")
        table.record(ONE)
        table.replace(1, "Finn")
        table.replace(1, "Gül")
        table.record(TWO)
        table.replace(1, "Ben")
        table.replace(3, "Eva")
        table.record(THREE)
        assert table.state().names == (
            ("Anna", "Eva", "Cem", "Dora"),
            ("Anna", "Gül", "Cem", "Dora"),
            ("Anna", "Ben", "Cem", "Eva"),
        )
        assert table.state().seated == ("Anna", "Ben", "Cem", "Eva")

    def test_a_player_of_the_pad_is_the_same_one(self, table: Table) -> None:
        table.replace(1, "Eva")
        other = next_game(table, {}, "other")
        other.replace(2, "EVA")
        assert other.state().seated == ("Anna", "Ben", "Eva", "Dora")
        assert [row["name"] for row in table.database.rows()["players"]] == [*NAMES, "Eva"]

    def test_so_many_can_leave_a_game_and_no_more(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(caps, "LEFT", 3)
        for number in range(caps.LEFT):
            table.replace(0, f"P{number}")
        before = table.database.rows()
        with pytest.raises(CapError, match="left"):
            table.replace(0, "Eva")
        assert table.database.rows() == before
        # Whoever came back by an undo did not leave.
        table.undo()
        table.replace(0, "Eva")
        assert table.state().seated[0] == "Eva"

    def test_one_who_sits_there_under_another_name_is_refused(self, table: Table) -> None:
        with pytest.raises(RulesError) as refused:
            table.replace(2, "anna")
        assert refused.value.place == "players[2]"
