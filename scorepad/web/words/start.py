"""Sentences of the start form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorepad.web.words.translation import cached_by_language, gettext

_LINES_CACHE_SIZE: Final = 32


@dataclass(frozen=True)
class LineWords:
    """The labels of the controls of a line in the list of players."""

    player: str
    optional: str
    move: str
    order: str
    name: str
    deals: str


@cached_by_language(_LINES_CACHE_SIZE)
def line_words(number: int) -> LineWords:
    """The labels of the line of this number."""
    return LineWords(
        player=gettext("Player %(number)s", number=number),
        optional=gettext("Player %(number)s (optional)", number=number),
        move=gettext("Move player %(number)s", number=number),
        order=gettext("Order of player %(number)s", number=number),
        name=gettext("Name of player %(number)s", number=number),
        deals=gettext("Player %(number)s deals first", number=number),
    )


def running(hand: int) -> str:
    """The pad has a running game; ``hand``: the number of its current hand."""
    return gettext("A game is running: hand %(number)s.", number=hand)
