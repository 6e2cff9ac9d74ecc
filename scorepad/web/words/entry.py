"""Sentences of the entry: what a hand still needs before it can be saved, and what a save does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from scorepad.rules import Card
from scorepad.rules.hand import MoonChoice
from scorepad.web.words.cards import card_name, symbol
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.translation import gettext, markup


def more_hearts() -> str:
    """How many hearts are missing; the entry's script puts the count in for ``{count}``."""
    return gettext("{count} more ♥")


def too_many_hearts() -> str:
    """How many hearts are too many; the entry's script puts the count in for ``{count}``."""
    return gettext("{count} ♥ too many")


def who_took(card: Card) -> str:
    """The question who took a card."""
    return gettext("Who took the %(card)s?", card=card_name(card))


def taker_label(card: Card) -> str:
    """The label of the keys for the taker of a card."""
    return gettext("Who took the %(card)s", card=card_name(card))


def card_missing(card: Card) -> str:
    """The question who took a card, as short as possible."""
    return f"{symbol(card)}?"


def moon_keys() -> Mapping[str, str]:
    """The keys for how a corrected moon counts; the first defers the question to the next page."""
    return {
        "": gettext("ask"),
        "add": gettext("+ others"),
        "subtract": gettext("− shooter"),
    }


def not_saved(cards: Sequence[str], hearts: int) -> str:
    """Why a hand was not saved: cards without a taker, and missing or surplus hearts.

    ``hearts``: the number still to be placed, negative if there are too many.
    """
    places = [*cards, *([f"{hearts} ♥"] if hearts > 0 else [])]
    if places and hearts < 0:
        return gettext(
            "Not saved: %(cards)s still to place, and %(count)s ♥ too many.",
            cards=listed(places),
            count=-hearts,
        )
    if hearts < 0:
        return gettext("Not saved: %(count)s ♥ too many.", count=-hearts)
    if places:
        return gettext("Not saved: %(cards)s still to place.", cards=listed(places))
    return gettext("Not saved: please look at what is marked.")


def saves_moon(choice: MoonChoice, points: int, shooter: str) -> Markup:
    """The label of a button that saves a moon counted in one of the two ways.

    ``points``: those that everybody else gets, or that are taken off the shooter's total.
    """
    if choice == "add":
        return markup("Save: +%(points)s to the others", points=points)
    return markup("Save: −%(points)s for %(name)s", points=points, name=isolated(shooter))
