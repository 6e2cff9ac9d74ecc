"""House rules as a table says them, there and back."""

from __future__ import annotations

from itertools import product

import pytest

from scorepad.rules import PRESETS, ruleset
from scorepad.rules.presets import (
    EXTRA_CARDS,
    card_points,
    pass_cycle,
    proposed_moon,
    special_cards,
)

WISHES: list[dict[str, object]] = [
    {name: said for name, said in zip((*EXTRA_CARDS, "queen"), wish, strict=True) if said}
    for wish in product(*[(None, *said) for said in EXTRA_CARDS.values()], (None, 13, 5))
]


def test_no_wish_means_the_preset_s_own_cards() -> None:
    assert all(card_points(preset, {}) is None for preset in PRESETS)


def test_a_wish_changes_what_it_names() -> None:
    assert card_points("black-lady", {"bonus": "jack"}) == {"QS": "hearts", "JD": -10}
    assert card_points("omnibus", {"bonus": "none"}) == {"QS": "hearts"}
    maria = card_points("black-maria", {"king_and_ace": "spades"})
    assert maria == {"QS": "hearts", "KS": 10, "AS": 7}
    assert card_points("black-lady", {"queen": 13}) == {"QS": 13}


def test_every_wish_can_be_played_and_found_again() -> None:
    for preset in PRESETS:
        for wish in WISHES:
            points = card_points(preset, wish)
            options: dict[str, object] = {} if points is None else {"card_points": points}
            expected = ruleset(4, {"preset": preset} | options)
            proposal = card_points(preset, special_cards(preset, options))
            again: dict[str, object] = {} if proposal is None else {"card_points": proposal}
            assert ruleset(4, {"preset": preset} | again) == expected, wish


def test_cards_that_no_number_says_are_not_proposed_in_a_text() -> None:
    assert special_cards("hearts", {"card_points": {"QS": "hearts"}}) == {}
    told = special_cards("hearts", {"card_points": {"QS": "hearts", "TC": 5}})
    assert told == {}
    assert special_cards("black-lady", {"card_points": {"QS": 5, "TC": 5}}) == {
        "queen": 5,
        "other_cards": {"TC": 5},
    }


@pytest.mark.parametrize("players", range(3, 8))
def test_what_a_table_proposes_by_its_number_of_players(players: int) -> None:
    for habit in ("left", "right", "never"):
        cycle = pass_cycle(habit, players)
        assert ruleset(players, {"pass_cycle": cycle}).pass_cycle == tuple(cycle), habit
    # With three and six the shooter of Black Lady chooses.
    proposed = {preset: proposed_moon(preset, players) for preset in PRESETS}
    chosen = "choice" if players in (3, 6) else None
    assert proposed == {**dict.fromkeys(PRESETS), "black-lady": chosen}
