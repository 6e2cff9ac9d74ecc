"""The pass in words."""

from __future__ import annotations

from scorepad.rules.passing import HOLD
from scorepad.web.words.names import capitalised
from scorepad.web.words.translation import gettext, pgettext


def passing(offset: int, players: int) -> str:
    """An instruction for the pass, inside a sentence: pass left, pass to the 2nd on the right."""
    if offset == HOLD:
        return gettext("hold – no passing")
    if offset == 1:
        return gettext("pass left")
    if offset == players - 1:
        return gettext("pass right")
    if 2 * offset == players:
        return gettext("pass across")
    # Nobody of six sits further away.
    if 2 * offset < players:
        return gettext("pass to the 2nd on the left")
    return gettext("pass to the 2nd on the right")


def passing_drawn(offset: int, players: int) -> str:
    """The same on the picture of the table: German must leave room for the arrows around it."""
    if offset in (HOLD, 1, players - 1) or 2 * offset == players:
        return passing(offset, players)
    if 2 * offset < players:
        return pgettext("picture", "pass to the 2nd on the left")
    return pgettext("picture", "pass to the 2nd on the right")


def direction(offset: int, players: int) -> str:
    """The direction of a pass in a list: left, right, across, 2nd right, hold."""
    if offset == HOLD:
        return gettext("hold")
    if offset == 1:
        return gettext("left")
    if offset == players - 1:
        return gettext("right")
    if 2 * offset == players:
        return gettext("across")
    if 2 * offset < players:
        return gettext("2nd left")
    return gettext("2nd right")


def directions(players: int) -> list[str]:
    """The directions by their offset, each as a choice of its own."""
    return [capitalised(direction(offset, players)) for offset in range(players)]
