"""What an import has to know of the pad that it goes into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from scorepad.store.models import Game, Hand, Pad, Player


class PadState(NamedTuple):
    """What a plan depends on: if all of this is still so, the plan fits.

    ``players``: the ids of the pad's players by the keys of their names, those that were merged
    included.
    """

    last_number: int
    settled: int
    players: Mapping[str, int]


def pad_state(connection: Connection, pad_id: int | None) -> PadState:
    """What a pad is like now; ``None``: one that is made only when the games are written."""
    state = connection.execute(
        select(Pad.last_number, Pad.settled).where(Pad.id == pad_id)
    ).one_or_none()
    last_number, settled = state or (0, 0)
    rows = connection.execute(
        select(Player.name_key, Player.id, Player.merged_into).where(Player.pad_id == pad_id)
    ).all()
    merged = {row.id: row.merged_into for row in rows if row.merged_into is not None}
    players = {}
    for row in rows:
        player = row.id
        while player in merged:
            player = merged[player]
        players[row.name_key] = player
    return PadState(last_number, settled, players)


def known_games(connection: Connection, pad_id: int | None) -> dict[str, tuple[int, bool]]:
    """The games of a pad by their ids in files: how many hands they have, whether in the bin."""
    on_sheet = (Hand.game_id == Game.id) & Hand.struck.is_(None)
    games = (
        select(Game.entry_id, func.count(Hand.id), Game.binned)
        .select_from(Game)
        .outerjoin(Hand, on_sheet)
        .where(Game.pad_id == pad_id)
        .group_by(Game.entry_id, Game.binned)
    )
    rows = connection.execute(games)
    return {entry: (hands, binned is not None) for entry, hands, binned in rows}
