"""Who may write: devices, the pens they hold, and the links by which a pen is handed over."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorepad import caps
from scorepad.names import fault_of
from scorepad.rules import RulesError
from scorepad.store.base import count, now
from scorepad.store.errors import CapError, LastPenError, PenWithdrawnError
from scorepad.store.log.changes import PenGiven, PenRenamed, PenWithdrawn
from scorepad.store.log.rows import log_change
from scorepad.store.models import Change, Device, Game, Pad, Pen, PenLink
from scorepad.store.pad.pads import PadSnapshot, expect_room_for_change
from scorepad.store.secrets import hash_of

# 256 bits for a secret that is good for years, 128 for one that is good for minutes.
SECRET_BYTES: Final = 32
LINK_BYTES: Final = 16
LINK_MINUTES: Final = 15


def new_device(session: Session, secret: str | None = None) -> tuple[Device, str]:
    """A new device and its secret: only the hash of the secret is stored.

    ``secret``: the one to use, unless a device has it already.
    """
    if secret is not None and (device := device_with(session, secret)) is not None:
        return device, secret
    secret = secrets.token_urlsafe(SECRET_BYTES)
    device = Device(secret_hash=hash_of(secret))
    session.add(device)
    session.flush()
    return device, secret


def device_with(session: Session, secret: str) -> Device | None:
    """A new device with this secret; ``None`` if there is one already, or in another transaction.

    The other transaction is waited for.
    """
    is_sqlite = session.connection().dialect.name == "sqlite"
    new = sqlite.insert(Device) if is_sqlite else postgresql.insert(Device)
    hashed = new.values(secret_hash=hash_of(secret))
    return session.scalar(hashed.on_conflict_do_nothing().returning(Device))


class GivenPad(NamedTuple):
    """The address of a pad that a device was given the pen of, and its first game's number."""

    address: str
    number: int | None


def pad_given(session: Session | Connection, secret: str) -> GivenPad | None:
    """The pad whose pen was given to the device with this secret, even if withdrawn since."""
    row = session.execute(
        select(Pad.address, func.min(Game.number))
        .join(Pen, Pen.pad_id == Pad.id)
        .join(Device, Device.id == Pen.device_id)
        .outerjoin(Game, Game.pad_id == Pad.id)
        .where(Device.secret_hash == hash_of(secret))
        .group_by(Pad.address)
    ).one_or_none()
    return None if row is None else GivenPad(*row)


def pen_of(session: Session, device_id: int, pad: Pad) -> Pen | None:
    """The pen of a pad that a device holds."""
    pens = select(Pen).where(
        Pen.pad_id == pad.id, Pen.device_id == device_id, Pen.withdrawn.is_(None)
    )
    return session.scalar(pens)


def pens_of(session: Session, pad: Pad) -> Sequence[Pen]:
    """The pens of a pad that are held, in the order in which they were given."""
    pens = select(Pen).where(Pen.pad_id == pad.id, Pen.withdrawn.is_(None))
    return session.scalars(pens.order_by(Pen.given, Pen.id)).all()


def hand_over(session: Session, pad: Pad, device_id: int | None, secret: str | None = None) -> str:
    """Make a link that gives the pen once, for a quarter of an hour: the secret in it.

    ``device_id``: which one asks for it, ``None`` on the server. ``secret``: the one to use; a link
    that has it stays as it is. Raises :class:`PenWithdrawnError`.
    """
    session.refresh(pad, with_for_update=True)
    if device_id is not None and pen_of(session, device_id, pad) is None:
        # A withdrawn device must not come back by a link that it made at the same moment.
        raise PenWithdrawnError
    clear_old_links(session)
    secret = secret or secrets.token_urlsafe(LINK_BYTES)
    if count(session, PenLink, PenLink.secret_hash == hash_of(secret)):
        return secret
    if count(session, PenLink, PenLink.pad_id == pad.id) >= caps.OPEN_LINKS:
        raise CapError("links")
    link = PenLink(pad_id=pad.id, secret_hash=hash_of(secret), device_id=device_id)
    session.add(link)
    return secret


def clear_old_links(session: Session) -> None:
    """Delete every link that is too old to give a pen."""
    too_old = now() - timedelta(minutes=LINK_MINUTES)
    session.execute(delete(PenLink).where(PenLink.made <= too_old))


def good_link(secret: str) -> tuple[ColumnElement[bool], ...]:
    """What holds of the link with this secret if it still gives a pen."""
    oldest = now() - timedelta(minutes=LINK_MINUTES)
    return PenLink.secret_hash == hash_of(secret), PenLink.made > oldest


def take_pen(session: Session, secret: str, name: str, own: str | None = None) -> str | None:
    """Give a link's pen to a new device of this name and delete the link; the device's secret.

    ``secret``: the link's; ``own``: the one that the device is to get. Returns ``None`` if the link
    gives no pen, or no longer. The device is new even if the browser has one: a secret that
    somebody planted there must not open this pad.
    """
    good = good_link(secret)
    # Under the pad's lock: two browsers may confirm the same link at once.
    its_pad = select(PenLink.pad_id).where(*good).scalar_subquery()
    pad = session.scalar(select(Pad).where(Pad.id == its_pad).with_for_update())
    link = session.scalar(select(PenLink).where(*good))
    if pad is None or link is None:
        return None
    session.delete(link)
    if count(session, Pen, Pen.pad_id == pad.id, Pen.withdrawn.is_(None)) >= caps.PENS:
        raise CapError("pens")
    expect_room_for_change(session, pad)
    device, own_secret = new_device(session, own)
    session.add(Pen(pad_id=pad.id, device_id=device.id, name=name))
    log_change(session, PenGiven(name), pad.id, device.id)
    return own_secret


