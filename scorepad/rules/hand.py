"""One recorded hand: who took which cards, and every fault of it against a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from scorepad.rules import checks
from scorepad.rules.cards import Card
from scorepad.rules.checks import RulesError
from scorepad.rules.ruleset import Ruleset

MoonChoice: TypeAlias = Literal["add", "subtract"]
MOON_CHOICES: Final[tuple[MoonChoice, ...]] = ("add", "subtract")


@dataclass(frozen=True)
class Hand:
    """The cards that each seat took in one hand. Its points are computed, never stored.

    ``hearts``: how many hearts each seat took. ``cards``: special card → the seat that took it.
    ``moon_choice``: how the shooter chose to have the moon counted. ``sun``: whether the shooter
    took every trick. ``passed``: the offset that was passed, where the table departed from its
    cycle. ``dealer``: the seat that dealt, where it was not the one whose turn it was.
    """

    hearts: tuple[int, ...]
    cards: Mapping[Card, int] = field(default_factory=dict, hash=False)
    moon_choice: MoonChoice | None = None
    sun: bool = False
    passed: int | None = None
    dealer: int | None = None


def shooter_of(hand: Hand, rules: Ruleset) -> int | None:
    """The seat that shot the moon, or ``None``.

    It is known from the cards, never from the points: all hearts, all penalty cards and, where the
    table asks for it, all bonus cards.
    """
    if rules.moon == "off" or rules.hearts not in hand.hearts:
        return None
    seat = hand.hearts.index(rules.hearts)
    for card in rules.moon_cards:
        if hand.cards[card] != seat:
            return None
    return seat


def check_hand(hand: Hand, rules: Ruleset) -> list[RulesError]:
    """The faults of a hand, each with its place below the hand; empty if there are none.

    How a moon counts can depend on the totals before the hand, so it is
    :func:`scorepad.rules.sheet.sheet` that checks whether ``moon`` agrees with the rules.
    """
    faults = _check_hearts(hand, rules) + _check_cards(hand, rules)
    if not faults:
        faults = _check_moon(hand, rules)
    for place, departure in (("pass", hand.passed), ("dealer", hand.dealer)):
        if departure is not None and not 0 <= departure < rules.players:
            faults.append(checks.range_fault(place, 0, rules.players - 1))
    return faults


def _check_hearts(hand: Hand, rules: Ruleset) -> list[RulesError]:
    if len(hand.hearts) != rules.players:
        return [
            RulesError(
                "hearts",
                "{given} numbers for {players} seats",
                given=len(hand.hearts),
                players=rules.players,
            )
        ]
    in_deck, placed = rules.hearts, sum(hand.hearts)
    faults = [
        checks.range_fault(f"hearts[{seat}]", 0, in_deck)
        for seat, hearts in enumerate(hand.hearts)
        if not 0 <= hearts <= in_deck
    ]
    if not faults and placed != in_deck:
        fault = RulesError(
            "hearts", "{placed} of {hearts} hearts placed", placed=placed, hearts=in_deck
        )
        faults.append(fault)
    return faults


def _check_cards(hand: Hand, rules: Ruleset) -> list[RulesError]:
    faults = [
        RulesError(f"cards.{card}", "the rules do not name this card")
        for card in hand.cards
        if card not in rules.card_points
    ]
    for card in rules.card_points:
        if card not in hand.cards:
            faults.append(RulesError(f"cards.{card}", "say who took it"))
        elif not 0 <= hand.cards[card] < rules.players:
            faults.append(RulesError(f"cards.{card}", "there is no such seat"))
    return faults


def _check_moon(hand: Hand, rules: Ruleset) -> list[RulesError]:
    seat = shooter_of(hand, rules)
    faults = []
    if seat is None:
        if hand.moon_choice is not None:
            faults.append(RulesError("moon", "nobody shot the moon in this hand"))
        if hand.sun:
            faults.append(RulesError("sun", "nobody shot the moon in this hand"))
        return faults
    if hand.moon_choice is None and rules.moon == "choice":
        faults.append(RulesError("moon", "the shooter must choose: add or subtract"))
    if hand.sun and not rules.sun:
        faults.append(RulesError("sun", "there is no sun in these rules"))
    elif hand.sun:
        faults.extend(
            RulesError(f"cards.{card}", "whoever shot the sun took this card too")
            for card, taker in hand.cards.items()
            if taker != seat
        )
    return faults
