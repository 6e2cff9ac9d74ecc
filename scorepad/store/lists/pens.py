"""Queries for the pages about pens: the pads of a browser, the holders of pens, links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, literal, select, tuple_

from scorepad.store.base import Moment
from scorepad.store.game.access import PadSnapshot
from scorepad.store.models import Change, Device, Pad, Pen, PenLink
from scorepad.store.page import Page, page_of
from scorepad.store.secrets import hash_of
from scorepad.store.verbs.pens import good_link

# How many pens a page shows.
PENS_AT_A_TIME: Final = 10
# So many letters of its hash tell a link from others.
_MARK: Final = 16


@dataclass(frozen=True)
class HeldPen:
    """A pen that somebody holds: what the device is called, since when, when it wrote last."""

    id: int
    name: str
    given: datetime
    last_used: datetime | None


class NewestPen(NamedTuple):
    """The pen that was given last, and what the device is called."""

    id: int
    name: str


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


def pens_held(
    connection: Connection, pad_id: int, after: int | None = None
) -> tuple[Page[HeldPen], bool]:
    """A page of the pens of a pad that are held, as they were given, and whether it is the first.

    ``after``: the id of the last pen on the page before; the page is the first one if the pad never
    had that pen, or if nothing comes after it.
    """
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
        # One more than a page shows tells whether there is another page.
        .limit(PENS_AT_A_TIME + 1)
    )
    last = select(Pen.given).where(Pen.id == after, Pen.pad_id == pad_id)
    given = None if after is None else connection.scalar(last)
    here = tuple_(literal(given, Moment), literal(after))
    later = held.where(tuple_(Pen.given, Pen.id) > here)
    rows = connection.execute(later).all() if given else ()
    first = not rows
    if first:
        rows = connection.execute(held).all()
    return page_of([HeldPen(*row) for row in rows], PENS_AT_A_TIME), first


def newest_pen(connection: Connection, pad_id: int) -> NewestPen | None:
    """The pen of the pad that was given last of those that are held."""
    newest = (
        select(Pen.id, Pen.name)
        .where(Pen.pad_id == pad_id, Pen.withdrawn.is_(None))
        .order_by(Pen.given.desc(), Pen.id.desc())
        .limit(1)
    )
    row = connection.execute(newest).one_or_none()
    return None if row is None else NewestPen(*row)


def link_snapshot(connection: Connection, secret: str) -> LinkSnapshot | None:
    """The link with this secret, if it still gives a pen."""
    link = (
        select(PenLink.secret_hash, *_PAD_COLUMNS)
        .join(Pad, Pad.id == PenLink.pad_id)
        .where(*good_link(secret))
    )
    row = connection.execute(link).one_or_none()
    return None if row is None else LinkSnapshot(row[0][:_MARK], PadSnapshot(*row[1:]))
