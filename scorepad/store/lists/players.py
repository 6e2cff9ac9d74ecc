"""The players of a pad by name, as pages link to them and offer them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Select, select

from scorepad.store.models import Player


class NamedPlayer(NamedTuple):
    """A player of a pad."""

    id: int
    name: str


def player_named(connection: Connection, pad_id: int, player_id: int) -> NamedPlayer | None:
    """The pad's player of this id."""
    row = connection.execute(_players(pad_id).where(Player.id == player_id)).one_or_none()
    return None if row is None else NamedPlayer(*row)


def merged_into(connection: Connection, pad_id: int, player_id: int) -> int | None:
    """The id of the player that one of the pad was merged into in the end; ``None`` if none."""
    entries = select(Player.merged_into).where(Player.pad_id == pad_id)
    last = player_id
    while into := connection.scalar(entries.where(Player.id == last)):
        last = into
    return None if last == player_id else last


def players_offered(connection: Connection, pad_id: int) -> Sequence[NamedPlayer]:
    """The players of a pad by name."""
    rows = connection.execute(_players(pad_id).order_by(Player.name_key))
    return [NamedPlayer(*row) for row in rows]


def player_names(connection: Connection, pad_id: int) -> Sequence[str]:
    """The names of those who play in a pad, the newest player first."""
    return [row.name for row in connection.execute(_players(pad_id).order_by(Player.id.desc()))]


def _players(pad_id: int) -> Select[int, str]:
    # An entry that was merged into another one is no player.
    return select(Player.id, Player.name).where(
        Player.pad_id == pad_id, Player.merged_into.is_(None)
    )
