"""The rules in force in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorepad.rules import Ruleset
from scorepad.rules.cards import RANKS, REMOVED_CARDS
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.web.words.cards import symbol
from scorepad.web.words.numbers import number
from scorepad.web.words.passing import passing
from scorepad.web.words.translation import N_, gettext, ngettext

# At the largest tables all cards of the lowest rank are removed.
_TWOS: Final = {card for cards in REMOVED_CARDS.values() for card in cards if card[0] == RANKS[0]}
_MOONS: Final = {
    "off": N_("no moon"),
    "add": N_("moon +%(points)s"),
    "subtract": N_("moon −%(points)s"),
    "choice": N_("moon +%(points)s or −%(points)s"),
    "safe": N_("moon +%(points)s, −%(points)s if that loses"),
}


def rules_line(rules: Ruleset) -> str:
    """The rules in a line: 3 players: twos out, ♠Q 12, moon +24, to 100."""
    return gettext(
        "%(players)s players: %(rules)s", players=rules.players, rules=", ".join(_parts(rules))
    )


def removed(rules: Ruleset) -> str:
    """The cards that are not in the deck; empty if all are: twos, ♦2 ♠2."""
    if set(rules.deck_removed) == _TWOS:
        return gettext("twos")
    return " ".join(symbol(card) for card in rules.deck_removed)


def _parts(rules: Ruleset) -> Iterator[str]:
    if rules.deck_removed:
        yield gettext("%(cards)s out", cards=removed(rules))
    for card, points in rules.card_points.items():
        yield f"{symbol(card)} {number(points)}"
    yield gettext(_MOONS[rules.moon_rule], points=rules.penalty_total)
    if rules.moon_rule != "off":
        yield from _moon_parts(rules)
    if rules.end == "exceed":
        yield gettext("past %(target)s", target=rules.target)
    else:
        yield gettext("to %(target)s", target=rules.target)
    if rules.lowered_to is not None:
        yield gettext(
            "exactly %(target)s drops to %(lowered)s",
            target=rules.target,
            lowered=number(rules.lowered_to),
        )
    if rules.tie == "play-on":
        yield gettext("no shared win")
    yield from _habits(rules)


def _moon_parts(rules: Ruleset) -> Iterator[str]:
    if rules.bonus_cards:
        bonus = " ".join(symbol(card) for card in rules.bonus_cards)
        if rules.moon_needs_bonus:
            yield gettext("with %(cards)s", cards=bonus)
        else:
            yield gettext("with or without %(cards)s", cards=bonus)
    if rules.sun:
        yield gettext("sun counts double")


def _habits(rules: Ruleset) -> Iterator[str]:
    """The customs of passing and of the first trick, if they are unusual."""
    ways = set(rules.pass_cycle)
    if not any(ways):
        yield gettext("no passing")
    elif len(ways) == 1:
        yield gettext("always %(passing)s", passing=passing(ways.pop(), rules.players))
    if any(rules.pass_cycle) and rules.pass_count != PASS_COUNT:
        yield ngettext("pass %(num)s card", "pass %(num)s cards", rules.pass_count)
    if rules.first_trick_points:
        yield gettext("points on the first trick")
