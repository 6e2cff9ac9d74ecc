"""The bin: a game in it is on no list, and can be taken out again.

``revision`` is the one that the writer saw. Returns the sheet afterwards, or ``None`` for a game
already in that state, which is left alone.
Raises :class:`~scorepad.store.errors.StaleError` if the game went on since, and
:class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad.rules import Sheet
from scorepad.store.base import now
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import GameBinned, GameUnbinned
from scorepad.store.verbs.writing import check_revision, finish_change


def bin_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Put a game into the bin, whatever its state; nothing of it is deleted.

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
