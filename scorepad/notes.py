"""Notes on games and evenings: what a note may be."""

from __future__ import annotations

import re
from typing import Final

from scorepad import caps
from scorepad.names import Fault, is_shown, letters_of
from scorepad.seen import is_blank

# Marks that turn whatever follows until another mark ends that, if any does. A note stands by
# itself on a page, and needs none of them.
_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BLANK_LINES: Final = re.compile(r"\n\s*\n")


def as_note(text: str) -> str | None:
    """A text as a note; ``None`` for none.

    It has no blank space around it, its lines end alike, there is one blank line where there were
    more, and nothing turns the text after it.
    """
    text = _TURNS.sub("", text)
    if is_blank(text):
        return None
    return _BLANK_LINES.sub("\n\n", "\n".join(text.strip().splitlines()))


def fault_of(note: str) -> Fault | None:
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
