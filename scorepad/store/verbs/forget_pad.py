"""Deletion of a whole pad for good, in one transaction.

As all of :mod:`scorepad.store.verbs.forget`, it cannot be undone.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from scorepad.store.base import count
from scorepad.store.models import Change, Device, Game, Hand, Pad, Pen, PenLink, Player
from scorepad.store.verbs.forget import delete_games, delete_rows, leave_no_trace


@dataclass(frozen=True)
class Deletion:
    """How much is deleted with a pad."""

    games: int
    hands: int
    players: int
    pens: int


def deletion_of(connection: Connection, pad_id: int) -> Deletion:
    """How much there is to delete with a pad."""
    games = select(Game.id).where(Game.pad_id == pad_id)
    return Deletion(
        games=count(connection, Game, Game.pad_id == pad_id),
        hands=count(connection, Hand, Hand.game_id.in_(games)),
        players=count(connection, Player, Player.pad_id == pad_id),
        pens=count(connection, Pen, Pen.pad_id == pad_id),
    )


def delete_pad(session: Session, pad: Pad) -> Deletion:
    """Delete a pad and all that is in it, and the devices that hold or held no other pen."""
    session.refresh(pad, with_for_update=True)
    pad_id = pad.id
    deletion = deletion_of(session.connection(), pad_id)
    games = session.scalars(select(Game.id).where(Game.pad_id == pad_id)).all()
    devices = session.scalars(select(Pen.device_id).where(Pen.pad_id == pad_id)).all()
    session.expunge_all()
    delete_games(session, games)
    for model in (PenLink, Change, Player, Pen):
        delete_rows(session, model, model.pad_id == pad_id)
    delete_rows(session, Pad, Pad.id == pad_id)
    elsewhere = select(Pen.id).where(Pen.device_id == Device.id).exists()
    delete_rows(session, Device, Device.id.in_(devices), ~elsewhere)
    leave_no_trace(session)
    return deletion
