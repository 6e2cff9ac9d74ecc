"""Queries for the pages about pens: the pads of a browser, the holders of pens, links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, Integer, bindparam, select, tuple_

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
_HELD_PADS: Final = (
    select(*_PAD_COLUMNS)
    .where(
        Pad.id.in_(
            select(Pen.pad_id)
            .join(Device, Pen.device_id == Device.id)
            .where(
                Pen.withdrawn.is_(None),
                Device.secret_hash.in_(bindparam("hashes", expanding=True)),
            )
        )
    )
    .order_by(Pad.id.desc())
)


def pads_held(connection: Connection, secrets: Sequence[str]) -> Sequence[PadSnapshot]:
    """The pads whose pens are held with these secrets, newest first."""
    if not secrets:
        return []
    parameters = {"hashes": [hash_of(secret) for secret in secrets]}
    return [PadSnapshot(*row) for row in connection.execute(_HELD_PADS, parameters)]


_LAST_CHANGE: Final = (
    select(Change.at)
    .where(Change.pad_id == Pen.pad_id, Change.device_id == Pen.device_id)
    .order_by(Change.id.desc())
    .limit(1)
    .correlate(Pen)
    .scalar_subquery()
)
_HELD: Final = (
    select(Pen.id, Pen.name, Pen.given, _LAST_CHANGE)
    .where(Pen.pad_id == bindparam("pad_id"), Pen.withdrawn.is_(None))
    .order_by(Pen.given, Pen.id)
    # One more than a page shows tells whether there is another page.
    .limit(PENS_AT_A_TIME + 1)
)
_HELD_AFTER: Final = _HELD.where(
    tuple_(Pen.given, Pen.id)
    > tuple_(bindparam("given", type_=Moment), bindparam("pen_id", type_=Integer))
)
_GIVEN: Final = select(Pen.given).where(
    Pen.id == bindparam("pen_id"), Pen.pad_id == bindparam("pad_id")
)


def pens_held(
    connection: Connection, pad_id: int, after: int | None = None
) -> tuple[Page[HeldPen], bool]:
    """A page of the pens of a pad that are held, as they were given, and whether it is the first.

    ``after``: the id of the last pen on the page before; the page is the first one if the pad never
    had that pen, or if nothing comes after it.
    """
    parameters = {"pad_id": pad_id, "pen_id": after}
    given = None if after is None else connection.scalar(_GIVEN, parameters)
    rows = connection.execute(_HELD_AFTER, {**parameters, "given": given}).all() if given else ()
    first = not rows
    if first:
        rows = connection.execute(_HELD, parameters).all()
    return page_of([HeldPen(*row) for row in rows], PENS_AT_A_TIME), first


_NEWEST: Final = (
    select(Pen.id, Pen.name)
    .where(Pen.pad_id == bindparam("pad_id"), Pen.withdrawn.is_(None))
    .order_by(Pen.given.desc(), Pen.id.desc())
    .limit(1)
)


def newest_pen(connection: Connection, pad_id: int) -> NewestPen | None:
    """The pen of the pad that was given last of those that are held."""
    row = connection.execute(_NEWEST, {"pad_id": pad_id}).one_or_none()
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
