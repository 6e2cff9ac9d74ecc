"""Notes: on a game, and on the evening that it began.

``note``: as :func:`scorepad.notes.as_note` has it, ``None`` for none. ``revision`` is the one that
the writer saw. Returns the sheet, or ``None`` if that is the note already, and nothing is done.
Raises :class:`~scorepad.rules.RulesError` (``note``) for a text that is no note,
:class:`~scorepad.store.errors.StaleError` if the game went on since, and
:class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad.notes import fault_of
from scorepad.rules import RulesError, Sheet
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import EveningNoted, GameNoted
from scorepad.store.verbs.writing import check_revision, finish_change


def note_game(
    session: Session, game: GameSnapshot, device_id: int, note: str | None, *, revision: int
) -> Sheet | None:
    """Write a note on a game in place of the one that it has."""
    if game.note == note:
        return None
    _check(game, note, revision)
    return finish_change(session, game, device_id, GameNoted(game.note, note), note=note)


def note_evening(
    session: Session, game: GameSnapshot, device_id: int, note: str | None, *, revision: int
) -> Sheet | None:
    """Write a note on the evening that a game began in place of the one that it has."""
    if game.evening_note == note:
        return None
    _check(game, note, revision)
    change = EveningNoted(game.evening_note, note)
    return finish_change(session, game, device_id, change, evening_note=note)


def _check(game: GameSnapshot, note: str | None, revision: int) -> None:
    if note is not None and (fault := fault_of(note)):
        raise RulesError("note", fault.text, **fault.values)
    check_revision(game, revision)
