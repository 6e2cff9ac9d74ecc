"""What a request is about and by whom it comes: pad, pen and game, found in one look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, case, exists, join, select

from scorepad.store.game.lists import number_of_next
from scorepad.store.game.snapshot import GAME, AnyRow
from scorepad.store.models import Device, Game, Pad, Pen
from scorepad.store.pad.pads import PadSnapshot
from scorepad.store.secrets import hash_of, is_address


@dataclass(frozen=True)
class PenSnapshot:
    """A pen that is held: its id, and the id of the device that holds it."""

    id: int
    device_id: int


@dataclass(frozen=True)
class AccessRequest:
    """What a request says of itself: the pad's address, a game's number, and its secrets."""

    address: str
    number: int | None = None
    secrets: Sequence[str] = ()


@dataclass(frozen=True)
class Access:
    """What was found; ``game``: its row, for :func:`~scorepad.store.game.snapshot.assemble`."""

    pad: PadSnapshot
    pen: PenSnapshot | None
    game: AnyRow | None


def find_access(connection: Connection, asked: AccessRequest) -> Access | None:
    """The pad at the address, its game of the number, and the pen held with one of the secrets."""
    if not is_address(asked.address):
        return None
    hashes = [hash_of(secret) for secret in asked.secrets]
    about = {"address": asked.address, "hashes": hashes}
    if asked.number is None:
        row = connection.execute(_PAD, about).one_or_none()
    else:
        row = connection.execute(_PAD_AND_GAME, {**about, "number": asked.number}).one_or_none()
    if row is None:
        return None
    return Access(
        PadSnapshot(row.pad, row.address, row.name, row.created),
        None if row.pen is None else PenSnapshot(row.pen, row.device_id),
        None if asked.number is None or row.id is None else row,
    )


# Statements of every request are made once: making one takes longer than executing it.
_HELD: Final = join(
    Pen,
    Device,
    and_(
        Pen.device_id == Device.id,
        Device.secret_hash.in_(bindparam("hashes", expanding=True)),
    ),
)
_PAD: Final[Select[*tuple[Any, ...]]] = (
    select(Pad.id.label("pad"), Pad.address, Pad.name, Pad.created)
    .add_columns(Pen.id.label("pen"), Pen.device_id)
    .select_from(Pad)
    .outerjoin(_HELD, and_(Pen.pad_id == Pad.id, Pen.withdrawn.is_(None)))
    .where(Pad.address == bindparam("address"))
    .order_by(Pen.id)
    .limit(1)
)
_PAD_AND_GAME: Final = _PAD.add_columns(*GAME.selected_columns).outerjoin(
    Game, and_(Game.pad_id == Pad.id, Game.number == bindparam("number"))
)


def lock_pad(connection: Connection, address: str) -> None:
    """Let nobody else write in the pad at an address until the commit.

    SQLite has locked the whole database by then (see ``engine``).
    """
    if is_address(address) and connection.dialect.name != "sqlite":
        connection.execute(select(Pad.id).where(Pad.address == address).with_for_update())


class GameState(NamedTuple):
    """The state that a table's page shows: which game, at which revision.

    ``next``: the number of the game that is played after one that is over. A game can have the
    number of one that was deleted, but not the id of its start.
    """

    entry_id: str
    revision: int
    next: int | None


_STATE: Final = (
    select(
        Game.entry_id,
        Game.revision,
        case((and_(Game.finished.is_not(None), Game.binned.is_(None)), number_of_next())),
    )
    .join(Pad, Game.pad_id == Pad.id)
    .where(Pad.address == bindparam("address"), Game.number == bindparam("number"))
)
_STATE_OF_PEN: Final = _STATE.where(
    exists().where(Pen.id == bindparam("pen"), Pen.pad_id == Game.pad_id, Pen.withdrawn.is_(None))
)


def game_state(
    connection: Connection, address: str, number: int, pen: int | None = None
) -> GameState | None:
    """The state of a game by its pad's address and its number, or ``None``.

    ``pen``: the id of the pen that the page writes with; ``None`` also where that is withdrawn.
    """
    state = _STATE if pen is None else _STATE_OF_PEN
    row = connection.execute(
        state, {"address": address, "number": number, "pen": pen}
    ).one_or_none()
    return None if row is None else GameState(*row)
