"""All possible moons of the next hand."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.rules.moons import left_by_moon, moons
from tests.rules.table import rules_of

JACK = {"QS": "hearts", "JD": -10}


def test_the_points_of_every_moon_that_a_hand_can_bring() -> None:
    """26 for everybody else, 52 with a sun; worked out by hand."""
    rules = rules_of(moon="add", sun=True)
    assert {(moon.shooter, moon.sun): moon.points for moon in moons(rules, (0, 0, 0, 0))} == {
        (seat, sun): tuple(0 if other == seat else points for other in range(4))
        for seat in range(4)
        for sun, points in ((False, 26), (True, 52))
    }


def test_a_moon_with_a_jack_has_points_for_each_of_its_takers() -> None:
    rules = rules_of(card_points=JACK, moon="subtract")
    assert left_by_moon(rules) == ("JD",)
    points = {(moon.shooter, moon.takers): moon.points for moon in moons(rules, (0, 0, 0, 0))}
    assert len(points) == 16
    assert points[1, (1,)] == (0, -36, 0, 0)
    assert points[1, (3,)] == (0, -26, 0, -10)


def test_a_safe_moon_counts_as_the_totals_before_it_make_it() -> None:
    rules = rules_of(moon="safe", target=50)
    # The old moon would end it at 58, 42, 30, 26: Ben would lose.
    after = {moon.shooter: moon.points for moon in moons(rules, (32, 42, 4, 0))}
    assert after[1] == (0, -26, 0, 0)
    assert after[3] == (26, 26, 26, 0)


@pytest.mark.parametrize(
    "options",
    [
        {"moon": "off"},
        {"moon": "choice"},
        # Five bonus cards could fall in a thousand ways.
        {"card_points": {"QS": 13, "JD": -1, "JC": -1, "TD": -1, "TC": -1, "TS": -1}},
    ],
)
def test_no_moon_is_worked_out_before_it_can_be_known(options: dict[str, Any]) -> None:
    assert list(moons(rules_of(**options), (0, 0, 0, 0))) == []
