"""A half-filled hand, and the complete hand that it means.

A draft may omit what follows from the rest: once all hearts are placed, the remaining seats have
none, and a single remaining seat has the remaining hearts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorepad.rules.cards import Card
from scorepad.rules.checks import RulesError
from scorepad.rules.hand import Hand, MoonChoice, check_hand
from scorepad.rules.ruleset import Ruleset


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
    if not 0 <= shooter < rules.players:
        return draft, [RulesError("shooter", "there is no such seat")]
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
