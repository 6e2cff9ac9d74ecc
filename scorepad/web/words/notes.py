"""Notes on games and evenings: as pages show them, and what the log says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from scorepad.store.log.changes import EveningNoted, GameNoted
from scorepad.web.words.names import isolated
from scorepad.web.words.translation import N_, markup

SAVED: Final = N_("Note saved.")
DELETED: Final = N_("Note deleted.")
OVERTAKEN: Final = N_("Another phone was faster, so nothing was saved. Your note is still below.")

# Of each kind of change: a new note, another one, one that was deleted; and what buttons call it.
_PHRASES: Final[Mapping[str, tuple[str, str, str, str]]] = {
    GameNoted.what: (
        N_("Note on the game: “%(note)s”"),
        N_("Note on the game: “%(former)s” → “%(note)s”"),
        N_("Note on the game deleted: “%(former)s”"),
        N_("Note on the game"),
    ),
    EveningNoted.what: (
        N_("Note on the evening: “%(note)s”"),
        N_("Note on the evening: “%(former)s” → “%(note)s”"),
        N_("Note on the evening deleted: “%(former)s”"),
        N_("Note on the evening"),
    ),
}


def in_lines(note: str) -> Markup:
    """A note with its lines, whatever the direction of its script."""
    return Markup("<br>\n").join(isolated(line) for line in note.split("\n"))


def noted(change: GameNoted | EveningNoted) -> Markup:
    """A note was written, changed or deleted, with its words."""
    new, other, deleted, _ = _PHRASES[change.what]
    phrase = deleted if change.note is None else new if change.former is None else other
    both = {"former": change.former, "note": change.note}
    return markup(phrase, **{name: isolated(text) for name, text in both.items() if text})


def in_brief(what: str) -> Markup | None:
    """Such a change without the words of the note, which may be long; ``None`` for others."""
    return markup(_PHRASES[what][-1]) if what in _PHRASES else None
