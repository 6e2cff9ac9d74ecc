"""The hands to come are what the sheet says of each of them once those before are played."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Game, hands_to_come, sheet
from tests.rules.strategies import SETTINGS, games, hands
from tests.rules.table import hand, rules_of


@SETTINGS
@given(games(), st.integers(1, 8))
def test_the_first_one_is_the_next_hand_of_the_sheet(game: Game, count: int) -> None:
    to_come = hands_to_come(game, count)
    assert len(to_come) == count
    coming = sheet(game).next
    assert coming in (None, to_come[0])


@SETTINGS
@given(games(), st.data())
def test_whatever_is_played_the_others_come_as_was_said(game: Game, data: st.DataObject) -> None:
    to_come = hands_to_come(game, 5)
    for at, coming in enumerate(to_come):
        assert hands_to_come(game, 5 - at) == to_come[at:]
        assert coming.number == to_come[0].number + at
        played = data.draw(hands(game.rules, departures=False))
        if not at:
            played = replace(played, passed=game.next_passed, dealer=game.next_dealer)
        game = replace(game, hands=(*game.hands, played), next_passed=None, next_dealer=None)


def test_what_the_table_decides_for_one_hand_moves_those_after_it() -> None:
    cases: list[tuple[int | None, int | None, list[tuple[int, int]]]] = [
        (None, None, [(1, 3), (2, 2), (3, 0)]),
        (2, 3, [(3, 2), (0, 0), (1, 1)]),
        (0, 1, [(1, 0), (2, 1), (3, 3)]),
    ]
    for case in cases:
        passed, dealer, expected = case
        played = (hand(13, 0, 0, 0, QS=1),)
        game = Game(rules_of(), played, 0, next_passed=passed, next_dealer=dealer)
        assert [(each.dealer, each.passed) for each in hands_to_come(game, 3)] == expected, case
