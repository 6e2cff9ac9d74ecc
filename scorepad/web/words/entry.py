"""The entry in words: what a hand still needs before it can be saved, and what a save does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from scorepad.rules.hand import MoonChoice
from scorepad.web.words.names import isolated, listed

# For the entry's script, which fills in the count.
MORE_HEARTS: Final = "{count} more ♥"
TOO_MANY_HEARTS: Final = "{count} ♥ too many"
WHO_TOOK: Final = "{card}?"
# How a corrected moon counts, on keys; the first leaves the question to the next page.
MOON_KEYS: Final = {"": "ask", "add": "+ others", "subtract": "− shooter"}
_LOOK: Final = "Not saved: please look at what is marked."


def not_saved(cards: Sequence[str], hearts: int) -> str:
    """Why a hand was not saved: cards that nobody took yet, and hearts that are left or too many.

    ``hearts``: how many are still to be placed, less than 0 if there are too many.
    """
    places = [*cards, *([f"{hearts} ♥"] if hearts > 0 else [])]
    if places and hearts < 0:
        return f"Not saved: {listed(places)} still to place, and {-hearts} ♥ too many."
    if hearts < 0:
        return f"Not saved: {-hearts} ♥ too many."
    return f"Not saved: {listed(places)} still to place." if places else _LOOK


def saves_moon(choice: MoonChoice, points: int, shooter: str) -> Markup:
    """What a tap on one way of counting a moon does.

    ``points``: those that everybody else gets, or that come off the shooter's total.
    """
    if choice == "add":
        return Markup("Save: +{} to the others").format(points)
    return Markup("Save: −{} for {}").format(points, isolated(shooter))
