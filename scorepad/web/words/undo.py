"""Undo and redo in words: on their buttons, and after them."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from scorepad.store.changes import HandRecorded
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.numbers import number as in_figures


def undo_label(what: str, number: int) -> str:
    """The button that undoes a change of this kind; ``number``: of the last hand."""
    return f"↶ Undo hand {number}" if what == HandRecorded.what else "↶ Undo"


def undo_hand(number: int, points: Sequence[int], names: Sequence[str]) -> Markup:
    """The button that undoes the last hand, with what it brought each player."""
    brought = [
        Markup("{} {}").format(isolated(name), in_figures(each))
        for name, each in zip(names, points, strict=True)
        if each
    ]
    return Markup("↶ Undo hand {}: {}").format(number, listed(brought))


def redo_label(what: str, number: int) -> str:
    """The button that redoes a change of this kind; ``number``: of the hand to come."""
    return f"↷ Redo hand {number}" if what == HandRecorded.what else "↷ Redo"


def undo_change(change: Markup) -> Markup:
    """The button that undoes a change, with its line in the log."""
    return Markup("↶ Undo: {}").format(change)


def redo_change(change: Markup) -> Markup:
    """The button that redoes a change, with its line in the log."""
    return Markup("↷ Redo: {}").format(change)


def undone(what: str, number: int) -> Markup:
    """What undo did; ``number``: of the hand to come, which then is the one that is gone."""
    text = f"Hand {number} undone." if what == HandRecorded.what else "Last change undone."
    return Markup.escape(text)


def redone(what: str, number: int) -> Markup:
    """What redo did; ``number``: of the last hand, which then is the one that is back."""
    text = f"Hand {number} redone." if what == HandRecorded.what else "Last change redone."
    return Markup.escape(text)
