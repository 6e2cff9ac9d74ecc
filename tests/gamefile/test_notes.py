"""Notes: what a note may be, counted as a reader does."""

from __future__ import annotations

import pytest

from scorepad.caps import NOTE_LETTERS
from scorepad.names import Fault, as_note, note_fault

FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("  Wine on the pad \r\n", "Wine on the pad"),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("one\r\n\r\n \r\n\r\ntwo\nthree", "one\n\ntwo\nthree"),
        ("\u202eone\u202c \u2067two", "one two"),
        ("\u200fעֵדֶן (3)\u200e", "\u200fעֵדֶן (3)\u200e"),
        ("\u2066\u202e", None),
        ("", None),
        (" \r\n\u200b", None),
    ],
)
def test_a_text_becomes_a_note(typed: str, note: str | None) -> None:
    assert as_note(typed) == note


@pytest.mark.parametrize("letter", ["x", "é", "🂡", "e\u0308"])
def test_letters_are_counted_as_a_reader_does(letter: str) -> None:
    assert note_fault(letter * NOTE_LETTERS) is None
    fault = note_fault(letter * (NOTE_LETTERS + 1))
    assert fault == Fault("a note must have at most {most} characters", {"most": 300})


@pytest.mark.parametrize("more", ["e" + "\u0308" * 600, FAMILY * 49, "\u0939\u094d" * 300])
def test_a_note_takes_at_most_1200_bytes(more: str) -> None:
    assert note_fault(FAMILY * 48) is None
    assert note_fault(more) == Fault(
        "a note must take at most {most} bytes; an emoji takes 4 or more", {"most": 1200}
    )


@pytest.mark.parametrize("text", ["a\0b", "a\tb", "\x1b[0m", "\uffff", "\ud800"])
def test_what_cannot_be_shown_is_refused(text: str) -> None:
    assert note_fault(text) == Fault("a note must not have characters that cannot be shown")
