"""The points of one hand: examples that no vector has, and what always holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Hand, Ruleset, shooter_of
from scorepad.rules.scoring import points_of
from tests.rules.strategies import SETTINGS, hands, moon_of, rulesets
from tests.rules.table import hand, points, rules_of

JACK = {"QS": "hearts", "JD": -10}


OLD: Final = {"moon": "add", "card_points": JACK}
ALL: Final = hand(13, 0, 0, 0, QS=0, JD=0)
WITHOUT_JACK: Final = hand(13, 0, 0, 0, QS=0, JD=2)
KING: Final = {"QS": 13, "KS": 13}


@pytest.mark.parametrize(
    ("players", "options", "of", "expected"),
    [
        # A heart costs one, and the queen as much as there are hearts, or a number of her own.
        (3, {}, hand(5, 4, 3, QS=2), (5, 4, 15)),
        (3, {"card_points": {"QS": 13}}, hand(5, 4, 3, QS=2), (5, 4, 16)),
        # A moon is known from the cards and not from the points.
        (4, {"card_points": KING}, hand(13, 0, 0, 0, QS=0, KS=1), (26, 13, 0, 0)),
        # It needs every penalty card, and no card worth nothing.
        (4, {"preset": "black-maria"}, hand(13, 0, 0, 0, QS=0, KS=0, AC=0), (0, 43, 43, 43)),
        (4, {"preset": "black-maria"}, hand(13, 0, 0, 0, QS=0, KS=0, AC=3), (36, 0, 0, 7)),
        (
            4,
            {"card_points": {"QS": 13, "KS": 0}, "moon_needs_bonus": True},
            hand(13, 0, 0, 0, QS=0, KS=1),
            (0, 26, 26, 26),
        ),
        # The shooter chooses, and the hand says which.
        (4, {"moon": "choice"}, hand(0, 13, 0, 0, QS=1, moon="add"), (26, 0, 26, 26)),
        (4, {"moon": "choice"}, hand(0, 13, 0, 0, QS=1, moon="subtract"), (0, -26, 0, 0)),
        # The jack counts on top, and the moon can need it.
        (4, OLD, WITHOUT_JACK, (0, 26, 16, 26)),
        (4, {**OLD, "moon_needs_bonus": True}, ALL, (-10, 26, 26, 26)),
        (4, {**OLD, "moon_needs_bonus": True}, WITHOUT_JACK, (26, 0, -10, 0)),
        # Three with one card out have 26 or 24 to take.
        (3, {"deck_removed": ["2C"]}, hand(13, 0, 0, QS=0), (0, 26, 26)),
        (3, {"deck_removed": ["3H"]}, hand(12, 0, 0, QS=0), (0, 24, 24)),
    ],
)
def test_points(
    players: int, options: dict[str, object], of: Hand, expected: tuple[int, ...]
) -> None:
    assert points(rules_of(players, **options), of) == expected


@SETTINGS
@given(st.data())
def test_the_points_of_a_hand_add_up_to_what_the_pack_holds(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    bonuses = sum(worth for worth in rules.card_points.values() if worth < 0)
    in_pack = sum(card[1] == "H" for card in _pack(rules))
    at_stake = in_pack + sum(worth for worth in rules.card_points.values() if worth > 0)
    moon = moon_of(one.hearts, dict(one.cards), rules)
    assert shooter_of(one, rules) == moon.shooter
    if moon.shooter is None:
        assert sum(points_of(one, rules, None)) == at_stake + bonuses
        return
    if one.sun:
        at_stake *= 2
    assert sum(points_of(one, rules, "add")) == (rules.players - 1) * at_stake + bonuses
    assert sum(points_of(one, rules, "subtract")) == -at_stake + bonuses


@SETTINGS
@given(st.data())
def test_a_hand_without_a_moon_costs_each_seat_the_cards_it_took(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    if shooter_of(one, rules) is not None:
        rules = replace(rules, moon="off")
        one = Hand(one.hearts, one.cards)
    assert points_of(one, rules, None) == tuple(
        one.hearts[seat]
        + sum(rules.card_points[card] for card, taker in one.cards.items() if taker == seat)
        for seat in range(rules.players)
    )


def _pack(rules: Ruleset) -> list[str]:
    return [
        rank + suit
        for suit in "CDSH"
        for rank in "23456789TJQKA"
        if rank + suit not in rules.deck_removed
    ]
