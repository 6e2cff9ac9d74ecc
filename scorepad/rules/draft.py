"""Taking down a hand in few taps: what was put down so far, and the hand it means.

What follows from the cards need not be said: once all hearts are placed the seats left have none,
and a single seat left has the rest (product.md, "Draft").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorepad.rules.cards import Card
from scorepad.rules.errors import RulesError
from scorepad.rules.hand import Hand, MoonChoice
from scorepad.rules.hand_check import check_hand
from scorepad.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Draft:
    """A hand as far as it was put down; ``None`` stands for what was not.

    ``shooter`` is the short way to put down a moon: that seat took what a moon needs.
    """

    hearts: tuple[int | None, ...]
    cards: Mapping[Card, int | None]
    shooter: int | None = None
    moon_choice: MoonChoice | None = None
    sun: bool = False
    passed: int | None = None
    dealer: int | None = None


def complete(draft: Draft, rules: Ruleset) -> tuple[Hand | None, list[RulesError]]:
    """The hand that an draft means, or what is missing or wrong, with places below the hand."""
    faults: list[RulesError] = []
    if draft.shooter is not None:
        draft, faults = _with_moon(draft, draft.shooter, rules)
    hand = Hand(
        hearts=_filled(draft.hearts, rules.hearts),
        cards={card: taker for card, taker in draft.cards.items() if taker is not None},
        moon_choice=draft.moon_choice,
        sun=draft.sun,
        passed=draft.passed,
        dealer=draft.dealer,
    )
    faults = faults or check_hand(hand, rules)
    return (None, faults) if faults else (hand, [])


def _filled(hearts: tuple[int | None, ...], in_pack: int) -> tuple[int, ...]:
    placed = sum(count for count in hearts if count is not None)
    single = hearts.count(None) == 1
    rest = in_pack - placed if single and placed <= in_pack else 0
    return tuple(rest if count is None else count for count in hearts)


def _with_moon(draft: Draft, seat: int, rules: Ruleset) -> tuple[Draft, list[RulesError]]:
    if not 0 <= seat < rules.players:
        return draft, [RulesError("shooter", "there is no such seat")]
    if rules.moon_rule == "off":
        return draft, [RulesError("shooter", "these rules do not play the moon")]
    # A sun took every trick and so every card.
    taken = tuple(rules.card_points) if draft.sun else rules.moon_cards
    hearts = tuple(rules.hearts if other == seat else 0 for other in range(rules.players))
    contradicted = any(
        said not in (None, meant) for said, meant in zip(draft.hearts, hearts, strict=False)
    ) or any(draft.cards.get(card) not in (None, seat) for card in taken)
    if contradicted:
        return draft, [RulesError("shooter", "somebody else has cards that a moon needs")]
    cards = {**draft.cards, **dict.fromkeys(taken, seat)}
    return replace(draft, hearts=hearts, cards=cards, shooter=None), []
