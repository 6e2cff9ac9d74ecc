"""Who may write: devices, the pens they hold, and the links by which a pen is handed over."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorepad.store.base import now
from scorepad.store.errors import LastPenError, PenWithdrawnError
from scorepad.store.log import note
from scorepad.store.models import Change, Device, Pad, Pen, PenLink

# 256 bits for what lets its holder write for years, 128 for what does so for some minutes.
_SECRET_BYTES: Final = 32
_LINK_BYTES: Final = 16
LINK_MINUTES: Final = 15


def new_device(session: Session, name: str | None = None) -> tuple[Device, str]:
    """A device and its secret, which is nowhere else: only its hash is kept."""
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    device = Device(secret_hash=_hashed(secret), name=name)
    session.add(device)
    session.flush()
    return device, secret


def device_with(session: Session, secret: str) -> Device | None:
    """The device that has this secret."""
    return session.scalar(select(Device).where(Device.secret_hash == _hashed(secret)))


def pen_of(session: Session, device: Device, pad: Pad) -> Pen | None:
    """The pen of a pad that a device holds."""
    held = select(Pen).where(
        Pen.pad_id == pad.id, Pen.device_id == device.id, Pen.withdrawn.is_(None)
    )
    return session.scalar(held)


def pens_of(session: Session, pad: Pad) -> Sequence[Pen]:
    """The pens of a pad that are held, in the order in which they were given."""
    held = select(Pen).where(Pen.pad_id == pad.id, Pen.withdrawn.is_(None))
    return session.scalars(held.order_by(Pen.given, Pen.id)).all()


def last_used(session: Session, pad: Pad) -> dict[int | None, datetime]:
    """When each device wrote last in a pad, as the log says."""
    last = select(Change.device_id, func.max(Change.at).label("at")).where(Change.pad_id == pad.id)
    return {row.device_id: row.at for row in session.execute(last.group_by(Change.device_id))}


def hand_over(session: Session, pad: Pad, device: Device | None) -> str:
    """Make a link that gives the pen once, for a quarter of an hour: the secret in it.

    ``device``: which one asks for it, ``None`` on the server. Raises :class:`PenWithdrawnError`.
    """
    session.refresh(pad, with_for_update=True)
    if device is not None and pen_of(session, device, pad) is None:
        # Who is sent away must not come back by a link that was made at the same moment.
        raise PenWithdrawnError
    secret = secrets.token_urlsafe(_LINK_BYTES)
    link = PenLink(pad_id=pad.id, secret_hash=_hashed(secret), device_id=device and device.id)
    session.add(link)
    note(session, "link", pad=pad, device=device, after={})
    return secret


def link_with(session: Session, secret: str) -> PenLink | None:
    """The link with this secret, if it still gives a pen."""
    good = select(PenLink).where(
        PenLink.secret_hash == _hashed(secret),
        PenLink.used.is_(None),
        PenLink.made > now() - timedelta(minutes=LINK_MINUTES),
    )
    return session.scalar(good)


def take_pen(session: Session, link: PenLink, device: Device) -> bool:
    """Give the pen of a link to a device and use the link up.

    False if another device was quicker. A device that holds the pen already leaves the link good.
    """
    # Two may confirm the same link at once, and one of them withdraw: one after the other.
    session.refresh(link.pad, with_for_update=True)
    session.refresh(link, with_for_update=True)
    if pen_of(session, device, link.pad) is not None:
        return True
    if link.used is not None:
        return False
    link.used = now()
    former = select(Pen).where(Pen.pad_id == link.pad_id, Pen.device_id == device.id)
    pen = session.scalar(former)
    if pen is None:
        session.add(Pen(pad_id=link.pad_id, device_id=device.id))
    else:
        pen.given, pen.withdrawn = now(), None
    note(session, "pen", pad=link.pad, device=device, after={"device": device.name})
    return True


def withdraw(session: Session, pad: Pad, pen_id: int, device: Device) -> None:
    """Withdraw a pen, however often that is asked for.

    Raises :class:`LastPenError`, or :class:`PenWithdrawnError` if that of ``device`` was.
    """
    session.refresh(pad, with_for_update=True)
    held = pens_of(session, pad)
    if all(pen.device_id != device.id for pen in held):
        raise PenWithdrawnError
    pen = next((pen for pen in held if pen.id == pen_id), None)
    if pen is None:
        return
    if len(held) == 1:
        raise LastPenError
    pen.withdrawn = now()
    # Nor may a link that was made with it bring it back.
    made = select(PenLink).where(PenLink.pad_id == pad.id, PenLink.device_id == pen.device_id)
    for link in session.scalars(made.where(PenLink.used.is_(None))):
        link.used = pen.withdrawn
    note(session, "withdrawal", pad=pad, device=device, before={"device": pen.device.name})


def _hashed(secret: str) -> str:
    # A secret is as random as a key, so that a plain hash cannot be turned back.
    return hashlib.sha256(secret.encode()).hexdigest()
