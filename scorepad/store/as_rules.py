"""Stored games as values of the rules, and values of the rules written into rows."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from scorepad import rules
from scorepad.rules.hand import MoonChoice
from scorepad.store.models import Game, Hand


def ruleset_of(game: Game) -> rules.Ruleset:
    """The game's ruleset."""
    return rules.ruleset(len(game.seats), game.rules)


def as_game(game: Game) -> rules.Game:
    """The stored game as a value of the rules."""
    return rules.Game(
        rules=ruleset_of(game),
        hands=tuple(as_hand(hand) for hand in game.hands),
        dealer=game.dealer,
        opening=tuple(seat.opening for seat in game.seats),
        hands_before=game.hands_before,
        stopped=game.stopped is not None,
        next_passed=game.next_passed,
        next_dealer=game.next_dealer,
    )


def sheet_of(game: Game) -> rules.Sheet:
    """The game's sheet, computed from its hands."""
    return rules.sheet(as_game(game))


def as_hand(hand: Hand) -> rules.Hand:
    """A recorded hand as a value of the rules."""
    return rules.Hand(
        hearts=tuple(hand.hearts),
        cards=dict(hand.cards),
        moon_choice=cast("MoonChoice | None", hand.moon_choice),
        sun=hand.sun,
        passed=hand.passed,
        dealer=hand.dealer,
    )


def write_cards(row: Hand, hand: rules.Hand, ruleset: rules.Ruleset) -> None:
    """Write the cards into the row of a hand, and the choices that the rules leave open."""
    hand = as_stored(hand, ruleset)
    row.hearts = list(hand.hearts)
    row.cards = dict(hand.cards)
    row.moon_choice = hand.moon_choice
    row.sun = hand.sun
    row.passed = hand.passed
    row.dealer = hand.dealer


def as_stored(hand: rules.Hand, ruleset: rules.Ruleset) -> rules.Hand:
    """The hand without a choice that these rules do not leave to the shooter.

    How its moon counts can change with the hands before it, and the hand must not contradict that.
    """
    if hand.moon_choice is None or ruleset.moon_rule == "choice":
        return hand
    return replace(hand, moon_choice=None)
