"""What changes in a game's own row: its next hand, its end, its notes, and the bin."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad.notes import fault_of
from scorepad.rules import RulesError, Sheet
from scorepad.store.base import now
from scorepad.store.errors import GameOverError
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import (
    Decision,
    EveningNoted,
    GameBinned,
    GameNoted,
    GameReopened,
    GameStopped,
    GameUnbinned,
    NextHandDecided,
)
from scorepad.store.verbs.writing import check_revision, check_running, finish_change


def set_next(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    *,
    passed: int | None,
    dealer: int | None,
    revision: int,
) -> Sheet | None:
    """Decide what the hand to come passes and who deals it; ``None``: as the rules have it.

    For a misdeal, or a wrong pass. Raises :class:`GameOverError`, or
    :class:`~scorepad.rules.RulesError` (``next_passed``, ``next_dealer``).
    """
    change = NextHandDecided(Decision(game.next_passed, game.next_dealer), Decision(passed, dealer))
    if change.before == change.after:
        return None
    check_running(game, revision)
    return finish_change(session, game, device_id, change, next_passed=passed, next_dealer=dealer)


def stop_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Stop a game by agreement. Raises :class:`GameOverError` if its target was reached."""
    if game.stopped is not None:
        return None
    check_running(game, revision)
    at = now()
    return finish_change(session, game, device_id, GameStopped(at), stopped=at)


def reopen_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Go on with a game that was stopped. Raises :class:`GameOverError` if its target was reached.

    That can be so for a stopped game too, after a correction.
    """
    if game.finished is None:
        return None
    check_revision(game, revision)
    if game.stopped is None:
        raise GameOverError
    sheet = finish_change(session, game, device_id, GameReopened(game.stopped), stopped=None)
    if sheet.over:
        raise GameOverError
    return sheet


def note_game(
    session: Session, game: GameSnapshot, device_id: int, note: str | None, *, revision: int
) -> Sheet | None:
    """Write a note on a game, as :func:`scorepad.notes.as_note` has it; ``None`` for none.

    Raises :class:`~scorepad.rules.RulesError` (``note``) for a text that is no note.
    """
    if game.note == note:
        return None
    _check_note(game, note, revision)
    return finish_change(session, game, device_id, GameNoted(game.note, note), note=note)


def note_evening(
    session: Session, game: GameSnapshot, device_id: int, note: str | None, *, revision: int
) -> Sheet | None:
    """Write a note on the evening that a game began, as :func:`note_game` does."""
    if game.evening_note == note:
        return None
    _check_note(game, note, revision)
    change = EveningNoted(game.evening_note, note)
    return finish_change(session, game, device_id, change, evening_note=note)


def _check_note(game: GameSnapshot, note: str | None, revision: int) -> None:
    if note is not None and (fault := fault_of(note)):
        raise RulesError("note", fault.text, **fault.values)
    check_revision(game, revision)


def bin_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Put a game into the bin, whatever its state: it is on no list then, but all of it is kept.

    The cap on changes does not apply: once there, it can be deleted.
    """
    if game.binned is not None:
        return None
    check_revision(game, revision)
    at = now()
    return finish_change(session, game, device_id, GameBinned(at), binned=at, last=True)


def unbin_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Take a game out of the bin."""
    if game.binned is None:
        return None
    check_revision(game, revision, binned=True)
    return finish_change(session, game, device_id, GameUnbinned(game.binned), binned=None)
