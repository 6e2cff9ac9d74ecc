"""A hand is checked in full: a seat at the table took each heart and each special card."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Game, Hand, RulesError, check_hand, sheet
from tests.rules.strategies import SETTINGS, games
from tests.rules.table import hand, play, rules_of

JACK = {"QS": "hearts", "JD": -10}


QUEEN_AND_KING = {"QS": 13, "KS": 0}
MOON = hand(0, 13, 0, 0, QS=1)
SUN = hand(0, 13, 0, 0, QS=1, sun=True)
NO_MOON = hand(1, 12, 0, 0, QS=1, moon="add")
ELSEWHERE = hand(0, 13, 0, 0, QS=1, JD=0)
CHOICE = {"card_points": JACK, "moon": "choice"}


def faults(of: Hand, players: int = 4, /, **options: object) -> list[str]:
    """The faults of a hand."""
    return [str(fault) for fault in check_hand(of, rules_of(players, **options))]


@pytest.mark.parametrize(
    ("of", "players", "options", "places"),
    [
        (hand(5, 8, 0, 0, QS=0), 4, {}, []),
        (hand(5, 4, 4, QS=0), 3, {"deck_removed": ["2C"]}, []),
        # A seat cannot have more hearts than there are, nor fewer than none.
        (hand(14, -1, 0, 0, QS=0), 4, {}, ["hearts[0]", "hearts[1]"]),
        (hand(10**30, 0, 0, 0, QS=0), 4, {}, ["hearts[0]"]),
        # A seat there is took every special card and no other.
        (hand(5, 8, 0, 0), 4, {}, ["cards.QS"]),
        (hand(5, 8, 0, 0, QS=0), 4, {"card_points": JACK}, ["cards.JD"]),
        (hand(5, 8, 0, 0, QS=0, JD=0), 4, {}, ["cards.JD"]),
        (hand(5, 8, 0, 0, QS=0), 4, {"preset": "hearts"}, ["cards.QS"]),
        (hand(5, 8, 0, 0, QS=-1), 4, {}, ["cards.QS"]),
        (hand(5, 8, 0, 0, QS=4), 4, {}, ["cards.QS"]),
        # The pass goes to a seat there is, or to none, and a seat dealt.
        (hand(5, 8, 0, 0, QS=0, passed=0), 4, {}, []),
        (hand(5, 8, 0, 0, QS=0, passed=3), 4, {}, []),
        (hand(5, 8, 0, 0, QS=0, passed=-1), 4, {}, ["pass"]),
        (hand(5, 8, 0, 0, QS=0, passed=4), 4, {}, ["pass"]),
        (hand(5, 4, 3, QS=0, dealer=3), 3, {}, ["dealer"]),
        # All faults are named, not just the first.
        (hand(5, 7, 0, 0, JD=9, passed=4), 4, {}, ["hearts", "cards.JD", "cards.QS", "pass"]),
        # Where the shooter chooses, the hand must say; without a moon, nothing is chosen.
        (MOON, 4, {"moon": "choice"}, ["moon"]),
        (replace(MOON, moon_choice="add"), 4, {"moon": "choice"}, []),
        (NO_MOON, 4, {"moon": "choice"}, ["moon"]),
        (NO_MOON, 4, {"moon": "add"}, ["moon"]),
        (replace(MOON, moon_choice="add"), 4, {"moon": "off"}, ["moon"]),
        # Without the bonus that it needs, it is no moon.
        (ELSEWHERE, 4, CHOICE, ["moon"]),
        (ELSEWHERE, 4, {**CHOICE, "moon_needs_bonus": True}, []),
        # A sun is a moon where the sun is played, and its shooter took every card.
        (SUN, 4, {"sun": True}, []),
        (SUN, 4, {}, ["sun"]),
        (SUN, 4, {"sun": True, "moon": "off"}, ["sun"]),
        (replace(NO_MOON, moon_choice=None, sun=True), 4, {"sun": True}, ["sun"]),
        (replace(ELSEWHERE, sun=True), 4, {"sun": True, "card_points": JACK}, ["cards.JD"]),
        (ELSEWHERE, 4, {"sun": True, "card_points": JACK}, []),
        (
            hand(0, 13, 0, 0, QS=1, KS=0, sun=True),
            4,
            {"sun": True, "card_points": QUEEN_AND_KING},
            ["cards.KS"],
        ),
    ],
)
def test_the_faults_of_a_hand(
    of: Hand, players: int, options: dict[str, object], places: list[str]
) -> None:
    assert [fault.place for fault in check_hand(of, rules_of(players, **options))] == places


def test_the_hearts_must_add_up() -> None:
    assert faults(hand(5, 7, 0, 0, QS=0)) == ["hearts: 12 of 13 hearts placed"]
    assert faults(hand(5, 8, 1, 0, QS=0)) == ["hearts: 14 of 13 hearts placed"]
    assert faults(hand(5, 4, 4, QS=0), 3) == ["hearts: 13 of 12 hearts placed"]
    for hearts in ((), (13,), (5, 5, 3), (5, 4, 4, 0, 0)):
        assert faults(hand(*hearts, QS=0)) == [f"hearts: {len(hearts)} numbers for 4 seats"], hearts
    assert faults(hand(5, 8, 0, 0, QS=0, dealer=4)) == ["dealer: must be from 0 to 3"]


def test_the_hand_cannot_say_another_moon_than_the_rules() -> None:
    with pytest.raises(RulesError) as raised:
        play(rules_of(), hand(5, 8, 0, 0, QS=0), replace(MOON, moon_choice="subtract"))
    assert raised.value.place == "hands[1].moon"


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
