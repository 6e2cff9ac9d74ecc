"""Sentences of the start form."""

from __future__ import annotations

from scorepad.web.words.translation import gettext


def running(hand: int) -> str:
    """A game of the pad that is not over, by the hand that it is at."""
    return gettext("A game is running: hand %(number)s.", number=hand)
