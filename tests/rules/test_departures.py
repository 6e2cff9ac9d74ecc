"""Hands that another seat dealt, and what the table decided for the hand to come."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from scorepad.rules import Game, sheet
from scorepad.rules.sheet import dealer_of
from tests.rules.strategies import SETTINGS, games
from tests.rules.table import hand, play, rules_of

QUIET = hand(4, 3, 3, 3, QS=0)


def test_what_was_decided_for_the_hand_to_come_is_shown() -> None:
    game = Game(rules_of(), (QUIET,), next_passed=0, next_dealer=3)
    result = sheet(game)
    assert result.next is not None
    assert (result.next.passed, result.next.dealer) == (0, 3)
    assert dealer_of(game, 1) == 3
    assert result.lines == play(rules_of(), QUIET).lines


def test_what_was_decided_changes_nothing_once_the_game_is_over() -> None:
    game = Game(rules_of(), (QUIET,), stopped=True, next_passed=0, next_dealer=3)
    assert sheet(game) == play(rules_of(), QUIET, stopped=True)


@SETTINGS
@given(games(fewest_hands=1, stopped=False), st.data())
def test_a_decision_is_what_the_hand_then_departs_by(game: Game, data: st.DataObject) -> None:
    *before, last = game.hands
    cut = replace(game, hands=tuple(before), next_passed=last.passed, next_dealer=last.dealer)
    assume(not sheet(cut).over)
    coming, line = sheet(cut).next, sheet(game).lines[-1]
    assert coming is not None
    assert (coming.number, coming.dealer, coming.passed) == (line.number, line.dealer, line.passed)


@SETTINGS
@given(games())
def test_each_deal_is_as_decided_or_the_next_seat_s(game: Game) -> None:
    due = game.dealer
    for index, (dealt, line) in enumerate(zip(game.hands, sheet(game).lines, strict=True)):
        assert line.number == game.hands_before + index + 1
        assert line.dealer == (due if dealt.dealer is None else dealt.dealer)
        assert dealer_of(game, index) == line.dealer
        due = (line.dealer + 1) % game.rules.players
    assert dealer_of(game, len(game.hands)) == due
