"""Names of players and pads, and notes: what they may be, and when two names are the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import eq
from typing import Final

from scorepad import caps
from scorepad.seen import is_blank, seen, without_variants

MOST_LETTERS: Final = caps.NAME_LETTERS
# Characters of the longest text that is examined at all, far more than a name has: the time that
# composing takes grows with the square of the marks on a letter.
MOST_TYPED: Final = 8 * caps.NAME_BYTES
# Of a name that begins like another one, how much of what tells them apart is shown.
_ENDING: Final = 2
# Between the parts of a name.
_JOINTS: Final = " -‐–."

# Unicode's categories of what would break a line or a page.
_BREAKING: Final = ("Cc", "Cs", "Zl", "Zp")

# Marks that turn whatever follows until another mark ends that, if any does. A note stands by
# itself on a page, and needs none of them.
_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BLANK_LINES: Final = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Fault:
    """What is wrong with a name or a note: a clause with ``{named}`` gaps, and what fills them.

    Two things, so that a page can show it in another language.
    """

    text: str
    values: Mapping[str, object] = field(default_factory=dict)


def trimmed(name: str) -> str:
    """The name as it is kept: without what is not seen, one blank between words, composed (NFC).

    A text without anything to see stays as it is, for :func:`fault_of`, and so does one that is too
    long to be a name.
    """
    name = name.strip()
    return seen(name) or name if len(name) <= MOST_TYPED else name


def name_key(name: str) -> str:
    """The key that all spellings of one name share: what a reader cannot see does not count.

    Nor do case, composition, and how letters are drawn or turned.
    """
    folded = trimmed(without_variants(name)).casefold()
    # U+2010, and the one that keeps a line together, look the same as "-".
    composed = unicodedata.normalize("NFC", folded[:MOST_TYPED])
    return composed.translate(str.maketrans("‐‑", "--"))


def is_shown(text: str) -> bool:
    """Whether a text has neither line breaks, control characters nor codes of no character."""
    breaks = any(unicodedata.category(letter) in _BREAKING for letter in text)
    return not breaks and not any(map(_is_no_character, text))


def fault_of(name: str) -> Fault | None:
    """What is wrong with a trimmed name, or ``None``.

    A name has 1 to 30 letters as a reader counts them, where an emoji of four people is one, and
    at most 120 bytes in UTF-8.
    """
    if any(unicodedata.category(letter) in _BREAKING for letter in name):
        return Fault("a name must not have line breaks or control characters")
    if any(map(_is_no_character, name)):
        return Fault("a name must not have a code that stands for no character")
    if is_blank(name):
        return Fault("a name must not be empty")
    if len(letters_of(name)) > MOST_LETTERS:
        return Fault("a name must have at most {most} characters", {"most": MOST_LETTERS})
    if len(name.encode()) > caps.NAME_BYTES:
        most = {"most": caps.NAME_BYTES}
        return Fault("a name must take at most {most} bytes; an emoji takes 4 or more", most)
    return None


def _is_no_character(letter: str) -> bool:
    """Whether Unicode will never assign a character to this code; XML cannot hold all of these."""
    code = ord(letter)
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE


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


def short_names(names: Sequence[str], room: int = 7) -> list[str]:
    """The names for places that have room for so many letters, each different from the others.

    A long name is cut after its first letters (Barthol.) or its first part (Karl-H.); one that
    begins like another one, where they differ (Johan.a, Johan.es).
    """
    if all(_columns(name) < room for name in names):
        return [*names]
    letters = list(map(letters_of, names))
    keys = [list(map(name_key, each)) for each in letters]
    # How many letters each shares with the beginning of another one, whatever their case.
    common = [
        max(
            (sum(takewhile(bool, map(eq, key, other))) for other in keys if other is not key),
            default=0,
        )
        for key in keys
    ]
    short = [_short_name(*each, room) for each in zip(names, letters, common, strict=True)]
    shown = list(map(name_key, short))
    return [
        each if shown.count(key) == 1 else name
        for name, each, key in zip(names, short, shown, strict=True)
    ]


def letters_of(text: str, longest: int = MOST_TYPED) -> list[str]:
    """The letters as a reader counts them; of a longer text than any, the first ones."""
    beginning = text[:longest]
    # The only two characters of ASCII that are one letter together end a line, CR and LF.
    if beginning.isascii() and "\r" not in beginning:
        return list(beginning)
    # Only now: its tables take as long to read as all that a command without a server needs.
    from wcwidth import iter_graphemes

    return list(iter_graphemes(beginning))


def _short_name(name: str, letters: Sequence[str], common: int, room: int) -> str:
    # Names that share fewer letters are told apart by what is left of them anyway.
    if 4 <= common < len(letters):
        if _columns(letters) < room:
            return name
        beginning = "".join(_as_wide_as(letters[:common], room - _ENDING))
        ending = "".join(letters[common:][:_ENDING]).rstrip()
        return f"{beginning}{'' if beginning[-1] in _JOINTS else '.'}{ending}"
    # The dot takes no more than a letter that is left.
    if _columns(letters) <= room + 1:
        return name
    beginning = "".join(_as_wide_as(letters, room))
    # After a joint one letter is enough: Karl-H.
    at = next((at for at, letter in enumerate(beginning[:-1]) if letter in _JOINTS and at), None)
    return f"{beginning[: None if at is None else at + 2].rstrip(_JOINTS)}."


def _columns(letters: Iterable[str]) -> int:
    """How much room letters take, where a small one is a column wide."""
    return sum(2 if unicodedata.east_asian_width(letter[0]) in "WF" else 1 for letter in letters)


def _as_wide_as(letters: Sequence[str], columns: int) -> Iterator[str]:
    """The first letters, as many as fit."""
    for letter in letters:
        columns -= _columns([letter])
        if columns < 0:
            return
        yield letter


def as_note(text: str) -> str | None:
    """A text as a note; ``None`` for none.

    It has no blank space around it, its lines end alike, there is one blank line where there were
    more, and nothing turns the text after it.
    """
    text = _TURNS.sub("", text)
    if is_blank(text):
        return None
    return _BLANK_LINES.sub("\n\n", "\n".join(text.strip().splitlines()))


def note_fault(note: str) -> Fault | None:
    """What is wrong with a note, or ``None``.

    It has up to 300 letters as a reader counts them, and at most 1,200 bytes in UTF-8.
    """
    # No more characters fit into so many bytes, so the rest of a longer text is not counted.
    if len(letters_of(note, caps.NOTE_BYTES)) > caps.NOTE_LETTERS:
        return Fault("a note must have at most {most} characters", {"most": caps.NOTE_LETTERS})
    if not is_shown(note.replace("\n", "")):
        return Fault("a note must not have characters that cannot be shown")
    if len(note.encode()) > caps.NOTE_BYTES:
        most = {"most": caps.NOTE_BYTES}
        return Fault("a note must take at most {most} bytes; an emoji takes 4 or more", most)
    return None
