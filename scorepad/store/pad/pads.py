"""Pads and their players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import Session

from scorepad import caps
from scorepad.names import fault_of
from scorepad.rules import RulesError
from scorepad.store.base import count
from scorepad.store.errors import CapError
from scorepad.store.log.changes import PLAYERS_KINDS, PadMade, PadNamed, PenGiven, PenRenamed
from scorepad.store.log.rows import log_change
from scorepad.store.models import Change, Game, Pad, Pen, Player
from scorepad.store.secrets import is_address, new_address


@dataclass(frozen=True)
class PadSnapshot:
    """A pad; ``name`` is ``None`` until somebody gives it one."""

    id: int
    address: str
    name: str | None
    created: datetime


def new_pad(session: Session, device_id: int | None, name: str = "Phone") -> Pad:
    """A new pad whose pen the device holds; ``name``: what the device is called in it.

    Made on the server, without a device, it has no pen yet.
    """
    pad = Pad(address=new_address())
    session.add(pad)
    session.flush()
    if device_id is not None:
        session.add(Pen(pad_id=pad.id, device_id=device_id, name=name))
    log_change(session, PadMade(), pad.id, device_id)
    return pad


def name_pad(session: Session, pad: Pad, device_id: int | None, name: str) -> None:
    """Give the pad this (trimmed) name; the one that it has changes nothing.

    Raises :class:`~scorepad.rules.RulesError` (``name``) and
    :class:`~scorepad.store.errors.CapError`.
    """
    if fault := fault_of(name):
        raise RulesError("name", fault.text, **fault.values)
    session.refresh(pad, with_for_update=True)
    if pad.name == name:
        return
    expect_room_for_change(session, pad)
    change = PadNamed(pad.name, name)
    pad.name = name
    log_change(session, change, pad.id, device_id)


def pad_at(session: Session, address: str) -> Pad | None:
    """The pad with this address; nobody else writes in it until the commit."""
    if not is_address(address):
        return None
    return session.scalar(select(Pad).where(Pad.address == address).with_for_update())


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
    counted = (Change.pad_id == pad.id, Change.what.in_(_COUNTED))
    steps = Change.undoes.in_(select(Change.id).where(*counted))
    if count(session, Change, *counted) + count(session, Change, steps) >= caps.PAD_CHANGES:
        raise CapError("pad_changes")


class PadLine(NamedTuple):
    """A pad; ``last``: when its last game was started that is not in the bin, if there is one."""

    address: str
    name: str | None
    created: datetime
    last: datetime | None


def all_pads(connection: Connection, most: int | None = None) -> Sequence[PadLine]:
    """All pads, or so many of them; that of the latest game first."""
    last = (
        select(func.max(Game.started))
        .where(Game.pad_id == Pad.id, Game.binned.is_(None))
        .scalar_subquery()
    )
    pads = (
        select(Pad.address, Pad.name, Pad.created, last)
        .order_by(func.coalesce(last, Pad.created).desc(), Pad.id.desc())
        .limit(most)
    )
    return [PadLine(*row) for row in connection.execute(pads)]
