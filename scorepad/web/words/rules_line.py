"""The rules in force in one line, as the start form shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorepad.rules import Ruleset
from scorepad.rules.cards import RANKS, REMOVED_CARDS
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.web.words.cards import symbol
from scorepad.web.words.numbers import number
from scorepad.web.words.short_ways import short_way

# All cards of the lowest rank are removed where most players are.
_TWOS: Final = {card for cards in REMOVED_CARDS.values() for card in cards if card[0] == RANKS[0]}
_MOONS: Final = {
    "off": "no moon",
    "add": "moon +{total}",
    "subtract": "moon −{total}",
    "choice": "moon +{total} or −{total}",
    "safe": "moon +{total}, −{total} if that loses",
}


def rules_line(rules: Ruleset) -> str:
    """What the players agree on in a line: 3 players: twos out, ♠Q 12, moon +24, to 100."""
    return f"{rules.players} players: {', '.join(_parts(rules))}"


def removed(rules: Ruleset) -> str:
    """The cards that are not in the deck; empty if all are: twos, ♦2 ♠2."""
    if set(rules.deck_removed) == _TWOS:
        return "twos"
    return " ".join(symbol(card) for card in rules.deck_removed)


def _parts(rules: Ruleset) -> Iterator[str]:
    if rules.deck_removed:
        yield f"{removed(rules)} out"
    for card, points in rules.card_points.items():
        yield f"{symbol(card)} {number(points)}"
    yield _MOONS[rules.moon_rule].format(total=rules.penalty_total)
    if rules.moon_rule != "off":
        yield from _moon_parts(rules)
    yield f"past {rules.target}" if rules.end == "exceed" else f"to {rules.target}"
    if rules.lowered_to is not None:
        yield f"exactly {rules.target} drops to {number(rules.lowered_to)}"
    if rules.tie == "play-on":
        yield "no shared win"
    yield from _habits(rules)


def _moon_parts(rules: Ruleset) -> Iterator[str]:
    if rules.bonus_cards:
        bonus = " ".join(symbol(card) for card in rules.bonus_cards)
        yield f"with {bonus}" if rules.moon_needs_bonus else f"with or without {bonus}"
    if rules.sun:
        yield "sun counts double"


def _habits(rules: Ruleset) -> Iterator[str]:
    """How cards are passed and thrown, where that is not as usual."""
    ways = {short_way(offset, rules.players) for offset in rules.pass_cycle}
    if not any(rules.pass_cycle):
        yield "no passing"
    elif len(ways) == 1:
        yield f"always pass {ways.pop()}"
    if any(rules.pass_cycle) and rules.pass_count != PASS_COUNT:
        yield f"pass {rules.pass_count}"
    if rules.first_trick_points:
        yield "points on the first trick"
