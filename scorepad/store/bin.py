"""The bin: a game in it is on no list, and can be taken out again.

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
from scorepad.store.changes import GameBinned, GameUnbinned
from scorepad.store.log import log_change
from scorepad.store.models import Device, Game
from scorepad.store.writing import expect, finish_change, lock


def bin_game(session: Session, game: Game, device: Device, *, revision: int) -> Sheet | None:
    """Put a game into the bin, whatever its state; nothing of it is deleted.

    The cap on changes does not apply: once there, it can be deleted.
    """
    lock(session, game)
    if game.binned is not None:
        return None
    expect(game, revision)
    game.binned = now()
    sheet = sheet_of(game)
    finish_change(session, game, sheet, last=True)
    log_change(session, GameBinned(game.binned), game, device)
    return sheet


def unbin_game(session: Session, game: Game, device: Device, *, revision: int) -> Sheet | None:
    """Take a game out of the bin."""
    lock(session, game)
    if game.binned is None:
        return None
    expect(game, revision, binned=True)
    change = GameUnbinned(game.binned)
    game.binned = None
    sheet = sheet_of(game)
    finish_change(session, game, sheet)
    log_change(session, change, game, device)
    return sheet
