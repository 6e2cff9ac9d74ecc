"""A draft of a hand: what it may omit, and contradictions in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Draft, Hand, complete
from tests.rules.strategies import SETTINGS, hands, moon_of, rulesets
from tests.rules.table import hand, rules_of

JACK = {"QS": "hearts", "JD": -10}
NOTHING = (None, None, None, None)


NEEDED = {"card_points": JACK, "moon_needs_bonus": True}
SUN = {"card_points": JACK, "sun": True}


@pytest.mark.parametrize(
    ("draft", "options", "meant"),
    [
        # The single seat left has the rest, which can be nothing or everything.
        (Draft((5, 6, 0, None), {"QS": 0}), {}, hand(5, 6, 0, 2, QS=0)),
        (Draft((None, 6, 0, 1), {"QS": 0}), {}, hand(6, 6, 0, 1, QS=0)),
        (Draft((13, 0, 0, None), {"QS": 1}), {}, hand(13, 0, 0, 0, QS=1)),
        (Draft((0, 0, 0, None), {"QS": 1}), {}, hand(0, 0, 0, 13, QS=1)),
        # Once all are placed, the seats left have none.
        (Draft((5, 8, None, None), {"QS": 0}), {}, hand(5, 8, 0, 0, QS=0)),
        (Draft((None, 13, None, None), {"QS": 0}), {}, hand(0, 13, 0, 0, QS=0)),
        # A shooter took all hearts and penalty cards.
        (Draft(NOTHING, {"QS": None}, shooter=2), {}, hand(0, 0, 13, 0, QS=2)),
        (
            Draft(NOTHING, {}, shooter=0),
            {"preset": "black-maria"},
            hand(13, 0, 0, 0, QS=0, KS=0, AC=0),
        ),
        # The bonus card too, if the moon needs it or it was a sun.
        (Draft(NOTHING, {"JD": 3}, 1), {"card_points": JACK}, hand(0, 13, 0, 0, QS=1, JD=3)),
        (Draft(NOTHING, {}, 1), NEEDED, hand(0, 13, 0, 0, QS=1, JD=1)),
        (Draft(NOTHING, {}, 1, sun=True), SUN, hand(0, 13, 0, 0, QS=1, JD=1, sun=True)),
        (Draft(NOTHING, {}, 1, "add"), {"moon": "choice"}, hand(0, 13, 0, 0, QS=1, moon="add")),
    ],
)
def test_what_a_draft_means(draft: Draft, options: dict[str, object], meant: Hand) -> None:
    assert complete(draft, rules_of(**options)) == (meant, [])


@pytest.mark.parametrize(
    ("draft", "options", "places"),
    [
        # With two seats left and hearts missing, nothing is guessed, nor is a special card ever.
        (Draft((5, 6, None, None), {"QS": 0}), {}, ["hearts"]),
        (Draft(NOTHING, {"QS": 0}), {}, ["hearts"]),
        (Draft((5, 8, 0, 0), {"QS": None}), {}, ["cards.QS"]),
        (Draft((5, 8, 0, 0), {}), {}, ["cards.QS"]),
        (Draft((5, 6, None, None), {"QS": None}), {}, ["hearts", "cards.QS"]),
        (Draft(NOTHING, {}, shooter=1), {"card_points": JACK}, ["cards.JD"]),
        (Draft(NOTHING, {}, shooter=1), {"moon": "choice"}, ["moon"]),
        # What another seat took contradicts a moon.
        (Draft((3, None, None, None), {}, shooter=1), {}, ["shooter"]),
        (Draft((None, None, None, 1), {"QS": 1}, shooter=1), {}, ["shooter"]),
        (Draft(NOTHING, {"QS": 0}, shooter=1), {}, ["shooter"]),
        (Draft(NOTHING, {"JD": 0}, shooter=1), NEEDED, ["shooter"]),
        (Draft(NOTHING, {"JD": 0}, shooter=1, sun=True), SUN, ["shooter"]),
        (Draft(NOTHING, {}, shooter=1), {"moon": "off"}, ["shooter"]),
        (Draft(NOTHING, {}, shooter=1, sun=True), {}, ["sun"]),
    ],
)
def test_what_is_missing_in_a_draft_or_contradicts_it(
    draft: Draft, options: dict[str, object], places: list[str]
) -> None:
    hand, faults = complete(draft, rules_of(**options))
    assert hand is None
    assert [fault.place for fault in faults] == places


@SETTINGS
@given(st.data())
def test_what_follows_need_not_be_named(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    one = data.draw(hands(rules))
    seats = range(rules.players)
    # Nothing is left open, or one seat's hearts, or those of any seats that have none.
    single = data.draw(st.sampled_from(seats))
    without = data.draw(st.sets(st.sampled_from(seats)))
    for left_open in (set(), {single}, {seat for seat in without if one.hearts[seat] == 0}):
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
