"""Queries for the pages about pens: the pads of a browser, the holders of pens, links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from scorepad.store.base import now
from scorepad.store.models import Change, Device, Pad, Pen, PenLink
from scorepad.store.pens import LINK_MINUTES, hash_of
from scorepad.store.snapshot import table
from scorepad.store.visit import PadSnapshot

_PADS: Final = table(Pad)
_PENS: Final = table(Pen)
_DEVICES: Final = table(Device)
_LINKS: Final = table(PenLink)
_CHANGES: Final = table(Change)

# So many letters of its hash tell a link from others.
_MARK: Final = 16


@dataclass(frozen=True)
class HeldPen:
    """A pen that somebody holds: what the device is called, since when, when it wrote last."""

    id: int
    name: str | None
    given: datetime
    last_used: datetime | None


@dataclass(frozen=True)
class LinkSnapshot:
    """A link that still gives the pen of a pad.

    ``mark`` tells it from others and gives nothing away: a page may hold it.
    """

    mark: str
    pad: PadSnapshot


_PAD_COLUMNS: Final = (_PADS.c.id, _PADS.c.address, _PADS.c.name, _PADS.c.created)
_HELD_PADS: Final = (
    select(*_PAD_COLUMNS)
    .where(
        _PADS.c.id.in_(
            select(_PENS.c.pad_id)
            .join(_DEVICES, _PENS.c.device_id == _DEVICES.c.id)
            .where(
                _PENS.c.withdrawn.is_(None),
                _DEVICES.c.secret_hash.in_(bindparam("hashes", expanding=True)),
            )
        )
    )
    .order_by(_PADS.c.id.desc())
)
_LAST_CHANGES: Final = (
    select(_CHANGES.c.device_id, func.max(_CHANGES.c.at).label("at"))
    .where(_CHANGES.c.pad_id == bindparam("pad_id"))
    .group_by(_CHANGES.c.device_id)
    .subquery()
)
_HELD: Final = (
    select(_PENS.c.id, _PENS.c.name, _PENS.c.given, _LAST_CHANGES.c.at)
    .outerjoin(_LAST_CHANGES, _LAST_CHANGES.c.device_id == _PENS.c.device_id)
    .where(_PENS.c.pad_id == bindparam("pad_id"), _PENS.c.withdrawn.is_(None))
    .order_by(_PENS.c.given, _PENS.c.id)
)
_LINK: Final = (
    select(*_PAD_COLUMNS)
    .join(_LINKS, _LINKS.c.pad_id == _PADS.c.id)
    .where(_LINKS.c.secret_hash == bindparam("hash"), _LINKS.c.made > bindparam("since"))
)


def pads_held(session: Session, secrets: Sequence[str]) -> Sequence[PadSnapshot]:
    """The pads whose pens are held with these secrets, newest first."""
    if not secrets:
        return []
    parameters = {"hashes": [hash_of(secret) for secret in secrets]}
    return [PadSnapshot(*row) for row in session.connection().execute(_HELD_PADS, parameters)]


def pens_held(session: Session, pad_id: int) -> Sequence[HeldPen]:
    """The pens of a pad that are held, in the order in which they were given."""
    return [HeldPen(*row) for row in session.connection().execute(_HELD, {"pad_id": pad_id})]


def link_snapshot(session: Session, secret: str) -> LinkSnapshot | None:
    """The link with this secret, if it still gives a pen."""
    hashed = hash_of(secret)
    parameters = {"hash": hashed, "since": now() - timedelta(minutes=LINK_MINUTES)}
    row = session.connection().execute(_LINK, parameters).one_or_none()
    return None if row is None else LinkSnapshot(hashed[:_MARK], PadSnapshot(*row))
