"""A draft of a hand: what it may omit, and contradictions in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Draft, Hand, Ruleset, complete
from tests.rules.strategies import SETTINGS, hands, moon_of, rulesets
from tests.rules.table import hand, rules_of

JACK = {"QS": "hearts", "JD": -10}
NOTHING = (None, None, None, None)


def hand_of(draft: Draft, rules: Ruleset | None = None) -> Hand:
    """The hand that a draft means; there must be nothing wrong with it."""
    result, faults = complete(draft, rules or rules_of())
    assert faults == []
    assert result is not None
    return result


def faults_of(draft: Draft, rules: Ruleset | None = None) -> list[str]:
    """The faults of a draft that is not a hand, in sentences."""
    result, faults = complete(draft, rules or rules_of())
    assert result is None
    assert faults
    return [str(fault) for fault in faults]


class TestTheRest:
    def test_the_single_seat_left_has_the_rest(self) -> None:
        assert hand_of(Draft((5, 6, 0, None), {"QS": 0})) == hand(5, 6, 0, 2, QS=0)
        assert hand_of(Draft((None, 6, 0, 1), {"QS": 0})) == hand(6, 6, 0, 1, QS=0)

    def test_the_rest_can_be_nothing_or_everything(self) -> None:
        assert hand_of(Draft((13, 0, 0, None), {"QS": 1})) == hand(13, 0, 0, 0, QS=1)
        assert hand_of(Draft((0, 0, 0, None), {"QS": 1})) == hand(0, 0, 0, 13, QS=1)

    def test_once_all_are_placed_the_seats_left_have_none(self) -> None:
        assert hand_of(Draft((5, 8, None, None), {"QS": 0})) == hand(5, 8, 0, 0, QS=0)
        assert hand_of(Draft((None, 13, None, None), {"QS": 0})) == hand(0, 13, 0, 0, QS=0)

    def test_with_two_seats_left_and_hearts_missing_nothing_is_guessed(self) -> None:
        assert faults_of(Draft((5, 6, None, None), {"QS": 0})) == ["hearts: 11 of 13 hearts placed"]
        assert faults_of(Draft(NOTHING, {"QS": 0})) == ["hearts: 0 of 13 hearts placed"]

    def test_a_special_card_is_never_guessed(self) -> None:
        (sentence,) = faults_of(Draft((5, 8, 0, 0), {"QS": None}))
        assert sentence.startswith("cards.QS: ")
        (sentence,) = faults_of(Draft((5, 8, 0, 0), {}))
        assert sentence.startswith("cards.QS: ")

    def test_missing_hearts_and_missing_cards_are_two_faults(self) -> None:
        assert len(faults_of(Draft((5, 6, None, None), {"QS": None}))) == 2


class TestTheMoonInOneTap:
    def test_the_shooter_took_all_hearts_and_penalty_cards(self) -> None:
        assert hand_of(Draft(NOTHING, {"QS": None}, shooter=2)) == hand(0, 0, 13, 0, QS=2)
        assert hand_of(Draft(NOTHING, {}, shooter=2)) == hand(0, 0, 13, 0, QS=2)

    def test_every_penalty_card_of_the_game(self) -> None:
        rules = rules_of(preset="black-maria")
        result = hand_of(Draft(NOTHING, {}, shooter=0), rules)
        assert result == hand(13, 0, 0, 0, QS=0, KS=0, AC=0)

    def test_the_taker_of_the_bonus_card_must_still_be_named(self) -> None:
        rules = rules_of(card_points=JACK)
        (sentence,) = faults_of(Draft(NOTHING, {}, shooter=1), rules)
        assert sentence.startswith("cards.JD: ")
        for taker in range(4):
            result = hand_of(Draft(NOTHING, {"JD": taker}, shooter=1), rules)
            assert result == hand(0, 13, 0, 0, QS=1, JD=taker)

    def test_unless_the_moon_needs_it(self) -> None:
        rules = rules_of(card_points=JACK, moon_needs_bonus=True)
        assert hand_of(Draft(NOTHING, {}, shooter=1), rules) == hand(0, 13, 0, 0, QS=1, JD=1)

    def test_or_the_shooter_took_every_trick(self) -> None:
        rules = rules_of(card_points=JACK, sun=True)
        result = hand_of(Draft(NOTHING, {}, shooter=1, sun=True), rules)
        assert result == hand(0, 13, 0, 0, QS=1, JD=1, sun=True)

    def test_where_the_shooter_chooses_the_choice_must_be_named(self) -> None:
        rules = rules_of(moon="choice")
        (sentence,) = faults_of(Draft(NOTHING, {}, shooter=1), rules)
        assert sentence.startswith("moon: ")
        result = hand_of(Draft(NOTHING, {}, shooter=1, moon_choice="add"), rules)
        assert result == hand(0, 13, 0, 0, QS=1, moon="add")

    def test_a_card_that_somebody_else_took_contradicts_it(self) -> None:
        cases: list[tuple[tuple[int | None, ...], Mapping[str, int | None]]] = [
            ((3, None, None, None), {}),
            ((None, None, None, 1), {"QS": 1}),
            (NOTHING, {"QS": 0}),
        ]
        for hearts, cards in cases:
            (sentence,) = faults_of(Draft(hearts, cards, shooter=1))
            assert sentence.startswith("shooter: "), (hearts, cards)

    def test_the_bonus_card_elsewhere_contradicts_a_moon_that_needs_it(self) -> None:
        rules = rules_of(card_points=JACK, moon_needs_bonus=True)
        (sentence,) = faults_of(Draft(NOTHING, {"JD": 0}, shooter=1), rules)
        assert sentence.startswith("shooter: ")

    def test_any_card_elsewhere_contradicts_a_sun(self) -> None:
        rules = rules_of(card_points=JACK, sun=True)
        (sentence,) = faults_of(Draft(NOTHING, {"JD": 0}, shooter=1, sun=True), rules)
        assert sentence.startswith("shooter: ")

    def test_where_no_moons_are_played_there_is_no_shooter(self) -> None:
        (sentence,) = faults_of(Draft(NOTHING, {}, shooter=1), rules_of(moon="off"))
        assert sentence.startswith("shooter: ")

    def test_a_sun_needs_a_table_that_plays_it(self) -> None:
        (sentence,) = faults_of(Draft(NOTHING, {}, shooter=1, sun=True))
        assert sentence.startswith("sun: ")


@SETTINGS
@given(st.data())
def test_a_full_draft_is_that_hand(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    draft = Draft(
        one.hearts,
        one.cards,
        moon_choice=one.moon_choice,
        sun=one.sun,
        passed=one.passed,
        dealer=one.dealer,
    )
    assert complete(draft, rules) == (one, [])


@SETTINGS
@given(st.data())
def test_what_follows_need_not_be_named(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    seats = range(rules.players)
    # Either one seat's hearts are left open, or those of any seats that have none.
    single = data.draw(st.sampled_from(seats))
    without = data.draw(st.sets(st.sampled_from(seats)))
    for left_open in ({single}, {seat for seat in without if one.hearts[seat] == 0}):
        hearts = tuple(None if seat in left_open else one.hearts[seat] for seat in seats)
        draft = Draft(
            hearts,
            one.cards,
            moon_choice=one.moon_choice,
            sun=one.sun,
            passed=one.passed,
            dealer=one.dealer,
        )
        assert complete(draft, rules) == (one, [])


@SETTINGS
@given(st.data())
def test_a_moon_in_one_tap_is_the_same_hand_as_one_card_by_card(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    moon = moon_of(one.hearts, dict(one.cards), rules)
    if moon.shooter is None:
        return
    bonus = {card: taker for card, taker in one.cards.items() if rules.card_points[card] <= 0}
    draft = Draft(
        (None,) * rules.players,
        bonus,
        moon.shooter,
        one.moon_choice,
        one.sun,
        one.passed,
        one.dealer,
    )
    assert complete(draft, rules) == (one, [])


@SETTINGS
@given(st.data())
def test_a_draft_is_a_valid_hand_or_has_faults(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    number = st.none() | st.integers(-2, 14)
    taker = st.none() | st.integers(-1, rules.players)
    hearts = st.lists(number, min_size=rules.players, max_size=rules.players)
    draft = Draft(
        hearts=tuple(data.draw(hearts)),
        cards=data.draw(st.dictionaries(st.sampled_from(["QS", "JD", "KS"]), taker)),
        shooter=data.draw(st.none() | st.integers(-1, rules.players)),
        moon_choice=data.draw(st.sampled_from([None, "add", "subtract"])),
        sun=data.draw(st.booleans()),
        passed=data.draw(st.none() | st.integers(-1, rules.players)),
    )
    result, faults = complete(draft, rules)
    assert (result is None) == bool(faults)
    if result is not None:
        assert sum(result.hearts) == rules.hearts
        assert set(result.cards) == set(rules.card_points)
        again = Draft(
            result.hearts, result.cards, None, result.moon_choice, result.sun, result.passed
        )
        assert complete(again, rules) == (result, [])
        assert complete(replace(again, hearts=(*result.hearts[:-1], None)), rules) == (result, [])
