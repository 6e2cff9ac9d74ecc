"""Deletion for good, with every name in it: of a pad, and of what is too old.

Nothing here can be undone. SQLite overwrites what is deleted in its file; after the commit its log
is emptied. That of one game: :mod:`scorepad.store.game.delete`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, Connection, CursorResult, delete, select, update
from sqlalchemy.orm import Session

from scorepad.store.base import Base, count, now
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.models import (
    Change,
    Device,
    Game,
    Hand,
    Pad,
    Pen,
    PenLink,
    Player,
    Seat,
    Substitution,
)
from scorepad.store.pad.pens import clear_old_links

# How long a device without a pen is remembered: the log still shows its name.
_DEVICE_MEMORY: Final = timedelta(days=365)
_FORGETS: Final = "scorepad_forgets"


def tidy(session: Session) -> None:
    """Clear away links that are too old, and devices that held no pen for a year."""
    clear_old_links(session)
    long_ago = now() - _DEVICE_MEMORY
    since = select(Pen.id).where(
        Pen.device_id == Device.id, Pen.withdrawn.is_(None) | (Pen.withdrawn > long_ago)
    )
    unused = select(Device.id).where(Device.created < long_ago, ~since.exists())
    device_ids = session.scalars(unused).all()
    if not device_ids:
        return
    # Whatever they wrote is in the pads of their pens.
    pads = select(Pen.pad_id).where(Pen.device_id.in_(device_ids))
    theirs = update(Change).where(Change.pad_id.in_(pads), Change.device_id.in_(device_ids))
    session.connection().execute(theirs.values(device_id=None))
    delete_rows(session, PenLink, PenLink.device_id.in_(device_ids))
    delete_rows(session, Pen, Pen.device_id.in_(device_ids))
    delete_rows(session, Device, Device.id.in_(device_ids))
    # The pens had names.
    leave_no_trace(session)


def leave_no_trace(session: Session) -> None:
    """Have SQLite's log emptied after the commit: this transaction deletes names."""
    session.info[_FORGETS] = True


def forgets(session: Session) -> bool:
    """Whether the session has deleted names since this was last asked."""
    return bool(session.info.pop(_FORGETS, False))


def delete_games(session: Session, ids: Sequence[int]) -> None:
    """Delete games, and everything that belongs to them, referring rows first.

    By their ids: for those of a query, a server looks through all hands and changes that there are.
    """
    for model in (PlayerResult, GameOutcome, Change, Hand, Substitution, Seat):
        delete_rows(session, model, model.game_id.in_(ids))
    delete_rows(session, Game, Game.id.in_(ids))


def delete_rows(session: Session, model: type[Base], *which: ColumnElement[bool]) -> bool:
    """Delete rows behind the session's back; whether there were any."""
    statement = delete(model).where(*which).execution_options(synchronize_session=False)
    return cast("CursorResult[Any]", session.execute(statement)).rowcount > 0


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
