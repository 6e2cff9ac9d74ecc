"""The pass in words."""

from __future__ import annotations

from scorepad.rules.passing import HOLD


def passing(offset: int, players: int) -> str:
    """The direction of a pass: to the left, to the right, across, to the 2nd on the left."""
    if offset == HOLD:
        return "nobody passes"
    if offset == 1:
        return "to the left"
    if offset == players - 1:
        return "to the right"
    if 2 * offset == players:
        return "across"
    # Of six at most: what is neither next nor opposite is the second one, on the nearer side.
    return "to the 2nd on the left" if 2 * offset < players else "to the 2nd on the right"


def passing_now(offset: int, players: int) -> str:
    """An instruction for the pass: pass to the left, or nobody passes."""
    way = passing(offset, players)
    return way if offset == HOLD else f"pass {way}"
