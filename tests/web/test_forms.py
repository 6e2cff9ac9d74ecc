"""All forms: the places of their faults."""

from __future__ import annotations

from scorepad.rules import Game, Hand, RulesError, ruleset
from scorepad.web.forms import Faults, add_faults

GAME = Game(ruleset(4, {}), (Hand((4, 3, 3, 3), {"QS": 0}),) * 3, hands_before=10)


def placed(*places: str) -> Faults:
    faults: Faults = {}
    add_faults(faults, [RulesError(place, "is wrong") for place in places], GAME, 1)
    return faults


def test_what_is_wrong_with_the_hand_itself_is_said_at_its_field() -> None:
    assert placed("hands[1].hearts[2]", "hands[1].cards.QS", "hands[1].moon") == {
        "hearts": ["Is wrong."],
        "cards_QS": ["Is wrong."],
        "moon_choice": ["Is wrong."],
    }


def test_what_is_wrong_elsewhere_in_the_game_is_said_of_the_whole_entry() -> None:
    assert placed("hands[2].moon", "hands[0].cards.QS", "hands[11].sun", "next_dealer") == {
        "entry": [
            "Hand 13: is wrong.",
            "Hand 11: is wrong.",
            "Hand 22: is wrong.",
            "next_dealer: is wrong.",
        ]
    }
