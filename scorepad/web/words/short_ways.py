"""The directions of a pass in a word or two, for lists."""

from __future__ import annotations

from scorepad.rules.passing import HOLD
from scorepad.web.words.numbers import ordinal


def short_way(offset: int, players: int) -> str:
    """A direction: left, right, across, 2nd right, hold."""
    if offset == HOLD:
        return "hold"
    if 2 * offset == players:
        return "across"
    side, places = ("left", offset) if 2 * offset < players else ("right", players - offset)
    return side if places == 1 else f"{ordinal(places)} {side}"
