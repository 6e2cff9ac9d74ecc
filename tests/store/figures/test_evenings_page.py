"""The evenings of a pad, and who won the night."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from scorepad.store.figures import evenings as module
from scorepad.store.figures.evenings import (
    Attendance,
    FullEvening,
    Placing,
    best_places,
    evening_of,
    evenings_page,
    most_wins,
)
from tests.store.figures.evenings import FRIDAY, empty_pad, played
from tests.store.table import Database, Table

FOUR = "Anna Ben Cara Dora"
LOST = ((9, 2, 1, 1), 0)
MOON = ((13, 0, 0, 0), 0)


@pytest.fixture
def pad(database: Database) -> Table:
    """Three games in one night, one on the next, and a week later one that was numbered first."""
    table = empty_pad(database)
    played(table, FOUR, LOST, hours=7 * 24)
    played(table, FOUR, LOST)
    played(table, FOUR, MOON, hours=2)
    played(table, "Ben Cara Dora", ((8, 2, 2), 0), hours=7)
    played(table, FOUR, LOST, hours=24)
    return table


def listed(pad: Table, before: int | None = None) -> tuple[list[tuple[int, int]], bool] | None:
    with pad.database.connection() as connection:
        page = evenings_page(connection, pad.pad, before)
    if page is None:
        return None
    return [(each.evening, each.games) for each in page.rows], page.more


def night_of(pad: Table, evening: int) -> FullEvening | None:
    with pad.database.connection() as connection:
        return evening_of(connection, pad.pad, evening)


@pytest.mark.usefixtures("clock")
class TestEvenings:
    def test_they_are_listed_by_their_start_whatever_their_numbers(self, pad: Table) -> None:
        assert listed(pad) == ([(1, 1), (5, 1), (2, 3)], False)
        assert listed(pad, 1) == ([(5, 1), (2, 3)], False)
        assert listed(pad, 2) == ([], False)

    def test_pages_and_evenings_have_so_many(
        self, pad: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "AT_A_TIME", 2)
        monkeypatch.setattr(module, "MOST_GAMES", 2)
        assert listed(pad) == ([(1, 1), (5, 1)], True)
        night = night_of(pad, 2)
        assert night is not None
        assert ([game.number for game in night.games.rows], night.games.more) == ([2, 3], True)

    @pytest.mark.parametrize("number", [3, 4, 99])
    def test_what_is_no_evening_has_no_page_and_nothing_behind_it(
        self, pad: Table, number: int
    ) -> None:
        assert listed(pad, number) is None
        assert night_of(pad, number) is None
        assert night_of(empty_pad(pad.database), 2) is None

    def test_an_evening_has_its_games_and_its_players(self, pad: Table) -> None:
        night = night_of(pad, 2)
        assert night is not None
        assert (night.started, night.games.more) == (FRIDAY, False)
        assert [game.number for game in night.games.rows] == [2, 3, 4]
        # The moon: 0 for Anna, 26 for everybody else.
        assert night.games.rows[1].scores == [
            Placing("Anna", 1, 0, True), *(Placing(name, 2, 26, False)
                                           for name in ("Ben", "Cara", "Dora")),
        ]  # fmt: skip
        assert {each.name: (each.places, each.wins, each.shared, each.moons)
                for each in night.players} == {
            "Anna": ((4, 1), 1, 0, 1),
            "Ben": ((3, 2, 3), 0, 0, 0),
            "Cara": ((1, 2, 1), 2, 2, 0),
            "Dora": ((1, 2, 1), 2, 2, 0),
        }  # fmt: skip


def test_games_are_of_one_evening_up_to_six_hours_apart(database: Database) -> None:
    pad = empty_pad(database)
    played(pad, FOUR, LOST)
    played(pad, FOUR, LOST, hours=6)
    played(pad, FOUR, LOST, hours=12 + 1 / 3600)
    assert listed(pad) == ([(3, 1), (1, 2)], False)
    night = night_of(pad, 3)
    assert night is not None
    assert night.started == FRIDAY + timedelta(hours=12, seconds=1)


def test_a_game_that_was_ended_before_its_first_hand_is_not_counted(database: Database) -> None:
    pad = empty_pad(database)
    played(pad, FOUR)
    for hour in (1, 2):
        played(pad, FOUR, LOST, hours=hour)
    assert listed(pad) == ([(1, 2)], False)
    night = night_of(pad, 1)
    assert night is not None
    assert [game.number for game in night.games.rows] == [2, 3]


def player(name: str, *places: int, wins: int = 0) -> Attendance:
    return Attendance(ord(name), name, places, wins, 0)


def names(players: Sequence[Attendance]) -> str:
    return "".join(each.name for each in players)


class TestTheNight:
    def test_is_won_by_wins_which_can_be_shared(self) -> None:
        players = [player("A", 1, 1, wins=2), player("B", 2, wins=1), player("C", 3, 1, wins=2)]
        assert names(most_wins(players)) == "AC"
        assert most_wins([player("A", 1)]) == []
        assert most_wins([]) == []

    def test_is_won_by_places_by_those_who_stayed_for_half_of_it(self) -> None:
        players = [player("A", 1), player("B", 1, 2, 2), player("C", 2, 1, 2), player("D", 3, 4)]
        assert names(best_places(players, 3)) == "BC"
        # One game of two is half of them.
        assert names(best_places(players[:2], 2)) == "A"
        assert best_places([player("A", 1)], 3) == []

    def test_averages_are_compared_as_they_are(self) -> None:
        thirds = [player("A", 1, 1, 2), player("B", 1, 1, 2, 1, 1, 2), player("C", 1, 2, 1, 2)]
        assert names(best_places(thirds, 6)) == "AB"
