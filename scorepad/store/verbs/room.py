"""Checks that a pad has room for one thing more (:mod:`scorepad.caps`).

The pad must be locked.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad import caps
from scorepad.store.base import count
from scorepad.store.errors import CapError
from scorepad.store.log.changes import PLAYERS_KINDS, PadNamed, PenGiven, PenRenamed
from scorepad.store.models import NO_RECORDED_HAND, Change, Pad, Player

# Withdrawals and deletions always have room: each follows something that was counted.
_COUNTED: Final = (PadNamed.what, PenGiven.what, PenRenamed.what, *PLAYERS_KINDS)


def expect_room_for_game(pad: Pad) -> None:
    """Raise :class:`CapError` if no more games may be started in the pad."""
    if pad.last_number >= caps.GAMES:
        raise CapError("games")


def expect_room_for_player(session: Session, pad: Pad) -> None:
    """Raise :class:`CapError` if no new player may be added to the pad."""
    if count(session, Player, Player.pad_id == pad.id) >= caps.PLAYERS:
        raise CapError("players")


def expect_room_for_change(session: Session, pad: Pad) -> None:
    """Raise :class:`CapError` if the pad's name, pens and players may not be changed again."""
    counted = (Change.pad_id == pad.id, NO_RECORDED_HAND, Change.what.in_(_COUNTED))
    steps = Change.undoes.in_(select(Change.id).where(*counted))
    if count(session, Change, *counted) + count(session, Change, steps) >= caps.PAD_CHANGES:
        raise CapError("pad_changes")
