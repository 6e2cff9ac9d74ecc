"""The rules in force, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorepad.rules import PRESETS, Ruleset
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import listed
from scorepad.web.words.numbers import number
from scorepad.web.words.passing import direction
from scorepad.web.words.translation import N_, gettext, ngettext

# By the way of counting.
_MOON_SIGNS: Final = {
    "add": N_("moon: + for the others"),
    "subtract": N_("moon: − for the shooter"),
}
_MOONS: Final = {
    "off": N_("No moon: whoever takes everything gets all the points."),
    "add": N_("Moon: whoever takes every penalty card gets nothing, everyone else +%(points)s."),
    "subtract": N_("Moon: whoever takes every penalty card gets −%(points)s, the others nothing."),
    "choice": N_(
        "Moon: whoever takes every penalty card chooses: +%(points)s for everyone else, "
        "or −%(points)s for themselves."
    ),
    "safe": N_(
        "Moon: whoever takes every penalty card gets nothing, everyone else +%(points)s; "
        "but if that would lose them the game, they get −%(points)s."
    ),
}


def game_name(preset: str) -> str:
    """The name of a game, by its key."""
    return gettext(PRESETS[preset].name)


def moon_sign(counted: str) -> str:
    """How a moon counted, in a few words; ``counted``: "add" or "subtract"."""
    return gettext(_MOON_SIGNS[counted])


def house_rules(rules: Ruleset) -> Iterator[str]:
    """The rules in force, in plain sentences."""
    yield gettext(
        "%(game)s for %(players)s players.", game=game_name(rules.preset), players=rules.players
    )
    if rules.deck_removed:
        yield gettext(
            "Removed: %(cards)s. Everyone gets %(count)s cards.",
            cards=listed(symbol(card) for card in rules.deck_removed),
            count=rules.cards_each,
        )
    yield from _points(rules)
    yield gettext(_MOONS[rules.moon_rule], points=rules.penalty_total)
    if rules.moon_rule != "off":
        if rules.moon_needs_bonus and rules.bonus_cards:
            yield gettext(
                "A moon needs %(cards)s too.",
                cards=listed(symbol(card) for card in rules.bonus_cards),
            )
        if rules.sun:
            yield gettext("Sun: a moon with every trick counts twice.")
    yield from _ending(rules)
    yield from _table_habits(rules)


def _points(rules: Ruleset) -> Iterator[str]:
    costs = [f"{symbol(card)} {number(rules.card_points[card])}" for card in rules.penalty_cards]
    if costs:
        yield gettext(
            "Every heart counts 1, %(cards)s: %(points)s in all.",
            cards=listed(costs),
            points=rules.penalty_total,
        )
    else:
        yield gettext("Every heart counts 1: %(points)s in all.", points=rules.penalty_total)
    for card in rules.bonus_cards:
        yield gettext(
            "%(card)s counts %(points)s.",
            card=symbol(card),
            points=number(rules.card_points[card]),
        )


def _ending(rules: Ruleset) -> Iterator[str]:
    if rules.end == "exceed":
        yield gettext(
            "The game ends when someone goes over %(target)s; the lowest total wins.",
            target=rules.target,
        )
    else:
        yield gettext(
            "The game ends when someone reaches %(target)s; the lowest total wins.",
            target=rules.target,
        )
    if rules.exact == "zero":
        yield gettext("Exactly %(target)s goes back to 0.", target=rules.target)
    elif rules.lowered_to is not None:
        yield gettext(
            "Exactly %(target)s drops to %(lowered)s.",
            target=rules.target,
            lowered=number(rules.lowered_to),
        )
    if rules.tie == "play-on":
        yield gettext("If several share the lowest total, play goes on until one is alone.")


def _table_habits(rules: Ruleset) -> Iterator[str]:
    ways = [direction(offset, rules.players) for offset in rules.pass_cycle]
    if not any(rules.pass_cycle):
        yield gettext("Cards are never passed.")
    elif len(set(ways)) == 1:
        yield ngettext(
            "Always pass %(num)s card: %(direction)s.",
            "Always pass %(num)s cards: %(direction)s.",
            rules.pass_count,
            direction=ways[0],
        )
    else:
        yield ngettext(
            "Pass %(num)s card, in turn: %(directions)s.",
            "Pass %(num)s cards, in turn: %(directions)s.",
            rules.pass_count,
            directions=", ".join(ways),
        )
    leads = symbol(rules.leads)
    if rules.first_trick_points:
        yield gettext("%(card)s leads; points are allowed on the first trick.", card=leads)
    else:
        yield gettext("%(card)s leads; points are not allowed on the first trick.", card=leads)
