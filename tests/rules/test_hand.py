"""A hand is checked in full: a seat at the table took each heart and each special card."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Game, Hand, RulesError, check_hand, sheet
from tests.rules.strategies import SETTINGS, games, hands, rulesets
from tests.rules.table import hand, play, rules_of

JACK = {"QS": "hearts", "JD": -10}


def faults(of: Hand, players: int = 4, /, **options: object) -> list[str]:
    """The faults of a hand."""
    return [str(fault) for fault in check_hand(of, rules_of(players, **options))]


def places_of(of: Hand, players: int = 4, /, **options: object) -> list[str]:
    """The places of a hand's faults."""
    return [fault.place for fault in check_hand(of, rules_of(players, **options))]


def test_a_hand_that_is_right_has_no_fault() -> None:
    assert faults(hand(5, 8, 0, 0, QS=0)) == []


def test_the_hearts_must_add_up() -> None:
    cases: list[tuple[tuple[int, ...], int]] = [((5, 7, 0, 0), 12), ((5, 8, 1, 0), 14)]
    for case in cases:
        hearts, placed = case
        assert faults(hand(*hearts, QS=0)) == [f"hearts: {placed} of 13 hearts placed"], case


def test_how_many_hearts_there_are_follows_from_the_pack() -> None:
    assert faults(hand(5, 4, 4, QS=0), 3) == ["hearts: 13 of 12 hearts placed"]
    assert faults(hand(5, 4, 4, QS=0), 3, deck_removed=["2C"]) == []


def test_a_seat_cannot_have_more_hearts_than_there_are_nor_fewer_than_none() -> None:
    assert places_of(hand(14, -1, 0, 0, QS=0)) == ["hearts[0]", "hearts[1]"]
    assert places_of(hand(10**30, 0, 0, 0, QS=0)) == ["hearts[0]"]


def test_there_is_a_number_for_every_seat() -> None:
    cases: list[tuple[int, ...]] = [(), (13,), (5, 5, 3), (5, 4, 4, 0, 0)]
    for hearts in cases:
        assert faults(hand(*hearts, QS=0)) == [f"hearts: {len(hearts)} numbers for 4 seats"], hearts


def test_every_special_card_and_no_other_was_taken() -> None:
    assert places_of(hand(5, 8, 0, 0)) == ["cards.QS"]
    assert places_of(hand(5, 8, 0, 0, QS=0), card_points=JACK) == ["cards.JD"]
    assert places_of(hand(5, 8, 0, 0, QS=0, JD=0)) == ["cards.JD"]
    assert places_of(hand(5, 8, 0, 0, QS=0), preset="hearts") == ["cards.QS"]


def test_a_card_was_taken_by_a_seat_there_is() -> None:
    for taker in (-1, 4, 10**30):
        assert places_of(hand(5, 8, 0, 0, QS=taker)) == ["cards.QS"], taker


def test_all_faults_are_named_not_just_the_first() -> None:
    assert places_of(hand(5, 7, 0, 0, JD=9, passed=4)) == ["hearts", "cards.JD", "cards.QS", "pass"]


def test_the_pass_goes_to_a_seat_there_is() -> None:
    for passed in (-1, 4):
        assert places_of(hand(5, 8, 0, 0, QS=0, passed=passed)) == ["pass"], passed


def test_a_seat_there_is_dealt() -> None:
    for dealer in (-1, 4, 10**30):
        assert faults(hand(5, 8, 0, 0, QS=0, dealer=dealer)) == ["dealer: must be from 0 to 3"], (
            dealer
        )
        assert places_of(hand(5, 8, 0, QS=0, dealer=3), 3)[-1] == "dealer", dealer


def test_every_seat_and_none_can_be_passed_to() -> None:
    for passed in (0, 3):
        assert faults(hand(5, 8, 0, 0, QS=0, passed=passed)) == [], passed


class TestTheMoonOfAHand:
    MOON = hand(0, 13, 0, 0, QS=1)

    def test_where_the_shooter_chooses_the_hand_must_say(self) -> None:
        assert places_of(self.MOON, moon="choice") == ["moon"]
        assert faults(hand(0, 13, 0, 0, QS=1, moon="add"), moon="choice") == []

    def test_without_a_moon_nothing_is_chosen(self) -> None:
        no_moon = hand(1, 12, 0, 0, QS=1, moon="add")
        assert places_of(no_moon, moon="choice") == ["moon"]
        assert places_of(no_moon, moon="add") == ["moon"]
        assert places_of(hand(0, 13, 0, 0, QS=1, moon="add"), moon="off") == ["moon"]

    def test_without_the_bonus_that_it_needs_it_is_no_moon(self) -> None:
        options: dict[str, object] = {"card_points": JACK, "moon": "choice"}
        elsewhere = hand(0, 13, 0, 0, QS=1, JD=0)
        assert places_of(elsewhere, **options) == ["moon"]
        assert places_of(elsewhere, moon_needs_bonus=True, **options) == []

    def test_the_hand_cannot_say_another_moon_than_the_rules(self) -> None:
        subtracted = hand(0, 13, 0, 0, QS=1, moon="subtract")
        with pytest.raises(RulesError) as raised:
            play(rules_of(moon="add"), hand(5, 8, 0, 0, QS=0), subtracted)
        assert raised.value.place == "hands[1].moon"


class TestTheSunOfAHand:
    def test_a_sun_is_a_moon_where_the_sun_is_played(self) -> None:
        sun = hand(0, 13, 0, 0, QS=1, sun=True)
        assert faults(sun, sun=True) == []
        assert places_of(sun) == ["sun"]
        assert places_of(sun, sun=True, moon="off") == ["sun"]
        assert places_of(hand(1, 12, 0, 0, QS=1, sun=True), sun=True) == ["sun"]

    def test_who_took_every_trick_took_every_card(self) -> None:
        elsewhere = hand(0, 13, 0, 0, QS=1, JD=0, sun=True)
        assert places_of(elsewhere, sun=True, card_points=JACK) == ["cards.JD"]
        # Without the sun the same cards are a moon.
        moon = hand(0, 13, 0, 0, QS=1, JD=0)
        assert faults(moon, sun=True, card_points=JACK) == []

    def test_a_card_worth_nothing_is_taken_too(self) -> None:
        elsewhere = hand(0, 13, 0, 0, QS=1, KS=0, sun=True)
        assert places_of(elsewhere, sun=True, card_points={"QS": 13, "KS": 0}) == ["cards.KS"]


@SETTINGS
@given(st.data())
def test_a_hand_that_can_come_up_is_accepted(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    assert check_hand(data.draw(hands(rules)), rules) == []


@SETTINGS
@given(games(fewest_hands=1), st.data())
def test_a_hand_that_cannot_be_is_refused_with_its_number(game: Game, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(game.hands) - 1))
    was = game.hands[at]
    hearts = (was.hearts[0] + data.draw(st.sampled_from([-1, 1])), *was.hearts[1:])
    wrong = (*game.hands[:at], replace(was, hearts=hearts), *game.hands[at + 1 :])
    with pytest.raises(RulesError) as raised:
        sheet(replace(game, hands=wrong))
    assert raised.value.place.startswith(f"hands[{at}].hearts")
