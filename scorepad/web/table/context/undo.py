"""Undo and redo, as buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from scorepad.store.changes import HandRecorded
from scorepad.store.log_rows import LogRow, Steps
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.table.context.form_parts import Act, act_of, hidden_fields
from scorepad.web.table.context.log import sentence_in
from scorepad.web.words import undo as words


@dataclass(frozen=True)
class UndoPart:
    """Undo and redo; each ``None`` if it is not possible.

    ``undo``, ``redo``: in full, for the end of the page. ``quick_undo``, ``quick_redo``: in a few
    words, within a thumb's reach.
    """

    undo: Act | None
    redo: Act | None
    quick_undo: Act | None
    quick_redo: Act | None


def undo_part(game: GameSnapshot, steps: Steps) -> UndoPart:
    """The buttons for undo and redo."""
    last = game.sheet.lines[-1].number if game.sheet.lines else game.hands_before
    return UndoPart(
        _undo(game, steps.undo),
        _step("redo", words.redo_change, game, steps.redo),
        _quick_step("undo", words.undo_label, last, game, steps.undo),
        _quick_step("redo", words.redo_label, last + 1, game, steps.redo),
    )


def _undo(game: GameSnapshot, row: LogRow | None) -> Act | None:
    lines = game.sheet.lines
    if row is None or row.what != HandRecorded.what or not lines:
        return _step("undo", words.undo_change, game, row)
    last = lines[-1]
    return act_of("undo", "undo.undo", words.undo_hand(last.number, last.points, game.names), game)


def _step(
    id_: str, label: Callable[[Markup], Markup], game: GameSnapshot, row: LogRow | None
) -> Act | None:
    if row is None:
        return None
    return act_of(id_, f"undo.{id_}", label(sentence_in(game, row)), game)


def _quick_step(
    id_: str, label: Callable[[str, int], str], number: int, game: GameSnapshot, row: LogRow | None
) -> Act | None:
    if row is None:
        return None
    text = label(row.what, number)
    title = sentence_in(game, row).striptags()
    return Act(f"quick-{id_}", urls.game_url(f"undo.{id_}"), text, hidden_fields(game), title=title)