def withdraw(session: Session, pad: Pad, pen_id: int, device_id: int) -> None:
    """Withdraw a pen; to do so again changes nothing.

    Raises :class:`LastPenError`, or :class:`PenWithdrawnError` if that of the device itself was.
    """
    session.refresh(pad, with_for_update=True)
    pens = pens_of(session, pad)
    if all(pen.device_id != device_id for pen in pens):
        raise PenWithdrawnError
    pen = next((pen for pen in pens if pen.id == pen_id), None)
    if pen is None:
        return
    if len(pens) == 1:
        raise LastPenError
    pen.withdrawn = now()
    # Nor may a link that this device made bring the pen back.
    made = PenLink.pad_id == pad.id, PenLink.device_id == pen.device_id
    session.execute(delete(PenLink).where(*made))
    log_change(session, PenWithdrawn(pen.name), pad.id, device_id)


def rename(session: Session, pad: Pad, pen_id: int, device_id: int, name: str) -> None:
    """Call the device that holds a pen by this (trimmed) name; ``device_id``: by which one.

    The name that it has changes nothing, nor does one for a pen that is withdrawn. Raises
    :class:`~scorepad.rules.RulesError` (``name``) and :class:`CapError`.
    """
    if fault := fault_of(name):
        raise RulesError("name", fault.text, **fault.values)
    session.refresh(pad, with_for_update=True)
    pen = next((pen for pen in pens_of(session, pad) if pen.id == pen_id), None)
    if pen is None or pen.name == name:
        return
    expect_room_for_change(session, pad)
    change = PenRenamed(pen.name, name)
    pen.name = name
    log_change(session, change, pad.id, device_id)


def held_and_unknown(session: Session, sent: Sequence[str]) -> tuple[list[str], list[str]]:
    """A browser's secrets that hold a pen here, and those of no device here, in their order."""
    by_hash = {hash_of(secret): secret for secret in sent}
    held = (Pen.device_id == Device.id) & Pen.withdrawn.is_(None)
    devices = select(Device.secret_hash, Pen.id).outerjoin(Pen, held)
    rows = session.execute(devices.where(Device.secret_hash.in_(by_hash)))
    pens = dict(rows.all())
    return (
        [secret for hashed, secret in by_hash.items() if pens.get(hashed) is not None],
        [secret for hashed, secret in by_hash.items() if hashed not in pens],
    )


# So many letters of its hash tell a link from others.
_MARK: Final = 16


@dataclass(frozen=True)
class HeldPen:
    """A pen that somebody holds: what the device is called, since when, when it wrote last."""

    id: int
    name: str
    given: datetime
    last_used: datetime | None


@dataclass(frozen=True)
class LinkSnapshot:
    """A link that still gives the pen of a pad.

    ``mark`` tells it from others and gives nothing away: a page may hold it.
    """

    mark: str
    pad: PadSnapshot


_PAD_COLUMNS: Final = (Pad.id, Pad.address, Pad.name, Pad.created)


def pads_held(connection: Connection, secrets: Sequence[str]) -> Sequence[PadSnapshot]:
    """The pads whose pens are held with these secrets, newest first."""
    if not secrets:
        return []
    hashes = [hash_of(secret) for secret in secrets]
    held = (
        select(Pen.pad_id)
        .join(Device, Pen.device_id == Device.id)
        .where(Pen.withdrawn.is_(None), Device.secret_hash.in_(hashes))
    )
    pads = select(*_PAD_COLUMNS).where(Pad.id.in_(held)).order_by(Pad.id.desc())
    return [PadSnapshot(*row) for row in connection.execute(pads)]


def pens_held(connection: Connection, pad_id: int) -> Sequence[HeldPen]:
    """The pens of a pad that are held, as they were given."""
    last_change = (
        select(Change.at)
        .where(Change.pad_id == Pen.pad_id, Change.device_id == Pen.device_id)
        .order_by(Change.id.desc())
        .limit(1)
        .correlate(Pen)
        .scalar_subquery()
    )
    held = (
        select(Pen.id, Pen.name, Pen.given, last_change)
        .where(Pen.pad_id == pad_id, Pen.withdrawn.is_(None))
        .order_by(Pen.given, Pen.id)
    )
    return [HeldPen(*row) for row in connection.execute(held)]


def link_snapshot(connection: Connection, secret: str) -> LinkSnapshot | None:
    """The link with this secret, if it still gives a pen."""
    link = (
        select(PenLink.secret_hash, *_PAD_COLUMNS)
        .join(Pad, Pad.id == PenLink.pad_id)
        .where(*good_link(secret))
    )
    row = connection.execute(link).one_or_none()
    return None if row is None else LinkSnapshot(row[0][:_MARK], PadSnapshot(*row[1:]))
