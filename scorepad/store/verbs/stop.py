"""Stop a game by agreement, and let it go on after all.

``revision`` is the one that the writer saw. Returns the sheet afterwards, or ``None`` for a game
already in that state, which is left alone.
Raises :class:`~scorepad.store.errors.StaleError` if the game went on since, and
:class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad.rules import Sheet
from scorepad.store.base import now
from scorepad.store.errors import GameOverError
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import GameReopened, GameStopped
from scorepad.store.verbs.writing import check_revision, check_running, finish_change


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
