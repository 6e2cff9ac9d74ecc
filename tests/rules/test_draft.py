"""Taking down a hand in few taps: what need not be said, and what contradicts itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Draft, Hand, Ruleset, complete
from tests.rules.strategies import SETTINGS, hands, moon_of, rulesets
from tests.rules.table import hand, rules_of

JACK = {"QS": "hearts", "JD": -10}
NOTHING = (None, None, None, None)


def meant(entry: Draft, rules: Ruleset | None = None) -> Hand:
    """The hand that an entry means; there must be nothing wrong with it."""
    made, faults = complete(entry, rules or rules_of())
    assert faults == []
    assert made is not None
    return made


def wrong(entry: Draft, rules: Ruleset | None = None) -> list[str]:
    """What is said about an entry that is no hand."""
    made, faults = complete(entry, rules or rules_of())
    assert made is None
    assert faults
    return [str(fault) for fault in faults]


class TestTheRest:
    def test_the_single_seat_left_has_the_rest(self) -> None:
        assert meant(Draft((5, 6, 0, None), {"QS": 0})) == hand(5, 6, 0, 2, QS=0)
        assert meant(Draft((None, 6, 0, 1), {"QS": 0})) == hand(6, 6, 0, 1, QS=0)

    def test_the_rest_can_be_nothing_or_everything(self) -> None:
        assert meant(Draft((13, 0, 0, None), {"QS": 1})) == hand(13, 0, 0, 0, QS=1)
        assert meant(Draft((0, 0, 0, None), {"QS": 1})) == hand(0, 0, 0, 13, QS=1)

    def test_once_all_are_placed_the_seats_left_have_none(self) -> None:
        assert meant(Draft((5, 8, None, None), {"QS": 0})) == hand(5, 8, 0, 0, QS=0)
        assert meant(Draft((None, 13, None, None), {"QS": 0})) == hand(0, 13, 0, 0, QS=0)

    def test_with_two_seats_left_and_hearts_missing_nothing_is_guessed(self) -> None:
        assert wrong(Draft((5, 6, None, None), {"QS": 0})) == ["hearts: 11 of 13 hearts placed"]
        assert wrong(Draft(NOTHING, {"QS": 0})) == ["hearts: 0 of 13 hearts placed"]

    def test_too_many_are_said_as_they_were_put_down(self) -> None:
        assert wrong(Draft((9, 8, None, None), {"QS": 0})) == ["hearts: 17 of 13 hearts placed"]
        assert wrong(Draft((9, 8, 0, None), {"QS": 0})) == ["hearts: 17 of 13 hearts placed"]

    def test_with_three_players_there_are_twelve(self) -> None:
        assert meant(Draft((5, None, 3), {"QS": 0}), rules_of(3)) == hand(5, 4, 3, QS=0)

    def test_a_special_card_is_never_guessed(self) -> None:
        (said,) = wrong(Draft((5, 8, 0, 0), {"QS": None}))
        assert said.startswith("cards.QS: ")
        (said,) = wrong(Draft((5, 8, 0, 0), {}))
        assert said.startswith("cards.QS: ")

    def test_hearts_and_cards_missing_are_both_said(self) -> None:
        assert len(wrong(Draft((5, 6, None, None), {"QS": None}))) == 2

    def test_what_else_was_put_down_is_kept(self) -> None:
        entry = Draft((0, 13, None, None), {"QS": 1}, moon_choice="subtract", passed=2)
        assert meant(entry, rules_of(moon="choice")) == hand(
            0, 13, 0, 0, QS=1, moon="subtract", passed=2
        )


class TestTheMoonInOneTap:
    def test_the_shooter_took_all_hearts_and_penalty_cards(self) -> None:
        assert meant(Draft(NOTHING, {"QS": None}, shooter=2)) == hand(0, 0, 13, 0, QS=2)
        assert meant(Draft(NOTHING, {}, shooter=2)) == hand(0, 0, 13, 0, QS=2)

    def test_every_penalty_card_of_the_game(self) -> None:
        rules = rules_of(preset="black-maria")
        made = meant(Draft(NOTHING, {}, shooter=0), rules)
        assert made == hand(13, 0, 0, 0, QS=0, KS=0, AC=0)

    def test_who_took_the_bonus_card_must_still_be_said(self) -> None:
        rules = rules_of(card_points=JACK)
        (said,) = wrong(Draft(NOTHING, {}, shooter=1), rules)
        assert said.startswith("cards.JD: ")
        for taker in range(4):
            made = meant(Draft(NOTHING, {"JD": taker}, shooter=1), rules)
            assert made == hand(0, 13, 0, 0, QS=1, JD=taker)

    def test_unless_the_moon_needs_it(self) -> None:
        rules = rules_of(card_points=JACK, moon_needs_bonus=True)
        assert meant(Draft(NOTHING, {}, shooter=1), rules) == hand(0, 13, 0, 0, QS=1, JD=1)

    def test_or_the_shooter_took_every_trick(self) -> None:
        rules = rules_of(card_points=JACK, sun=True)
        made = meant(Draft(NOTHING, {}, shooter=1, sun=True), rules)
        assert made == hand(0, 13, 0, 0, QS=1, JD=1, sun=True)

    def test_where_the_shooter_chooses_the_choice_must_be_said(self) -> None:
        rules = rules_of(moon="choice")
        (said,) = wrong(Draft(NOTHING, {}, shooter=1), rules)
        assert said.startswith("moon: ")
        made = meant(Draft(NOTHING, {}, shooter=1, moon_choice="add"), rules)
        assert made == hand(0, 13, 0, 0, QS=1, moon="add")

    def test_what_agrees_with_it_may_have_been_put_down_before(self) -> None:
        made = meant(Draft((None, 13, 0, None), {"QS": 1}, shooter=1))
        assert made == hand(0, 13, 0, 0, QS=1)

    def test_the_pass_is_kept(self) -> None:
        assert meant(Draft(NOTHING, {}, shooter=1, passed=2)).passed == 2

    @pytest.mark.parametrize(
        ("hearts", "cards"),
        [
            ((3, None, None, None), {}),
            ((None, None, None, 1), {"QS": 1}),
            (NOTHING, {"QS": 0}),
        ],
    )
    def test_a_card_that_somebody_else_took_contradicts_it(
        self, hearts: tuple[int | None, ...], cards: Mapping[str, int | None]
    ) -> None:
        (said,) = wrong(Draft(hearts, cards, shooter=1))
        assert said.startswith("shooter: ")

    def test_the_bonus_card_elsewhere_contradicts_a_moon_that_needs_it(self) -> None:
        rules = rules_of(card_points=JACK, moon_needs_bonus=True)
        (said,) = wrong(Draft(NOTHING, {"JD": 0}, shooter=1), rules)
        assert said.startswith("shooter: ")

    def test_any_card_elsewhere_contradicts_a_sun(self) -> None:
        rules = rules_of(card_points=JACK, sun=True)
        (said,) = wrong(Draft(NOTHING, {"JD": 0}, shooter=1, sun=True), rules)
        assert said.startswith("shooter: ")

    def test_where_no_moons_are_played_there_is_no_shooter(self) -> None:
        (said,) = wrong(Draft(NOTHING, {}, shooter=1), rules_of(moon="off"))
        assert said.startswith("shooter: ")

    def test_a_sun_needs_a_table_that_plays_it(self) -> None:
        (said,) = wrong(Draft(NOTHING, {}, shooter=1, sun=True))
        assert said.startswith("sun: ")

    @pytest.mark.parametrize("seat", [-1, 4])
    def test_the_shooter_sits_at_the_table(self, seat: int) -> None:
        (said,) = wrong(Draft(NOTHING, {}, shooter=seat))
        assert said.startswith("shooter: ")

    def test_a_card_worth_nothing_elsewhere_does_not_contradict_it(self) -> None:
        rules = rules_of(card_points={"QS": 13, "KS": 0}, moon_needs_bonus=True)
        made = meant(Draft(NOTHING, {"KS": 0}, shooter=1), rules)
        assert made == hand(0, 13, 0, 0, QS=1, KS=0)

    def test_fewer_hearts_at_the_shooter_s_own_seat_contradict_it(self) -> None:
        wrong(Draft((None, 5, None, None), {}, shooter=1))


@SETTINGS
@given(st.data())
def test_a_hand_put_down_in_full_is_that_hand(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    entry = Draft(
        one.hearts,
        one.cards,
        moon_choice=one.moon_choice,
        sun=one.sun,
        passed=one.passed,
        dealer=one.dealer,
    )
    assert complete(entry, rules) == (one, [])


@SETTINGS
@given(st.data())
def test_what_follows_need_not_be_said(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    seats = range(rules.players)
    # Either one seat's hearts are left unsaid, or those of any seats that have none.
    single = data.draw(st.sampled_from(seats))
    without = data.draw(st.sets(st.sampled_from(seats)))
    for unsaid in ({single}, {seat for seat in without if one.hearts[seat] == 0}):
        hearts = tuple(None if seat in unsaid else one.hearts[seat] for seat in seats)
        entry = Draft(
            hearts,
            one.cards,
            moon_choice=one.moon_choice,
            sun=one.sun,
            passed=one.passed,
            dealer=one.dealer,
        )
        assert complete(entry, rules) == (one, [])


@SETTINGS
@given(st.data())
def test_a_moon_in_one_tap_is_the_same_hand_as_one_card_by_card(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    moon = moon_of(one.hearts, dict(one.cards), rules)
    # See the xfail above: a worthless card elsewhere.
    if moon.shooter is None or (rules.moon_needs_bonus and not moon.took_every_card):
        return
    bonus = {card: taker for card, taker in one.cards.items() if rules.card_points[card] <= 0}
    entry = Draft(
        (None,) * rules.players,
        bonus,
        moon.shooter,
        one.moon_choice,
        one.sun,
        one.passed,
        one.dealer,
    )
    assert complete(entry, rules) == (one, [])


@SETTINGS
@given(st.data())
def test_an_entry_is_a_valid_hand_or_says_what_is_wrong(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    number = st.none() | st.integers(-2, 14)
    taker = st.none() | st.integers(-1, rules.players)
    hearts = st.lists(number, min_size=rules.players, max_size=rules.players)
    entry = Draft(
        hearts=tuple(data.draw(hearts)),
        cards=data.draw(st.dictionaries(st.sampled_from(["QS", "JD", "KS"]), taker)),
        shooter=data.draw(st.none() | st.integers(-1, rules.players)),
        moon_choice=data.draw(st.sampled_from([None, "add", "subtract"])),
        sun=data.draw(st.booleans()),
        passed=data.draw(st.none() | st.integers(-1, rules.players)),
    )
    made, faults = complete(entry, rules)
    assert (made is None) == bool(faults)
    if made is not None:
        assert sum(made.hearts) == rules.hearts
        assert set(made.cards) == set(rules.card_points)
        again = Draft(made.hearts, made.cards, None, made.moon_choice, made.sun, made.passed)
        assert complete(again, rules) == (made, [])
        assert complete(replace(again, hearts=(*made.hearts[:-1], None)), rules) == (made, [])
