"""The points of one hand: examples from rules.md, "Points of one hand", and what always holds."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Hand, Ruleset, shooter_of
from scorepad.rules.scoring import points_of
from tests.rules.strategies import SETTINGS, hands, moon_of, rulesets
from tests.rules.table import hand, points, rules_of

JACK = {"QS": "hearts", "JD": -10}


def test_a_heart_costs_one_and_the_queen_as_much_as_there_are_hearts() -> None:
    assert points(rules_of(4), hand(5, 8, 0, 0, QS=0)) == (18, 8, 0, 0)
    assert points(rules_of(5), hand(5, 8, 0, 0, 0, QS=4)) == (5, 8, 0, 0, 13)
    assert points(rules_of(3), hand(5, 4, 3, QS=2)) == (5, 4, 15)
    assert points(rules_of(6), hand(2, 2, 2, 2, 2, 2, QS=0)) == (14, 2, 2, 2, 2, 2)


def test_the_queen_can_have_a_number_of_her_own() -> None:
    assert points(rules_of(3, card_points={"QS": 13}), hand(5, 4, 3, QS=2)) == (5, 4, 16)


def test_all_hearts_without_the_queen_are_no_moon() -> None:
    assert points(rules_of(), hand(13, 0, 0, 0, QS=1)) == (13, 13, 0, 0)


def test_the_moon_is_known_from_the_cards_and_not_from_the_points() -> None:
    # Ten points off for the jack, so 26 points are not what a moon looks like here.
    rules = rules_of(card_points=JACK)
    assert shooter_of(hand(13, 0, 0, 0, QS=0, JD=0), rules) == 0
    # 13 points from hearts and 13 from other cards are as much as a moon, and none.
    others = rules_of(card_points={"QS": 13, "KS": 13})
    assert shooter_of(hand(13, 0, 0, 0, QS=0, KS=1), others) is None
    assert points(others, hand(13, 0, 0, 0, QS=0, KS=1)) == (26, 13, 0, 0)


def test_old_moon_gives_each_of_the_others_everything() -> None:
    cases = [(3, 24), (4, 26), (5, 26), (6, 24), (7, 26)]
    for players, total in cases:
        rules = rules_of(players, moon="add")
        in_pack = 12 if players in (3, 6) else 13
        shot = hand(in_pack, *[0] * (players - 1), QS=0)
        assert points(rules, shot) == (0, *[total] * (players - 1)), (players, total)


def test_new_moon_takes_everything_off_the_shooter() -> None:
    cases = [(3, 24), (4, 26), (5, 26), (6, 24), (7, 26)]
    for players, total in cases:
        rules = rules_of(players, moon="subtract")
        in_pack = 12 if players in (3, 6) else 13
        shot = hand(in_pack, *[0] * (players - 1), QS=0)
        assert points(rules, shot) == (-total, *[0] * (players - 1)), (players, total)


def test_the_shooter_chooses_and_the_hand_says_which() -> None:
    rules = rules_of(moon="choice")
    assert points(rules, hand(0, 13, 0, 0, QS=1, moon="add")) == (26, 0, 26, 26)
    assert points(rules, hand(0, 13, 0, 0, QS=1, moon="subtract")) == (0, -26, 0, 0)


def test_without_moons_who_took_everything_has_everything() -> None:
    assert points(rules_of(moon="off"), hand(0, 0, 13, 0, QS=2)) == (0, 0, 26, 0)


def test_the_jack_counts_on_top_of_an_old_moon() -> None:
    rules = rules_of(moon="add", card_points=JACK)
    assert points(rules, hand(13, 0, 0, 0, QS=0, JD=0)) == (-10, 26, 26, 26)
    assert points(rules, hand(13, 0, 0, 0, QS=0, JD=2)) == (0, 26, 16, 26)


def test_the_jack_counts_on_top_of_a_new_moon() -> None:
    rules = rules_of(moon="subtract", card_points=JACK)
    assert points(rules, hand(13, 0, 0, 0, QS=0, JD=0)) == (-36, 0, 0, 0)
    assert points(rules, hand(13, 0, 0, 0, QS=0, JD=2)) == (-26, 0, -10, 0)


def test_a_moon_can_need_the_bonus_card_too() -> None:
    rules = rules_of(moon="add", card_points=JACK, moon_needs_bonus=True)
    assert points(rules, hand(13, 0, 0, 0, QS=0, JD=0)) == (-10, 26, 26, 26)
    # Without it, this is a hand like any other.
    assert points(rules, hand(13, 0, 0, 0, QS=0, JD=2)) == (26, 0, -10, 0)


def test_a_moon_needs_every_penalty_card() -> None:
    rules = rules_of(preset="black-maria")
    assert points(rules, hand(13, 0, 0, 0, QS=0, KS=0, AC=0)) == (0, 43, 43, 43)
    assert points(rules, hand(13, 0, 0, 0, QS=0, KS=0, AC=3)) == (36, 0, 0, 7)


def test_a_card_worth_nothing_is_not_needed_for_a_moon() -> None:
    rules = rules_of(card_points={"QS": 13, "KS": 0}, moon_needs_bonus=True)
    assert points(rules, hand(13, 0, 0, 0, QS=0, KS=1)) == (0, 26, 26, 26)


def test_a_sun_counts_twice_a_moon_and_the_bonus_once() -> None:
    old = rules_of(moon="add", sun=True, card_points=JACK)
    assert points(old, hand(13, 0, 0, 0, QS=0, JD=0, sun=True)) == (-10, 52, 52, 52)
    new = rules_of(moon="subtract", sun=True, card_points=JACK)
    assert points(new, hand(13, 0, 0, 0, QS=0, JD=0, sun=True)) == (-62, 0, 0, 0)
    assert points(rules_of(3, sun=True), hand(0, 12, 0, QS=1, sun=True)) == (48, 0, 48)


def test_with_one_card_out_three_players_have_26_or_24_to_take() -> None:
    club_out = rules_of(3, deck_removed=["2C"])
    assert points(club_out, hand(13, 0, 0, QS=0)) == (0, 26, 26)
    heart_out = rules_of(3, deck_removed=["3H"])
    assert points(heart_out, hand(12, 0, 0, QS=0)) == (0, 24, 24)


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


@SETTINGS
@given(st.data())
def test_old_and_new_moon_are_as_far_apart_for_everybody(data: st.DataObject) -> None:
    """For the shooter and for each of the others the new moon is T less: a choice of who pays."""
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    if shooter_of(one, rules) is None:
        return
    old, new = points_of(one, rules, "add"), points_of(one, rules, "subtract")
    assert len({was - now for was, now in zip(old, new, strict=True)}) == 1


def _pack(rules: Ruleset) -> list[str]:
    return [
        rank + suit
        for suit in "CDSH"
        for rank in "23456789TJQKA"
        if rank + suit not in rules.deck_removed
    ]
