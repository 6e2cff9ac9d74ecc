"""The rules in force, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorepad.rules import PRESETS, Ruleset
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import listed
from scorepad.web.words.numbers import number, spelled
from scorepad.web.words.passing import passing

MOON_NAMES: Final = {"add": "moon: + for the others", "subtract": "moon: − for the shooter"}


_MOONS: Final = {
    "off": "No moon: whoever takes everything gets all the points.",
    "add": "Moon: whoever takes every penalty card gets nothing, everyone else +{t}.",
    "subtract": "Moon: whoever takes every penalty card gets −{t}, the others nothing.",
    "choice": "Moon: whoever takes every penalty card chooses: +{t} for everyone else, or −{t} "
    "for themselves.",
    "safe": "Moon: whoever takes every penalty card gets nothing, everyone else +{t}; but if that "
    "would lose them the game, they get −{t}.",
}


def game_name(rules: Ruleset) -> str:
    """The name of the game that is played."""
    return PRESETS[rules.preset].name


def house_rules(rules: Ruleset) -> Iterator[str]:
    """The rules in force, in plain sentences."""
    yield f"{game_name(rules)} for {spelled(rules.players)}."
    if rules.deck_removed:
        out = listed(symbol(card) for card in rules.deck_removed)
        yield f"Removed: {out}. Everyone gets {rules.cards_each} cards."
    costs = [f"{symbol(card)} {number(rules.card_points[card])}"
             for card in rules.penalty_cards]  # fmt: skip
    yield f"{listed(['Every heart counts 1', *costs])}: {rules.penalty_total} in all."
    for card in rules.bonus_cards:
        yield f"{symbol(card)} counts {number(rules.card_points[card])}."
    yield _MOONS[rules.moon_rule].format(t=rules.penalty_total)
    if rules.moon_rule != "off":
        if rules.moon_needs_bonus and rules.bonus_cards:
            needed = listed(symbol(card) for card in rules.bonus_cards)
            yield f"A moon needs {needed} too."
        if rules.sun:
            yield "Sun: a moon with every trick counts twice."
    yield from _ending(rules)
    yield from _table_habits(rules)


def _ending(rules: Ruleset) -> Iterator[str]:
    reached = "goes over" if rules.end == "exceed" else "reaches"
    yield f"The game ends when someone {reached} {rules.target}; the lowest total wins."
    if rules.exact == "zero":
        yield f"Exactly {rules.target} goes back to 0."
    elif rules.lowered_to is not None:
        yield f"Exactly {rules.target} drops to {number(rules.lowered_to)}."
    if rules.tie == "play-on":
        yield "If several share the lowest total, play goes on until one is alone."


def _table_habits(rules: Ruleset) -> Iterator[str]:
    ways = [passing(offset, rules.players) for offset in rules.pass_cycle]
    if not any(rules.pass_cycle):
        yield "Cards are never passed."
    else:
        count = spelled(rules.pass_count).capitalize()
        cards = f"{count} card is" if rules.pass_count == 1 else f"{count} cards are"
        if len(set(ways)) == 1:
            yield f"{cards} always passed {ways[0]}."
        else:
            yield f"{cards} passed: {', then '.join(ways)}."
    allowed = "allowed" if rules.first_trick_points else "not allowed"
    yield f"{symbol(rules.leads)} leads; "\
          f"points are {allowed} on the first trick."  # fmt: skip
