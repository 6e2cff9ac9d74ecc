"""Names of players and pads: what a name may be, and when two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import eq
from typing import Final

MOST_LETTERS: Final = 30
# A letter can have many characters (an emoji of four people has seven), but there is a limit.
MOST_CHARACTERS: Final = 240
# The longest text that is examined at all: at most four characters compose into one, and the time
# that composing takes grows with the square of the marks on a letter.
MOST_TYPED: Final = 4 * MOST_CHARACTERS
# How many letters of a name are visible even where there is little room, and how many of them come
# after its first letter and the ellipsis.
_LETTERS_SEEN: Final = 4
_LETTERS_AFTER: Final = 3

# Unicode's categories of invisible characters: separators (Z), controls and format marks (C).
_UNSEEN: Final = ("Z", "C")
# Of these, the ones that would break a line or a page.
_BREAKING: Final = ("Cc", "Cs", "Zl", "Zp")
# The codes that Unicode will never assign to a character; XML cannot hold all of them.
_NO_CHARACTERS: Final = frozenset(
    map(
        chr,
        (
            *range(0xFDD0, 0xFDF0),
            *(plane + end for plane in range(0, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF)),
        ),
    )
)


@dataclass(frozen=True)
class Fault:
    """What is wrong with a name: a clause with ``{named}`` gaps, and what fills them.

    Two things, so that a page can show it in another language.
    """

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The clause in English."""
        return self.text.format(**self.values)


def trimmed(name: str) -> str:
    """The name without blank space around it, in Unicode's composed form.

    A text that is too long to be a name is not composed.
    """
    return _composed(name.strip())


def name_key(name: str) -> str:
    """The key that all spellings of one name share: case and composition do not count."""
    return _composed(trimmed(name).casefold())


def fault_of(name: str) -> Fault | None:
    """What is wrong with a trimmed name, or ``None``.

    A name has 1 to 30 letters as a reader counts them: an emoji of four people is one.
    """
    categories = set(map(unicodedata.category, name))
    if not categories.isdisjoint(_BREAKING):
        return Fault("a name must not have line breaks or control characters")
    if not _NO_CHARACTERS.isdisjoint(name):
        return Fault("a name must not have a code that stands for no character")
    if all(category.startswith(_UNSEEN) for category in categories):
        return Fault("a name must not be empty")
    if len(_letters(name)) > MOST_LETTERS:
        return Fault("a name must have at most {most} characters", {"most": MOST_LETTERS})
    if len(name) > MOST_CHARACTERS:
        return Fault("a name must not have so many marks on its letters")
    return None


def name_faults(names: Sequence[str]) -> Iterator[tuple[int, Fault]]:
    """What is wrong with the names at one table: the index of a name, and its fault."""
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        if fault := fault_of(name):
            yield index, fault
        elif name != name.strip():
            yield index, Fault("a name must not begin or end with blank space")
        elif (first := seen.setdefault(name_key(name), index)) != index:
            yield index, same_name(first)


def same_name(seat: int) -> Fault:
    """The fault of a name that the player in this seat has already."""
    return Fault("player {number} has this name already", {"number": seat + 1})


def short_names(names: Sequence[str]) -> list[str]:
    """The names for places that show only their first few letters, each different from the others.

    A name that begins like another one is cut to its first letter and the first few that differ.
    """
    letters = list(map(_letters, names))
    keys = [list(map(name_key, each)) for each in letters]
    # How many letters each shares with the beginning of another one, whatever their case.
    common = [
        max(
            (sum(takewhile(bool, map(eq, key, other))) for other in keys if other is not key),
            default=0,
        )
        for key in keys
    ]
    short = list(map(_short_name, names, letters, common))
    return [
        each if short.count(each) == 1 else name for name, each in zip(names, short, strict=True)
    ]


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text) if len(text) <= MOST_TYPED else text


def _letters(name: str) -> list[str]:
    """The letters as a reader counts them; of what is too long to be a name, the first ones."""
    beginning = name[:MOST_TYPED]
    # The only two characters of ASCII that are one letter together end a line, CR and LF.
    if beginning.isascii() and "\r" not in beginning:
        return list(beginning)
    # Only now: its tables take as long to read as all that a command without a server needs.
    from wcwidth import iter_graphemes

    return list(iter_graphemes(beginning))


def _short_name(name: str, letters: Sequence[str], common: int) -> str:
    if common < _LETTERS_SEEN or common == len(letters) or len(letters) <= _LETTERS_SEEN + 1:
        return name
    return f"{letters[0]}…{''.join(letters[common:][:_LETTERS_AFTER]).strip()}"
