"""The points that one hand can bring a seat."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.possible_points import PointSet, moon_can_give, points_without_moon
from tests.rules.strategies import SETTINGS
from tests.rules.table import rules_of

POINTS = st.integers(-50, 50)


@SETTINGS
@given(st.sets(POINTS, min_size=1), POINTS, st.none() | POINTS)
def test_a_point_set_is_a_set(points: set[int], least: int, besides: int | None) -> None:
    lowest = min(points)
    point_set = PointSet(sum(1 << (each - lowest) for each in points), lowest)
    assert {each for each in range(-60, 60) if each in point_set} == points
    enough = any(each >= least and each != besides for each in points)
    assert point_set.has_from(least, besides) == enough


def test_without_a_moon_a_seat_has_anything_up_to_all_but_one() -> None:
    points = points_without_moon(rules_of())
    assert [each for each in range(-5, 60) if each in points] == list(range(26))


def test_many_special_cards_have_their_sums_all_the_same() -> None:
    worths = [-700, 3, 41, 600, 1000]
    cards = dict(zip(("2C", "3D", "4S", "5D", "6S"), worths, strict=True))
    points = points_without_moon(rules_of(card_points=cards, moon="off"))
    sums = {
        hearts + sum(worth for worth, took in zip(worths, each, strict=True) if took)
        for each in product((False, True), repeat=len(worths))
        for hearts in range(14)
    }
    assert {each for each in range(-1000, 2000) if each in points} == sums


@pytest.mark.parametrize(("points", "can"), [(0, True), (26, True), (25, False), (-26, False)])
def test_an_old_moon_gives_all_or_nothing(points: int, can: bool) -> None:
    assert moon_can_give(rules_of(), (0, 0, 0, 0), 1, points) is can
