"""Sentences about a hand that two phones entered."""

from __future__ import annotations

from markupsafe import Markup

from scorepad.web.words.names import isolated
from scorepad.web.words.translation import gettext, markup


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


def correct(number: int) -> str:
    """The label of the button that corrects the saved hand."""
    return gettext("Correct hand %(number)s to mine", number=number)


def save_next(number: int) -> str:
    """The label of the button that saves the writer's own as the next hand."""
    return gettext("Mine is hand %(number)s – save it", number=number)


def same(saved: Markup) -> Markup:
    """An identical hand was discarded; ``saved``: the sentence about the saved one."""
    return markup("%(saved)s. Yours was the same, so nothing was added.", saved=saved)
