"""Queries for the pages about pens: the pads of a browser, the holders of pens, links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Integer, bindparam, func, select, tuple_
from sqlalchemy.orm import Session

from scorepad.store.base import Moment, now
from scorepad.store.models import Change, Device, Pad, Pen, PenLink
from scorepad.store.pens import LINK_MINUTES, hash_of
from scorepad.store.snapshot import table
from scorepad.store.visit import PadSnapshot

_PADS: Final = table(Pad)
_PENS: Final = table(Pen)
_DEVICES: Final = table(Device)
_LINKS: Final = table(PenLink)
_CHANGES: Final = table(Change)

# How many pens a page shows.
PENS_AT_A_TIME: Final = 10
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
class PensHeld:
    """A page of the pens that are held. ``more``: whether there are others after it."""

    pens: Sequence[HeldPen]
    first: bool
    more: bool


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
_LAST_CHANGE: Final = (
    select(func.max(_CHANGES.c.at))
    .where(_CHANGES.c.device_id == _PENS.c.device_id, _CHANGES.c.pad_id == _PENS.c.pad_id)
    .correlate(_PENS)
    .scalar_subquery()
)
_HELD: Final = (
    select(_PENS.c.id, _PENS.c.name, _PENS.c.given, _LAST_CHANGE)
    .where(_PENS.c.pad_id == bindparam("pad_id"), _PENS.c.withdrawn.is_(None))
    .order_by(_PENS.c.given, _PENS.c.id)
    # One more than a page shows tells whether there is another page.
    .limit(PENS_AT_A_TIME + 1)
)
_HELD_AFTER: Final = _HELD.where(
    tuple_(_PENS.c.given, _PENS.c.id)
    > tuple_(bindparam("given", type_=Moment), bindparam("pen_id", type_=Integer))
)
_GIVEN: Final = select(_PENS.c.given).where(
    _PENS.c.id == bindparam("pen_id"), _PENS.c.pad_id == bindparam("pad_id")
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


def pens_held(session: Session, pad_id: int, after: int | None = None) -> PensHeld:
    """A page of the pens of a pad that are held, in the order in which they were given.

    ``after``: the id of the last pen on the page before; the page is the first one if the pad never
    had that pen, or if nothing comes after it.
    """
    connection, parameters = session.connection(), {"pad_id": pad_id}
    if after is not None:
        key = {**parameters, "pen_id": after}
        given = connection.scalar(_GIVEN, key)
        rows = connection.execute(_HELD_AFTER, {**key, "given": given}).all() if given else ()
        if rows:
            return _pens_held(rows, first=False)
    return _pens_held(connection.execute(_HELD, parameters).all(), first=True)


def _pens_held(rows: Sequence[Sequence[Any]], *, first: bool) -> PensHeld:
    pens = [HeldPen(*row) for row in rows[:PENS_AT_A_TIME]]
    return PensHeld(pens, first=first, more=len(rows) > PENS_AT_A_TIME)


def link_snapshot(session: Session, secret: str) -> LinkSnapshot | None:
    """The link with this secret, if it still gives a pen."""
    hashed = hash_of(secret)
    parameters = {"hash": hashed, "since": now() - timedelta(minutes=LINK_MINUTES)}
    row = session.connection().execute(_LINK, parameters).one_or_none()
    return None if row is None else LinkSnapshot(hashed[:_MARK], PadSnapshot(*row))
