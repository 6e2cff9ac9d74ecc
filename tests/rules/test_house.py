"""House rules as a table says them, there and back."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from scorepad.rules import PRESETS, ruleset
from scorepad.rules.house import (
    KingAndAce,
    PassHabit,
    SpecialCards,
    card_points,
    pass_cycle,
    pass_habit,
    proposed_moon,
    special_cards,
)

WISHES = [
    SpecialCards(jack, king_and_ace, queen)
    for jack, king_and_ace, queen in product(
        (None, True, False), (None, *get_args(KingAndAce)), (None, 13, 5)
    )
]


def test_no_wish_means_the_preset_s_own_cards() -> None:
    assert all(card_points(preset, SpecialCards()) is None for preset in PRESETS)


def test_a_wish_changes_what_it_names() -> None:
    assert card_points("black-lady", SpecialCards(jack=True)) == {"QS": "hearts", "JD": -10}
    assert card_points("omnibus", SpecialCards(jack=False)) == {"QS": "hearts"}
    maria = card_points("black-maria", SpecialCards(king_and_ace="spades"))
    assert maria == {"QS": "hearts", "KS": 10, "AS": 7}
    assert card_points("black-lady", SpecialCards(queen=13)) == {"QS": 13}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_wish_can_be_played_and_found_again(preset: str) -> None:
    for wish in WISHES:
        points = card_points(preset, wish)
        options: dict[str, object] = {} if points is None else {"card_points": points}
        expected = ruleset(4, {"preset": preset} | options)
        proposal = card_points(preset, special_cards(preset, options))
        again: dict[str, object] = {} if proposal is None else {"card_points": proposal}
        assert ruleset(4, {"preset": preset} | again) == expected, wish


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("habit", get_args(PassHabit))
def test_a_habit_of_passing_is_a_cycle_and_is_known_by_it(habit: PassHabit, players: int) -> None:
    cycle = pass_cycle(habit, players)
    assert ruleset(players, {"pass_cycle": cycle}).pass_cycle == tuple(cycle)
    assert pass_habit(cycle, players) == habit


def test_a_cycle_that_changes_is_no_habit() -> None:
    assert pass_habit([1, 3, 2, 0], 4) is None
    assert pass_habit(None, 4) is None


@pytest.mark.parametrize(("players", "moon"), [(3, "choice"), (4, None), (5, None), (6, "choice")])
def test_with_three_and_six_the_shooter_of_black_lady_chooses(
    players: int, moon: str | None
) -> None:
    assert proposed_moon("black-lady", players) == moon
    assert {proposed_moon(preset, players) for preset in set(PRESETS) - {"black-lady"}} == {None}
