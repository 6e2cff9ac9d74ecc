"""Undo and redo in words: on their buttons, and after them."""

from __future__ import annotations

from markupsafe import Markup

from scorepad.store.changes import HandRecorded


def undo_label(what: str, number: int) -> str:
    """The button that undoes a change of this kind; ``number``: of the last hand."""
    return f"↶ Undo hand {number}" if what == HandRecorded.what else "↶ Undo"


def redo_label(what: str, number: int) -> str:
    """The button that redoes a change of this kind; ``number``: of the hand to come."""
    return f"↷ Redo hand {number}" if what == HandRecorded.what else "↷ Redo"


def undone(what: str, number: int) -> Markup:
    """What undo did; ``number``: of the hand to come, which then is the one that is gone."""
    text = f"Hand {number} undone." if what == HandRecorded.what else "Last change undone."
    return Markup.escape(text)


def redone(what: str, number: int) -> Markup:
    """What redo did; ``number``: of the last hand, which then is the one that is back."""
    text = f"Hand {number} redone." if what == HandRecorded.what else "Last change redone."
    return Markup.escape(text)
