"""What a request is about and by whom it comes: pad, pen and game, found in one look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, func, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.models import Device, Pad, Pen, Seat
from scorepad.store.pads import is_address
from scorepad.store.pens import hash_of
from scorepad.store.snapshot import GAME, GAMES, OPTIONS, ruleset_of, table

_PADS: Final = table(Pad)
_PENS: Final = table(Pen)
_DEVICES: Final = table(Device)
_SEATS: Final = table(Seat)


@dataclass(frozen=True)
class PadSnapshot:
    """A pad; ``name`` is ``None`` until somebody gives it one."""

    id: int
    address: str
    name: str | None
    created: datetime


@dataclass(frozen=True)
class PenSnapshot:
    """A pen that is held: its id, and the id of the device that holds it."""

    id: int
    device_id: int


@dataclass(frozen=True)
class Sender:
    """What a request says of itself: the pad's address, a game's number, and its secrets."""

    address: str
    number: int | None
    secrets: Sequence[str]


@dataclass(frozen=True)
class Visit:
    """What was found; ``game``: its row, for :func:`~scorepad.store.snapshot.assemble`."""

    pad: PadSnapshot
    pen: PenSnapshot | None
    players: int
    game: Sequence[Any] | None

    @property
    def ruleset(self) -> rules.Ruleset | None:
        """What the game's players agreed on: all that is needed to read a hand."""
        return None if self.game is None else ruleset_of(self.players, self.game[OPTIONS])


def _statement(secret: ColumnElement[bool]) -> Select[Any]:
    held = _PENS.join(_DEVICES, and_(_PENS.c.device_id == _DEVICES.c.id, secret))
    return (
        select(
            *(_PADS.c[name] for name in ("id", "address", "name", "created")),
            _PENS.c.id,
            _PENS.c.device_id,
            select(func.count()).where(_SEATS.c.game_id == GAMES.c.id).scalar_subquery(),
            *GAME.selected_columns,
        )
        .select_from(
            _PADS.outerjoin(
                held, and_(_PENS.c.pad_id == _PADS.c.id, _PENS.c.withdrawn.is_(None))
            ).outerjoin(
                GAMES, and_(GAMES.c.pad_id == _PADS.c.id, GAMES.c.number == bindparam("number"))
            )
        )
        .where(_PADS.c.address == bindparam("address"))
        .order_by(_PENS.c.id)
        .limit(1)
    )


# Whoever has one pen sends one secret.
_WITH_ONE_SECRET: Final = _statement(_DEVICES.c.secret_hash == bindparam("hash"))
_WITH_SEVERAL: Final = _statement(_DEVICES.c.secret_hash.in_(bindparam("hashes", expanding=True)))
_LOCK: Final = select(_PADS.c.id).where(_PADS.c.address == bindparam("address")).with_for_update()
_HELD: Final = (
    select(_PENS.c.id, _PENS.c.device_id)
    .join(_DEVICES, _PENS.c.device_id == _DEVICES.c.id)
    .where(
        _PENS.c.pad_id == bindparam("pad_id"),
        _PENS.c.withdrawn.is_(None),
        _DEVICES.c.secret_hash.in_(bindparam("hashes", expanding=True)),
    )
    .order_by(_PENS.c.id)
    .limit(1)
)


def visit(connection: Connection, sender: Sender) -> Visit | None:
    """The pad at the address, its game of the number, and the pen held with one of the secrets."""
    if not is_address(sender.address):
        return None
    hashes = [hash_of(secret) for secret in sender.secrets]
    parameters = {"address": sender.address, "number": sender.number}
    if len(hashes) > 1:
        rows = connection.execute(_WITH_SEVERAL, {**parameters, "hashes": hashes})
    else:
        # Nothing has the empty hash.
        rows = connection.execute(_WITH_ONE_SECRET, {**parameters, "hash": "".join(hashes)})
    row = rows.one_or_none()
    if row is None:
        return None
    pad, pen, players, game = row[:4], row[4:6], row[6], row[7:]
    return Visit(
        PadSnapshot(*pad),
        None if pen[0] is None else PenSnapshot(*pen),
        players,
        None if game[0] is None else game,
    )


def lock_pad(connection: Connection, address: str) -> None:
    """Let nobody else write in the pad at an address until the commit.

    SQLite has locked the whole database by then (see ``engine``).
    """
    if is_address(address) and connection.dialect.name != "sqlite":
        connection.execute(_LOCK, {"address": address})


def pen_snapshot(session: Session, pad_id: int, secrets: Sequence[str]) -> PenSnapshot | None:
    """The pen of a pad that is held with one of these secrets."""
    if not secrets:
        return None
    parameters = {"pad_id": pad_id, "hashes": [hash_of(secret) for secret in secrets]}
    row = session.connection().execute(_HELD, parameters).one_or_none()
    return None if row is None else PenSnapshot(*row)
