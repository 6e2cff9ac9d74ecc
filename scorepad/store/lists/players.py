"""The players of a pad by name, as pages link to them and offer them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, select

from scorepad.store.models import Player

# Many more than come to the table of one pad; a club has more, and each name is on the page.
MOST_NAMES: Final = 200


class NamedPlayer(NamedTuple):
    """A player of a pad."""

    id: int
    name: str


# An entry that was merged into another one is no player.
_PLAYERS: Final = select(Player.id, Player.name).where(
    Player.pad_id == bindparam("pad"), Player.merged_into.is_(None)
)
_NAMED: Final = _PLAYERS.where(Player.id == bindparam("player"))


def player_named(connection: Connection, pad_id: int, player_id: int) -> NamedPlayer | None:
    """The pad's player of this id."""
    parameters = {"pad": pad_id, "player": player_id}
    row = connection.execute(_NAMED, parameters).one_or_none()
    return None if row is None else NamedPlayer(*row)


_MERGED_INTO: Final = select(Player.merged_into).where(
    Player.pad_id == bindparam("pad"), Player.id == bindparam("player")
)


def merged_into(connection: Connection, pad_id: int, player_id: int) -> int | None:
    """The id of the player that one of the pad was merged into in the end; ``None`` if none."""
    last = player_id
    while into := connection.scalar(_MERGED_INTO, {"pad": pad_id, "player": last}):
        last = into
    return None if last == player_id else last


_BY_NAME: Final = _PLAYERS.order_by(Player.name_key).limit(MOST_NAMES)


def players_offered(connection: Connection, pad_id: int) -> Sequence[NamedPlayer]:
    """The players of a pad by name, as many as anybody wants to choose between."""
    rows = connection.execute(_BY_NAME, {"pad": pad_id})
    return [NamedPlayer(*row) for row in rows]


_LAST_FIRST: Final = _PLAYERS.order_by(Player.id.desc()).limit(MOST_NAMES)


def player_names(connection: Connection, pad_id: int) -> Sequence[str]:
    """The names of those who play in a pad, whoever came last first; 200 at most."""
    return [row.name for row in connection.execute(_LAST_FIRST, {"pad": pad_id})]
