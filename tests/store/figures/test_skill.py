"""How much of a player's points is skill: what is found in groups whose skill is known."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from scorepad.store.figures.skill import (
    FEWEST_GAMES,
    MOST_PLAYERS,
    Sample,
    Skill,
    in_order,
    skills,
    skills_of_groups,
)
from tests.store.figures.skilled_groups import SEATS, Group, group, group_with_guests, play
from tests.support.torture import short_and_long

PAPER = (Path(__file__).parents[3] / "docs" / "figures.md").read_text("utf-8")

# By how much the players of a group differ, in points a hand.
SPREADS = (0.0, 0.25, 0.5, 1.0)
# What chance does in a hand of 26 points.
NOISE = 7.0


def played(player: int, mean: float, hands: int = 900) -> Sample:
    """A player whose hands were so many points above the mean of the table, on average."""
    above = round(SEATS * mean * hands)
    squares = SEATS * (SEATS - 1) * NOISE**2 * hands + above**2 / hands
    return Sample(player, hands // 9, hands, above, round(squares))


def always(*players: Sample) -> dict[tuple[int, int], int]:
    """These played all of their hands with each other."""
    return {
        (one.player, other.player): min(one.hands, other.hands)
        for one, other in permutations(players, 2)
    }


def four(*means: float, hands: int = 900) -> list[Skill]:
    """The skills of four who always play with each other."""
    players = [played(player, mean, hands) for player, mean in enumerate(means)]
    return list(skills(SEATS, players, always(*players)))


@cache
def groups(each: int) -> list[tuple[float, Group]]:
    """So many groups for each spread, with it."""
    return [(spread, group(seed, spread)) for spread in SPREADS for seed in range(each)]


def found(of_group: Group) -> Sequence[Skill]:
    """What is found in a group."""
    groups = skills_of_groups(SEATS, of_group.everybody, of_group.together)
    return groups[0] if groups else ()


@pytest.mark.xdist_group("skill")  # They share the groups.
@pytest.mark.parametrize("each", short_and_long(15, 100))
class TestKnownSkill:
    """In 60 groups, and in 400."""

    def test_intervals_hold_the_truth(self, each: int) -> None:
        held: dict[float, list[bool]] = defaultdict(list)
        for spread, of_group in groups(each):
            for skill in found(of_group):
                held[spread].append(skill.low <= of_group.truth[skill.player] <= skill.high)
        shares = {spread: sum(hits) / len(hits) for spread, hits in held.items()}
        everybody = [hit for hits in held.values() for hit in hits]
        assert 0.85 <= sum(everybody) / len(everybody) <= 0.95, shares
        # Where none differs, an estimate is drawn to the very truth.
        assert shares[0] >= 0.95
        assert all(0.85 <= shares[spread] <= 0.97 for spread in SPREADS[1:]), shares
        rows = re.findall(r"^\| (0|0.25|0.5|1) \| (\d+) % ", PAPER, re.MULTILINE)
        said = {float(spread): int(percent) / 100 for spread, percent in rows}
        assert said == pytest.approx(shares, abs=max(0.02, 1 / each))

    def test_it_is_nearer_than_points_a_hand_and_finds_the_best_as_often(self, each: int) -> None:
        best, best_by_points = 0, 0
        error, error_of_points = 0.0, 0.0
        for _, of_group in groups(each):
            truth = of_group.truth
            means = {skill.player: skill.mean for skill in found(of_group)}
            points = {player: of_group.points[player] / of_group.hands[player] for player in means}
            for player in means:
                above = of_group.above[player] / SEATS / of_group.hands[player]
                error += (means[player] - truth[player]) ** 2
                error_of_points += (above - truth[player]) ** 2
            if means:
                is_best = min(means, key=lambda player: truth[player])
                best += is_best == min(means, key=lambda player: means[player])
                best_by_points += is_best == min(means, key=lambda player: points[player])
        assert error < 0.8 * error_of_points
        assert best >= best_by_points - 0.01 * len(groups(each))

    def test_who_is_put_in_order_stands_in_that_order(self, each: int) -> None:
        right = wrong = 0
        for _, of_group in groups(each):
            truth = of_group.truth
            for one, other in combinations(found(of_group), 2):
                if in_order(one, other):
                    as_it_is = truth[one.player] < truth[other.player]
                    right += (one.mean < other.mean) == as_it_is
                    wrong += (one.mean < other.mean) != as_it_is
        # At least one pair in every fourth group.
        assert right > each
        assert wrong < 0.03 * right


class TestFourWhoAlwaysPlay:
    def test_they_stand_as_their_points_and_around_nought(self) -> None:
        found = four(-0.5, -0.1, 0.2, 0.4)
        assert [skill.mean for skill in found] == sorted(skill.mean for skill in found)
        assert sum(skill.mean for skill in found) == pytest.approx(0)
        for skill in found:
            assert skill.low < skill.mean < skill.high
            assert skill.high - skill.mean == pytest.approx(skill.mean - skill.low)

    def test_few_hands_are_drawn_towards_nought(self) -> None:
        means = [four(-0.8, 0.2, 0.3, 0.3, hands=hands)[0].mean for hands in (180, 900, 9_000)]
        assert 0 > means[0] > means[1] > means[2] > -0.8
        assert means[0] > -0.4
        assert means[2] == pytest.approx(-0.8, abs=0.05)

    def test_with_many_hands_the_interval_is_that_of_the_mean(self) -> None:
        best = four(-2, 0.5, 0.5, 1, hands=90_000)[0]
        # Of a hand's points less the table's mean.
        deviation = NOISE * sqrt(3 / 4) / sqrt(90_000)
        assert best.high - best.mean == pytest.approx(1.645 * deviation, rel=0.05)

    def test_the_order_of_the_players_does_not_matter(self) -> None:
        players = [played(0, -0.5), played(1, -0.1), played(2, 0.2), played(3, 0.4, 450)]
        forth = skills(SEATS, players, always(*players))
        back = skills(SEATS, players[::-1], always(*players))
        for one, other in zip(forth, reversed(back), strict=True):
            assert one == pytest.approx(other)


class TestGuests:
    def test_one_among_guests_has_what_they_have_against_their_tables(self) -> None:
        (alone,) = skills(SEATS, [played(0, -0.8, 90_000)], {}, 270_000)
        assert alone.mean == pytest.approx(-0.8, abs=0.02)

    def test_who_plays_with_the_better_ones_is_better_than_their_points(self) -> None:
        # 0 and 1 have the same points; only 1 always played with 2, who is good.
        players = [played(0, 0), played(1, 0), played(2, -1.5)]
        one, other, _ = skills(SEATS, players, {(1, 2): 900, (2, 1): 900})
        assert other.mean < one.mean - 0.1

    def test_guests_of_all_kinds(self) -> None:
        random, whole = Random(29), Group()  # noqa: S311 (no secret)
        # 0 is as good as the guests are on average.
        for game in range(400):
            guests = [100 + 3 * game + seat for seat in range(3)]
            play(whole, [0, *guests], [1, *[random.uniform(0.8, 1.2) for _ in guests]], random)
        (((player, mean, low, high),),) = skills_of_groups(SEATS, whole.everybody, whole.together)
        assert player == 0
        assert low < 0 < high
        assert abs(mean) < 0.3

    @pytest.mark.parametrize("weak", [0, 3])
    def test_intervals_hold_the_truth_with_strong_or_weak_guests(self, weak: int) -> None:
        """``weak``: by how many points a hand the guests are worse."""
        held = []
        for seed in range(40):
            mixed = group_with_guests(seed, weak)
            for each in skills_of_groups(SEATS, mixed.everybody, mixed.together):
                held += [skill.low <= mixed.truth[skill.player] <= skill.high for skill in each]
        assert len(held) > 100
        assert 0.83 <= sum(held) / len(held) <= 0.97


class TestGroups:
    def test_those_who_never_met_are_told_apart(self) -> None:
        ours = [played(each, mean) for each, mean in enumerate((-0.5, -0.1, 0.2, 0.4))]
        theirs = [played(10 + each, mean) for each, mean in enumerate((-0.5, -0.1, 0.2, 0.4))]
        together = always(*ours) | always(*theirs)
        found = skills_of_groups(SEATS, [*ours, *theirs], together)
        assert [[skill.player for skill in each] for each in found] == [
            [0, 1, 2, 3], [10, 11, 12, 13],
        ]  # fmt: skip
        for one, other in zip(*found, strict=True):
            assert one[1:] == other[1:]
        # Neither group changes what is said of the other.
        assert skills_of_groups(SEATS, ours, always(*ours)) == found[:1]

    def test_one_who_played_with_both_joins_them(self) -> None:
        players = [played(0, -0.5), played(1, 0.1), played(2, 0.4)]
        together = {(0, 1): 300, (1, 0): 300, (1, 2): 300, (2, 1): 300}
        (found,) = skills_of_groups(SEATS, players, together)
        assert {skill.player for skill in found} == {0, 1, 2}

    def test_who_is_shown_does_not_depend_on_the_order(self) -> None:
        players = [played(each, each / 10) for each in range(MOST_PLAYERS + 2)]
        pairs = permutations(range(len(players)), 2)
        together = dict.fromkeys(pairs, 900 * (SEATS - 1) // len(players))
        found = skills_of_groups(SEATS, players, together)
        assert skills_of_groups(SEATS, players[::-1], together) == found
        assert {skill.player for skill in found[0]} == {*range(MOST_PLAYERS)}


def test_without_hands_or_without_chance_there_is_nothing_to_tell() -> None:
    assert skills(SEATS, [], {}) == ()
    assert skills_of_groups(SEATS, [Sample(1, 20, 0, 0, 0)], {}) == []
    assert skills(SEATS, [Sample(1, 20, 1, 26, 26**2)], {}) == ()
    assert skills(SEATS, [Sample(1, 20, 200, 0, 0)], {}) == ()
    ((only,),) = skills_of_groups(SEATS, [played(1, 0.5), Sample(2, 20, 0, 0, 0)], {})
    assert only.player == 1


def test_the_paper_says_who_is_shown() -> None:
    assert f"for players with {FEWEST_GAMES} games or more" in PAPER
    assert f"at most the {MOST_PLAYERS} with most games" in PAPER


def test_only_intervals_that_do_not_overlap_are_in_order() -> None:
    low, middle, high = Skill(1, -1, -2, 0), Skill(2, 0, -0.5, 0.5), Skill(3, 1, 0.1, 2)
    assert in_order(low, high)
    assert in_order(high, low)
    assert not in_order(low, middle)
    assert not in_order(middle, high)
    assert not in_order(low, Skill(4, 1, 0, 2))
