"""The pass (docs/rules.md), and the hands that departed from the cycle."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Game, sheet
from scorepad.rules.passing import HOLD, pairs, passes, receiver
from tests.rules.strategies import SETTINGS, games
from tests.rules.table import hand, play, rules_of


def offsets(*cycle: int, before: int = 0, departures: tuple[int | None, ...] = ()) -> list[int]:
    """The offsets of the hands played and of the one to come."""
    return list(islice(passes(cycle, before, departures), len(departures) + 1))


def test_the_cycle_of_each_table() -> None:
    cases: list[tuple[int, tuple[int, ...]]] = [
        (3, (1, 2, 0)),
        (4, (1, 3, 2, 0)),
        (5, (1, 2, 3, 4, 0)),
        (6, (1, 2, 3, 4, 5, 0)),
        (7, (1, 2, 3, 4, 5, 6, 0)),
    ]
    for players, cycle in cases:
        assert rules_of(players).pass_cycle == cycle, (players, cycle)
        twice = offsets(*cycle, departures=(None,) * (2 * len(cycle) - 1))
        assert twice == [*cycle, *cycle], (players, cycle)


def test_left_is_the_next_seat_clockwise() -> None:
    assert [receiver(giver, 1, 4) for giver in range(4)] == [1, 2, 3, 0]
    assert [receiver(giver, 3, 4) for giver in range(4)] == [3, 0, 1, 2]
    assert [receiver(giver, 2, 4) for giver in range(4)] == [2, 3, 0, 1]
    assert [receiver(giver, 0, 4) for giver in range(4)] == [0, 1, 2, 3]
    assert [receiver(giver, 4, 5) for giver in range(5)] == [4, 0, 1, 2, 3]


def test_pairs_of_a_pass_and_none_of_a_hold() -> None:
    assert pairs(1, 3) == [(0, 1), (1, 2), (2, 0)]
    assert pairs(HOLD, 3) == []


def test_a_table_can_always_pass_the_same_way_or_never() -> None:
    assert offsets(3, departures=(None, None)) == [3, 3, 3]
    assert offsets(departures=(None, None)) == [0, 0, 0]


def test_the_cycle_goes_on_from_what_the_paper_held() -> None:
    assert offsets(1, 3, 2, 0, before=6, departures=(None, None)) == [2, 0, 1]


def test_the_cycle_goes_on_from_a_departure() -> None:
    # Left was due, they passed across: hold is next.
    assert offsets(1, 3, 2, 0, departures=(2, None)) == [2, 0, 1]
    # Right was due, they passed left again: right is next.
    assert offsets(1, 3, 2, 0, departures=(None, 1)) == [1, 1, 3]
    # They forgot to pass: left is next.
    assert offsets(1, 3, 2, 0, departures=(0, None)) == [0, 1, 3]


def test_where_an_offset_stands_twice_the_next_one_from_the_due_place_is_meant() -> None:
    # Left, hold, left, across: with hold due, "left" is the second one.
    assert offsets(1, 0, 1, 2, departures=(None, 1, None)) == [1, 1, 2, 1]
    # With across due, it is the first one of the next round.
    assert offsets(1, 0, 1, 2, departures=(None, None, None, 1)) == [1, 0, 1, 1, 0]


def test_an_offset_that_the_cycle_lacks_stands_in_for_the_one_that_was_due() -> None:
    assert offsets(1, 3, departures=(2, None)) == [2, 3, 1]


def test_the_sheet_shows_the_pass_of_each_hand_and_of_the_next() -> None:
    quiet = hand(4, 3, 3, 3, QS=0)
    across = hand(4, 3, 3, 3, QS=1, passed=2)
    result = play(rules_of(), quiet, across, quiet)
    assert [line.passed for line in result.lines] == [1, 2, 0]
    assert result.next is not None
    assert result.next.passed == 1
    assert result.next.pass_count == 3


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
    result = offsets(*cycle, before=before, departures=tuple(departures))
    followers = {(cycle[at - 1], offset) for at, offset in enumerate(cycle)}
    for index, departure in enumerate(departures):
        if departure is not None:
            assert result[index] == departure
        following = departures[index + 1] if index + 1 < len(departures) else None
        if result[index] in cycle and following is None:
            assert (result[index], result[index + 1]) in followers
        elif following is None:
            assert result[index + 1] in cycle
