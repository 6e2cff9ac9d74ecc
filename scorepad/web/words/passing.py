"""The pass in words."""

from __future__ import annotations

from scorepad.rules.passing import HOLD
from scorepad.web.words.numbers import spelled


def passing(offset: int, players: int) -> str:
    """The direction of a pass: to the left, to the right, across, three places to the left."""
    if offset == HOLD:
        return "nobody passes"
    if offset == 1:
        return "to the left"
    if offset == players - 1:
        return "to the right"
    if 2 * offset == players:
        return "across"
    return f"{spelled(offset)} places to the left"


def passing_now(offset: int, players: int) -> str:
    """An instruction for the pass: pass to the left, or nobody passes."""
    way = passing(offset, players)
    return way if offset == HOLD else f"pass {way}"
