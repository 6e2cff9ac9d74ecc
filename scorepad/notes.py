"""Notes on games and evenings: what a note may be."""

from __future__ import annotations

import re
from typing import Final

from scorepad.names import Fault, is_blank, is_shown, letters_of

MOST_LETTERS: Final = 300
# As many for a letter as in a name.
MOST_CHARACTERS: Final = 8 * MOST_LETTERS
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
    """What is wrong with a note, or ``None``. It has up to 300 letters as a reader counts them."""
    too_long = len(note) > MOST_CHARACTERS
    if too_long or len(letters_of(note, MOST_CHARACTERS)) > MOST_LETTERS:
        return Fault("a note must have at most {most} characters", {"most": MOST_LETTERS})
    if not is_shown(note.replace("\n", "")):
        return Fault("a note must not have characters that cannot be shown")
    return None
