"""The "facts that must come out of the rules" (rules.md), found by search with the real scoring.

The idea. Four players, totals for as long as nobody has reached 100. A hand adds 26 points to
the sum of the four totals, an old moon 78, so the sum is always a multiple of 26, and three totals
say the fourth. A set of totals with the same sum is therefore one big Python integer, used
as a row of switches: switch number ``(a * 128 + b) * 128 + c`` is on if the first three totals can
be a, b, c. (128, because no total gets that far; the search would notice.) To play one more hand
from *all* totals of the set at once is then a single shift to the left by the number of the hand's
points, since adding points to totals adds their numbers. What comes out is parted into games that
go on, from which the search continues, and games that are over, which the facts speak of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import pytest

from scorepad.rules import Game, Hand, Ruleset, sheet, shooter_of
from scorepad.rules.scoring import Totals, ends, moon_counted, places, points_of
from tests.rules.table import rules_of

# The search takes a few seconds: one process does it for all tests of this file.
pytestmark = [pytest.mark.xdist_group("facts"), pytest.mark.slow]

RULES = rules_of(4, moon="add", target=100, end="reach")
BASE = 128
NOBODY_HAS_ANYTHING = (0, 0, 0, 0)


def every_hand(rules: Ruleset) -> Iterator[Hand]:
    """All ways to share the hearts and the queen among four."""
    count = range(rules.hearts + 1)
    for first, second, third, queen in product(count, count, count, range(4)):
        fourth = rules.hearts - first - second - third
        if fourth >= 0:
            yield Hand((first, second, third, fourth), {"QS": queen})


def hands_by_points(rules: Ruleset) -> dict[Totals, Hand]:
    """What a hand can bring each seat, with one hand that does."""
    return {
        points_of(hand, rules, moon_counted(hand, rules, NOBODY_HAS_ANYTHING)): hand
        for hand in every_hand(rules)
    }


@dataclass(frozen=True)
class Search:
    """For each sum of the four totals: the totals of games that go on, and of those just over."""

    open: dict[int, int] = field(default_factory=dict)
    over: dict[int, int] = field(default_factory=dict)


def number(totals: Totals) -> int:
    """The number of a switch, or how far a hand's points shift the switches."""
    return (totals[0] * BASE + totals[1]) * BASE + totals[2]


def totals_of(switches: int, of_sum: int) -> Iterator[Totals]:
    """The totals whose switches are on."""
    while switches:
        lowest = (switches & -switches).bit_length() - 1
        rest, third = divmod(lowest, BASE)
        first, second = divmod(rest, BASE)
        yield first, second, third, of_sum - first - second - third
        switches &= switches - 1


def all_between(low: int, high: int, of_sum: int) -> int:
    """The switches of all totals with this sum of which each is from ``low`` to ``high``."""
    rows = bytearray()
    row_size = BASE // 8
    for first, second in product(range(BASE), repeat=2):
        row = 0
        if low <= first <= high and low <= second <= high:
            # The third total is in bounds, and leaves a fourth that is.
            least = max(low, of_sum - first - second - high)
            most = min(high, of_sum - first - second - low)
            if least <= most:
                row = (1 << (most + 1)) - (1 << least)
        rows += row.to_bytes(row_size, "little")
    return int.from_bytes(rows, "little")


@cache
def every_game() -> Search:
    """Every game there can be, from the first hand on."""
    steps = [(sum(points), number(points)) for points in hands_by_points(RULES)]
    highest_open = next(total for total in range(BASE) if ends((total, 0, 0, 0), RULES)) - 1
    search = Search(open={0: 1})  # switch 0: all totals are 0
    last_sum = 4 * highest_open + max(added for added, _ in steps)
    for of_sum in range(1, last_sum + 1):
        reached = 0
        for added, shift in steps:
            reached |= search.open.get(of_sum - added, 0) << shift
        if reached:
            going_on = reached & all_between(0, highest_open, of_sum)
            if going_on:
                search.open[of_sum] = going_on
            search.over[of_sum] = reached & ~going_on
    return search


def with_all_from(low: int) -> list[Totals]:
    """The totals at the end of a game with nobody below ``low``."""
    return [
        totals
        for of_sum, switches in every_game().over.items()
        for totals in totals_of(switches & all_between(low, BASE - 1, of_sum), of_sum)
    ]


