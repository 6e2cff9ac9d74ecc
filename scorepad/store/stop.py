"""Stop a game by agreement, and let it go on after all.

``revision`` is the one that the writer saw. Returns the sheet afterwards, or ``None`` for a game
already in that state, which is left alone.
Raises :class:`~scorepad.store.errors.StaleError` if the game went on since, and
:class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad.rules import Sheet
from scorepad.store.as_rules import sheet_of
from scorepad.store.base import now
from scorepad.store.changes import GameReopened, GameStopped
from scorepad.store.errors import GameOverError
from scorepad.store.log import log_change
from scorepad.store.models import Device, Game
from scorepad.store.writing import expect, finish_change, lock


def stop_game(session: Session, game: Game, device: Device, *, revision: int) -> Sheet | None:
    """Stop a game by agreement. Raises :class:`GameOverError` if its target was reached."""
    lock(session, game)
    if game.stopped is not None:
        return None
    expect(game, revision)
    if game.finished is not None:
        raise GameOverError
    game.stopped = now()
    sheet = sheet_of(game)
    finish_change(session, game, sheet)
    log_change(session, GameStopped(game.stopped), game, device)
    return sheet


def reopen_game(session: Session, game: Game, device: Device, *, revision: int) -> Sheet | None:
    """Go on with a game that was stopped. Raises :class:`GameOverError` if its target was reached.

    That can be so for a stopped game too, after a correction.
    """
    lock(session, game)
    if game.finished is None:
        return None
    expect(game, revision)
    if game.stopped is None:
        raise GameOverError
    change = GameReopened(game.stopped)
    game.stopped = None
    sheet = sheet_of(game)
    if sheet.over:
        raise GameOverError
    finish_change(session, game, sheet)
    log_change(session, change, game, device)
    return sheet
