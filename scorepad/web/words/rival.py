"""Sentences about a hand that two phones entered."""

from __future__ import annotations

from markupsafe import Markup

from scorepad.web.words.names import isolated


def saved_by(device: str, number: int, *, player: bool, own: bool) -> Markup:
    """Who was faster. ``player``: the device has the name of somebody who plays."""
    if own:
        return Markup("This phone already saved hand {}").format(number)
    if player:
        return Markup("{}’s phone already saved hand {}").format(isolated(device), number)
    return Markup("{} already saved hand {}").format(isolated(device), number)


def keep(device: str, *, player: bool) -> Markup:
    """The label of the way that drops one's own hand."""
    if player:
        return Markup("Keep {}’s, drop mine").format(isolated(device))
    return Markup("Keep the saved one, drop mine")


def correct(number: int) -> str:
    """The label of the way that corrects the saved hand."""
    return f"Correct hand {number} to mine"


def save_next(number: int) -> str:
    """The label of the way that saves one's own as the next hand."""
    return f"Mine is hand {number} – save it"


def same(saved: Markup) -> Markup:
    """The sentence after an identical hand was dropped; ``saved``: who was faster."""
    return Markup("{}. Yours was the same, so nothing was added.").format(saved)
