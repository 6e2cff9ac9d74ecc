"""Notes on games and evenings: as pages show them, and what the log says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from scorepad.store.log.changes import EveningNoted, GameNoted
from scorepad.web.words.names import isolated
from scorepad.web.words.translation import N_, markup

SAVED: Final = N_("Note saved.")
DELETED: Final = N_("Note deleted. The history still has its words.")
# After these, on the page of an evening.
UNDO: Final = N_("Undo in game %(number)s")
OVERTAKEN: Final = N_("Another phone was faster, so nothing was saved. Your note is still below.")

# Of each kind of change: a new note, another one, one that was deleted.
_PHRASES: Final[Mapping[str, tuple[str, str, str]]] = {
    GameNoted.what: (
        N_("Note on the game: “%(note)s”"),
        N_("Note on the game: “%(former)s” → “%(note)s”"),
        N_("Note on the game deleted: “%(former)s”"),
    ),
    EveningNoted.what: (
        N_("Note on the evening: “%(note)s”"),
        N_("Note on the evening: “%(former)s” → “%(note)s”"),
        N_("Note on the evening deleted: “%(former)s”"),
    ),
}
# The steps through such changes, without the words of the note, which may be long.
_STEPS: Final[Mapping[str, Mapping[str, str]]] = {
    GameNoted.what: {
        "undo": N_("↶ Undo note on the game"),
        "redo": N_("↷ Redo note on the game"),
        "undone": N_("Note on the game undone."),
        "redone": N_("Note on the game redone."),
    },
    EveningNoted.what: {
        "undo": N_("↶ Undo note on the evening"),
        "redo": N_("↷ Redo note on the evening"),
        "undone": N_("Note on the evening undone."),
        "redone": N_("Note on the evening redone."),
    },
}


def in_lines(note: str) -> Markup:
    """A note with its lines, whatever the direction of its script."""
    return Markup("<br>\n").join(isolated(line) for line in note.split("\n"))


def noted(change: GameNoted | EveningNoted) -> Markup:
    """A note was written, changed or deleted, with its words."""
    new, other, deleted = _PHRASES[change.what]
    phrase = deleted if change.note is None else new if change.former is None else other
    both = {"former": change.former, "note": change.note}
    return markup(phrase, **{name: isolated(text) for name, text in both.items() if text})


def step(what: str, name: str) -> Markup | None:
    """The button of a step, or what it did, if the change is one of a note; else ``None``."""
    return markup(_STEPS[what][name]) if what in _STEPS else None
