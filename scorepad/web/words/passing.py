"""The pass in words."""

from __future__ import annotations

from scorepad.rules.passing import HOLD
from scorepad.web.words.numbers import ordinal


def passing(offset: int, players: int) -> str:
    """The direction of a pass: to the left, to the right, across, to the 2nd on the right."""
    if offset == HOLD:
        return "nobody passes"
    if offset == 1:
        return "to the left"
    if offset == players - 1:
        return "to the right"
    if 2 * offset == players:
        return "across"
    if 2 * offset < players:
        return f"to the {ordinal(offset)} on the left"
    return f"to the {ordinal(players - offset)} on the right"


def passing_now(offset: int, players: int) -> str:
    """An instruction for the pass in few words: pass left, or nobody passes."""
    if offset == 1:
        return "pass left"
    if offset == players - 1:
        return "pass right"
    way = passing(offset, players)
    return way if offset == HOLD else f"pass {way}"
