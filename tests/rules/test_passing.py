"""The pass (docs/rules.md), and the hands that departed from the cycle."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Game, sheet
from scorepad.rules.passing import HOLD, pairs, passes, receiver
from tests.rules.strategies import SETTINGS, games
from tests.rules.table import rules_of


@pytest.mark.parametrize(
    ("players", "cycle"),
    [
        (3, (1, 2, 0)),
        (4, (1, 3, 2, 0)),
        (5, (1, 2, 3, 4, 0)),
        (6, (1, 2, 3, 4, 5, 0)),
        (7, (1, 2, 3, 4, 5, 6, 0)),
    ],
)
def test_the_cycle_of_each_table(players: int, cycle: tuple[int, ...]) -> None:
    assert rules_of(players).pass_cycle == cycle


def test_left_is_the_next_seat_clockwise() -> None:
    assert [receiver(giver, 1, 4) for giver in range(4)] == [1, 2, 3, 0]
    assert pairs(1, 3) == [(0, 1), (1, 2), (2, 0)]
    assert pairs(HOLD, 3) == []


@pytest.mark.parametrize(
    ("cycle", "before", "departures", "passed"),
    [
        ((1, 3, 2, 0), 0, [None] * 5, [1, 3, 2, 0, 1, 3]),
        # Always the same way, or never.
        ((3,), 0, [None, None], [3, 3, 3]),
        ((), 0, [None, None], [0, 0, 0]),
        # From what the paper held.
        ((1, 3, 2, 0), 6, [None, None], [2, 0, 1]),
        # From a departure: across when left was due, left again, and a pass that was forgotten.
        ((1, 3, 2, 0), 0, [2, None], [2, 0, 1]),
        ((1, 3, 2, 0), 0, [None, 1], [1, 1, 3]),
        ((1, 3, 2, 0), 0, [0, None], [0, 1, 3]),
        # An offset that stands twice means the next one from the due place: with hold due the
        # second "left", with across due the first one of the next round.
        ((1, 0, 1, 2), 0, [None, 1, None], [1, 1, 2, 1]),
        ((1, 0, 1, 2), 0, [None, None, None, 1], [1, 0, 1, 1, 0]),
        # One that the cycle lacks stands in for the one that was due.
        ((1, 3), 0, [2, None], [2, 3, 1]),
    ],
)
def test_the_offsets_of_the_hands_played_and_of_the_one_to_come(
    cycle: tuple[int, ...], before: int, departures: list[int | None], passed: list[int]
) -> None:
    assert [*islice(passes(cycle, before, departures), len(passed))] == passed


@SETTINGS
@given(games(departures=False))
def test_without_departures_the_cycle_repeats(game: Game) -> None:
    result = sheet(game)
    cycle = game.rules.pass_cycle or (0,)
    for line in result.lines:
        assert line.passed == cycle[(line.number - 1) % len(cycle)]
    if result.next is not None:
        assert result.next.passed == cycle[(result.next.number - 1) % len(cycle)]


@SETTINGS
@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=6),
    st.integers(0, 20),
    st.lists(st.none() | st.integers(0, 5), max_size=8),
)
def test_after_any_hand_the_cycle_goes_on_from_what_was_passed(
    cycle: list[int], before: int, departures: list[int | None]
) -> None:
    result = list(islice(passes(cycle, before, departures), len(departures) + 1))
    followers = {(cycle[at - 1], offset) for at, offset in enumerate(cycle)}
    for index, departure in enumerate(departures):
        if departure is not None:
            assert result[index] == departure
        following = departures[index + 1] if index + 1 < len(departures) else None
        if result[index] in cycle and following is None:
            assert (result[index], result[index + 1]) in followers
        elif following is None:
            assert result[index + 1] in cycle
