"""Common parts of the drawings: labels, names that fit, round marks, and the steps of a scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final
from unicodedata import normalize

from wcwidth import iter_graphemes, width

from scorepad.names import short_names

# A path: a dot around the point where it begins.
DOT: Final = "m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z"
# How much of a name fits on a plate.
NAME_COLUMNS: Final = 10.9
# Letters that take more or less room than a column does. Capitals take more anyway.
_BROAD: Final = frozenset("MWmw@%&…ÆŒæœΜΦΨΩφψωЖМФШЩЫЮжмфшщыюљњЉЊաթխպտփשسشصضطظ")
_SLIM: Final = frozenset("Ift")
_THIN: Final = frozenset("ijl.,:;'’!")


@dataclass(frozen=True)
class Label:
    """A text, and the point that it is aligned to."""

    text: str
    x: float
    y: float


def scale_step(low: float, high: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that fits at most ``most`` times from low to high."""
    sizes = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step: int = next(size for size in sizes if (high - low) / size <= most)
    return step


def shortened(name: str, columns: float = NAME_COLUMNS) -> str:
    """The name as far as it fits into so many columns, cut between letters as a reader sees them.

    An estimate of its width on a page: a column is as wide as most small letters.
    """
    if columns_of(name) <= columns:
        return name
    beginning = ""
    room = columns - columns_of("…")
    for grapheme in iter_graphemes(name):
        room -= columns_of(grapheme)
        if room < 0:
            break
        beginning += grapheme
    return f"{beginning.rstrip()}…"


def columns_of(text: str) -> float:
    """How many columns a text takes, an estimate."""
    # Without marks, to compare the plain letters.
    return width(text) + sum(map(_excess, normalize("NFD", text)))


def _excess(letter: str) -> float:
    """How many columns a letter takes besides its first or its first two."""
    return (
        (0.5 if letter in _BROAD else 0)
        + (0.35 if letter.isupper() and letter not in _SLIM else 0)
        - (0.4 if letter in _SLIM else 0.5 if letter in _THIN else 0)
    )


def fit_names(names: Sequence[str], columns: float) -> list[str]:
    """The names, in full where they fit into so many columns, else in their short forms."""
    return [
        name if columns_of(name) <= columns else shortened(short, columns)
        for name, short in zip(names, short_names(names), strict=True)
    ]
