"""Sentences of the entry: what a hand still needs, what a save does, and if two phones did so."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from scorepad.rules import Card
from scorepad.rules.hand import MoonChoice
from scorepad.web.words.cards import card_name
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.translation import gettext, markup


def taker_label(card: Card) -> str:
    """The label of the keys for the taker of a card."""
    return gettext("Who took the %(card)s", card=card_name(card))


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


def saved_by(device: str | None, number: int, *, player: bool, own: bool) -> Markup:
    """Which device saved the hand first.

    ``device``: its name, if known; ``player``: whether a player has that name.
    """
    if own:
        return markup("This phone already saved hand %(number)s", number=number)
    if device is None:
        return markup("Another phone already saved hand %(number)s", number=number)
    if player:
        return markup(
            "%(name)s’s phone already saved hand %(number)s", name=isolated(device), number=number
        )
    return markup("%(name)s already saved hand %(number)s", name=isolated(device), number=number)


def keep(device: str | None, *, player: bool) -> Markup:
    """The label of the button that discards the writer's own hand."""
    if player and device is not None:
        return markup("Keep %(name)s’s, drop mine", name=isolated(device))
    return markup("Keep the saved one, drop mine")


def same(saved: Markup) -> Markup:
    """An identical hand was discarded; ``saved``: the sentence about the saved one."""
    return markup("%(saved)s. Yours was the same, so nothing was added.", saved=saved)
