"""Sentences of the start form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorepad.web.words.translation import gettext, remembered

_LINES_REMEMBERED: Final = 32


@dataclass(frozen=True)
class LineWords:
    """What the controls of a line of the list of players are called, by the line's number."""

    player: str
    optional: str
    move: str
    order: str
    name: str
    deals: str


@remembered(_LINES_REMEMBERED)
def line_words(number: int) -> LineWords:
    """The words of the line for the player of this number."""
    return LineWords(
        player=gettext("Player %(number)s", number=number),
        optional=gettext("Player %(number)s (optional)", number=number),
        move=gettext("Move player %(number)s", number=number),
        order=gettext("Order of player %(number)s", number=number),
        name=gettext("Name of player %(number)s", number=number),
        deals=gettext("Player %(number)s deals first", number=number),
    )


def running(hand: int) -> str:
    """A game of the pad that is not over, by the hand that it is at."""
    return gettext("A game is running: hand %(number)s.", number=hand)
