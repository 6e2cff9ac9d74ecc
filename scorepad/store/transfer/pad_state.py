"""What an import has to know of the pad that it goes into."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from scorepad import caps
from scorepad.gamefile import BadFileError
from scorepad.names import name_key
from scorepad.store.models import Game, Hand, Pad, Player
from scorepad.store.transfer.check import CheckedGame


class PadState(NamedTuple):
    """What a plan depends on: if all of this is still so, the plan fits.

    ``players``: the ids of the pad's players by the keys of their names, those that were merged
    included.
    """

    last_number: int
    players: Mapping[str, int]


def pad_state(connection: Connection, pad_id: int | None) -> PadState:
    """What a pad is like now; ``None``: one that is made only when the games are written."""
    last_number = connection.scalar(select(Pad.last_number).where(Pad.id == pad_id)) or 0
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
    return PadState(last_number, players)


def expect_fit(state: PadState, known: Container[str], games: Iterable[CheckedGame]) -> None:
    """Raise :class:`BadFileError` at the first game that cannot be added to a pad.

    It has no room for the game or for a player, or two names in the game are one player here.
    ``known``: the ids of the games that it has.
    """
    new: set[str] = set()
    players = set(state.players)
    for game in games:
        if game.id in known or game.id in new:
            continue
        new.add(game.id)
        if state.last_number + len(new) > caps.GAMES:
            raise BadFileError(
                game.line, "", "is one game more than a pad can have: {most}", most=caps.GAMES
            )
        names: dict[int, str] = {}
        for place, name in game.names:
            key = name_key(name)
            player = state.players.get(key)
            if player is not None and names.setdefault(player, key) != key:
                raise BadFileError(game.line, place, "is another name of a player of this game")
            players.add(key)
            if len(players) > caps.PLAYERS:
                raise BadFileError(
                    game.line,
                    place,
                    "is one player more than a pad can have: {most}",
                    most=caps.PLAYERS,
                )


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
