"""Stop a game by agreement, and let it go on after all.

``revision`` is the one that the writer saw; a game already in that state is left alone.
Raises :class:`~scorepad.store.errors.StaleError` if the game went on since, and
:class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad.store.as_rules import sheet_of
from scorepad.store.base import now
from scorepad.store.changes import GameReopened, GameStopped
from scorepad.store.errors import GameOverError
from scorepad.store.log import note
from scorepad.store.models import Device, Game
from scorepad.store.writing import expect, lock, settle


def stop_game(session: Session, game: Game, device: Device, *, revision: int) -> None:
    """Stop a game by agreement. Raises :class:`GameOverError` if its target was reached."""
    lock(session, game)
    if game.stopped is not None:
        return
    expect(game, revision)
    if sheet_of(game).over:
        raise GameOverError
    game.stopped = now()
    settle(session, game, sheet_of(game))
    note(session, GameStopped(game.stopped), game, device)


def reopen_game(session: Session, game: Game, device: Device, *, revision: int) -> None:
    """Go on with a game that was stopped. Raises :class:`GameOverError` if its target was reached.

    That can be so for a stopped game too, after a correction.
    """
    lock(session, game)
    over_anyway = sheet_of(game).ended_by == "target"
    if game.stopped is None and not over_anyway:
        return
    expect(game, revision)
    if game.stopped is None or over_anyway:
        raise GameOverError
    change = GameReopened(game.stopped)
    game.stopped = None
    settle(session, game, sheet_of(game))
    note(session, change, game, device)
