"""Undo and redo in words: on their buttons, and after them."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from scorepad.store.changes import HandRecorded
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.numbers import number as in_figures
from scorepad.web.words.translation import gettext, markup


def undo_label(what: str, number: int) -> str:
    """The button that undoes a change of this kind; ``number``: of the last hand."""
    if what == HandRecorded.what:
        return gettext("↶ Undo hand %(number)s", number=number)
    return gettext("↶ Undo")


def undo_hand(number: int, points: Sequence[int], names: Sequence[str]) -> Markup:
    """The button that undoes the last hand, with its points by player."""
    parts = [
        Markup("{} {}").format(isolated(name), in_figures(each))
        for name, each in zip(names, points, strict=True)
        if each
    ]
    return markup("↶ Undo hand %(number)s: %(points)s", number=number, points=listed(parts))


def redo_label(what: str, number: int) -> str:
    """The button that redoes a change of this kind; ``number``: of the hand to come."""
    if what == HandRecorded.what:
        return gettext("↷ Redo hand %(number)s", number=number)
    return gettext("↷ Redo")


def undo_change(change: Markup) -> Markup:
    """The button that undoes a change, with its line in the log."""
    return markup("↶ Undo – %(change)s", change=change)


def redo_change(change: Markup) -> Markup:
    """The button that redoes a change, with its line in the log."""
    return markup("↷ Redo – %(change)s", change=change)


def undone(what: str, number: int) -> Markup:
    """What undo did; ``number``: of the hand that was undone."""
    if what == HandRecorded.what:
        return markup("Hand %(number)s undone.", number=number)
    return markup("Last change undone.")


def redone(what: str, number: int) -> Markup:
    """What redo did; ``number``: of the hand that was restored."""
    if what == HandRecorded.what:
        return markup("Hand %(number)s redone.", number=number)
    return markup("Last change redone.")