def a_game_with(totals: Totals) -> tuple[Hand, ...]:
    """The hands of a game that comes to these totals, found by walking back through the search."""
    if totals == NOBODY_HAS_ANYTHING:
        return ()
    for points, hand in hands_by_points(RULES).items():
        before = tuple(now - gained for now, gained in zip(totals, points, strict=True))
        switches = every_game().open.get(sum(before), 0)
        if min(before) >= 0 and switches >> number(before) & 1:
            return (*a_game_with(before), hand)
    raise AssertionError(f"{totals} cannot be reached")


def test_a_hand_adds_26_points_or_with_a_moon_78() -> None:
    assert {sum(points) for points in hands_by_points(RULES)} == {26, 78}


def test_a_game_lasts_at_least_4_hands() -> None:
    most_in_a_hand = max(max(points) for points in hands_by_points(RULES))
    assert not ends((3 * most_in_a_hand, 0, 0, 0), RULES)
    moon = Hand((13, 0, 0, 0), {"QS": 0})
    result = sheet(Game(RULES, (moon,) * 4))
    assert result.over
    assert sum(line.counts for line in result.lines) == 4


def test_a_game_lasts_at_most_16_hands() -> None:
    # Each hand adds 26 at least, so a game with this sum has had at most so many hands,
    least_in_a_hand = min(sum(points) for points in hands_by_points(RULES))
    highest_sum = max(every_game().open)
    assert highest_sum // least_in_a_hand == 15
    # and there is a game that has had them all, and ends with the one after.
    totals = next(totals_of(every_game().open[highest_sum], highest_sum))
    hands = a_game_with(totals)
    assert len(hands) == 15
    assert not sheet(Game(RULES, hands)).over
    for last in every_hand(RULES):
        assert sheet(Game(RULES, (*hands, last))).ended_by == "target"


def test_the_highest_total_that_wins_is_103_shared_and_102_alone() -> None:
    winning: dict[int, int] = {}  # how many winners → the highest total that they win with
    for totals in with_all_from(100):
        assert ends(totals, RULES)
        winners = places(totals).count(1)
        winning[winners] = max(winning.get(winners, 0), min(totals))
    assert max(winning.values()) == 103
    assert winning[1] == 102
    assert max(total for winners, total in winning.items() if winners > 1) == 103


@pytest.mark.parametrize(("lowest", "alone"), [(103, False), (102, True)])
def test_such_a_game_can_be_played(lowest: int, alone: bool) -> None:
    totals = next(
        totals
        for totals in with_all_from(lowest)
        if min(totals) == lowest and (places(totals).count(1) == 1) is alone
    )
    result = sheet(Game(RULES, a_game_with(totals)))
    assert result.totals == totals
    assert result.over
    assert all(line.counts for line in result.lines)
    assert {result.totals[seat] for seat in result.winners} == {lowest}
    assert (len(result.winners) == 1) is alone


def test_the_highest_total_anybody_can_reach_is_125() -> None:
    # No seat is special: what the first can reach, each can.
    highest = 0
    game_over: Totals = NOBODY_HAS_ANYTHING
    for of_sum, switches in every_game().over.items():
        first = (switches.bit_length() - 1) // (BASE * BASE)
        if first > highest:
            highest = first
            high_ones = switches >> (first * BASE * BASE) << (first * BASE * BASE)
            game_over = next(totals_of(high_ones, of_sum))
    assert highest == 125
    assert highest < BASE, "the switches do not run into each other"
    result = sheet(Game(RULES, a_game_with(game_over)))
    assert max(result.totals) == 125
    assert all(line.counts for line in result.lines)


def test_with_the_new_moon_the_length_has_no_limit() -> None:
    """Some totals can be reached again and again, so a game can go round for ever.

    Searched for: a hand without a moon that, played a few times, leaves each seat with as much as
    a few new moons take off again.
    """
    rules = rules_of(4, moon="subtract", target=100, end="reach")
    moons = [Hand(tuple(13 * (seat == by) for seat in range(4)), {"QS": by}) for by in range(4)]
    worth = -min(points_of(moons[0], rules, "subtract"))
    repeat, hand, totals = next(
        (repeat, hand, totals)
        for repeat in range(1, 14)
        for hand in every_hand(rules)
        if shooter_of(hand, rules) is None
        for totals in [tuple(repeat * points for points in points_of(hand, rules, None))]
        if not ends(totals, rules) and not any(total % worth for total in totals)
    )
    back = [moons[seat] for seat, total in enumerate(totals) for _ in range(total // worth)]
    round_trip = (*[hand] * repeat, *back)

    result = sheet(Game(rules, round_trip * 100))
    assert result.totals == NOBODY_HAS_ANYTHING
    assert not result.over
    assert result.next is not None
    assert result.next.number == 100 * len(round_trip) + 1
