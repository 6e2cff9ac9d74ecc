"""A hand: who took which cards, its faults against a ruleset, and drafts that are half filled in.

A draft may omit what follows from the rest: once all hearts are placed, the remaining seats have
none, and a single remaining seat has the remaining hearts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    if faults or placed == in_deck:
        return faults
    return [
        RulesError("hearts", "{placed} of {hearts} hearts placed", placed=placed, hearts=in_deck)
    ]


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
    if seat is None:
        said = {"moon": hand.moon_choice is not None, "sun": hand.sun}
        return [
            RulesError(place, "nobody shot the moon in this hand")
            for place, is_said in said.items()
            if is_said
        ]
    faults = []
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


@dataclass(frozen=True)
class Draft:
    """A hand as far as it is filled in; ``None`` stands for a gap.

    ``shooter`` is the short way to fill in a moon: that seat took everything that a moon needs.
    """

    hearts: tuple[int | None, ...]
    cards: Mapping[Card, int | None]
    shooter: int | None = None
    moon_choice: MoonChoice | None = None
    sun: bool = False
    passed: int | None = None
    dealer: int | None = None


def complete(draft: Draft, rules: Ruleset) -> tuple[Hand | None, list[RulesError]]:
    """The hand that a draft means, or its faults, with places below the hand."""
    faults: list[RulesError] = []
    if draft.shooter is not None:
        draft, faults = _with_moon(draft, draft.shooter, rules)
    hand = Hand(
        hearts=_filled(draft.hearts, rules),
        cards={card: taker for card, taker in draft.cards.items() if taker is not None},
        moon_choice=draft.moon_choice,
        sun=draft.sun,
        passed=draft.passed,
        dealer=draft.dealer,
    )
    faults = faults or check_hand(hand, rules)
    return (None, faults) if faults else (hand, [])


def unplaced(hearts: tuple[int | None, ...], rules: Ruleset) -> int:
    """How many hearts are not placed yet in a draft; less than 0 if there are too many."""
    return rules.hearts - sum(count for count in hearts if count is not None)


def _filled(hearts: tuple[int | None, ...], rules: Ruleset) -> tuple[int, ...]:
    rest = max(unplaced(hearts, rules), 0) if hearts.count(None) == 1 else 0
    return tuple(rest if count is None else count for count in hearts)


def _with_moon(draft: Draft, shooter: int, rules: Ruleset) -> tuple[Draft, list[RulesError]]:
    if rules.moon == "off":
        return draft, [RulesError("shooter", "there is no moon in these rules")]
    # A sun took every trick and so every card.
    shooter_cards = tuple(rules.card_points) if draft.sun else rules.moon_cards
    hearts = tuple(rules.hearts if seat == shooter else 0 for seat in range(rules.players))
    contradicted = any(
        count not in (None, needed) for count, needed in zip(draft.hearts, hearts, strict=False)
    ) or any(draft.cards.get(card) not in (None, shooter) for card in shooter_cards)
    if contradicted:
        return draft, [RulesError("shooter", "somebody else has cards that a moon needs")]
    cards = {**draft.cards, **dict.fromkeys(shooter_cards, shooter)}
    return replace(draft, hearts=hearts, cards=cards, shooter=None), []
