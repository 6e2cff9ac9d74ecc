"""A pad and the devices around it, for tests of pens."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.base import now
from scorepad.store.errors import LastPenError, PenWithdrawnError
from scorepad.store.game.access import AccessRequest, PenSnapshot, find_access
from scorepad.store.models import Change, Pad, Pen, PenLink
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import (
    hand_over,
    link_snapshot,
    new_device,
    pens_held,
    take_pen,
    withdraw,
)
from tests.store.table import Database


def pen_found(session: Session, pad: int, secrets: list[str]) -> PenSnapshot | None:
    """The pen of a pad that is held with one of these secrets."""
    asked = AccessRequest(session.get_one(Pad, pad).address, None, secrets)
    access = find_access(session.connection(), asked)
    assert access is not None
    return access.pen


@dataclass
class Group:
    """A pad and devices around it, by name; every verb is a transaction of its own.

    Anna has started the pad.
    """

    database: Database
    pad: int = 0
    devices: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with self.database.writing() as session:
            device, _ = new_device(session)
            self.pad = new_pad(session, device.id, "Anna").id
            self.devices["Anna"] = device.id

    def load(self, session: Session, who: str) -> tuple[Pad, int]:
        """The pad, and a device, which is made if nobody has heard of it."""
        if who not in self.devices:
            self.devices[who] = new_device(session)[0].id
        return session.get_one(Pad, self.pad), self.devices[who]

    def hand_over(self, who: str) -> str:
        with self.database.writing() as session:
            return hand_over(session, *self.load(session, who))

    def take(self, secret: str, who: str) -> bool:
        """Whether confirming a link gave a pen."""
        with self.database.writing() as session:
            own = take_pen(session, secret, who)
            if own is None:
                return False
            pen = pen_found(session, self.pad, [own])
            assert pen is not None
            self.devices[who] = pen.device_id
            return True

    def give(self, *names: str) -> None:
        for name in names:
            assert self.take(self.hand_over("Anna"), name)

    def withdraw(self, whose: str, who: str) -> bool:
        """Withdraw a pen; false if that is refused: the last one, or by a withdrawn device."""
        with self.database.writing() as session:
            pad, device = self.load(session, who)
            pens = select(Pen.id).where(Pen.pad_id == pad.id)
            pen = session.scalars(pens.where(Pen.device_id == self.devices[whose])).one()
            try:
                withdraw(session, pad, pen, device)
            except (LastPenError, PenWithdrawnError):
                session.rollback()
                return False
            return True

    def good(self, secret: str) -> bool:
        """Whether the link would give a pen now."""
        with self.database.connection() as connection:
            return link_snapshot(connection, secret) is not None

    def age(self, secret: str, by: timedelta) -> None:
        """Make a link older than it is."""
        with self.database.writing() as session:
            secret_hash = sha256(secret.encode()).hexdigest()
            session.query(PenLink).filter_by(secret_hash=secret_hash).one().made = now() - by

    @property
    def held(self) -> list[str | None]:
        """The names of those whose pens are good, in the order in which they were given."""
        with self.database.connection() as connection:
            return [pen.name for pen in pens_held(connection, self.pad)]

    @property
    def log(self) -> list[tuple[str, str | None, Any, Any]]:
        """The log: kind of change, by whom, before and after."""
        with self.database.reading() as session:
            names: dict[int | None, str | None] = {None: None}
            names |= {id: name for name, id in self.devices.items()}
            return [
                (line.what, names[line.device_id], line.before, line.after)
                for line in session.scalars(select(Change).order_by(Change.id))
            ]
