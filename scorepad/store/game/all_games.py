"""All games of a pad, for what needs every one: figures counted anew, and files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import Connection, bindparam, exists, or_, select

from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game, Player, Seat, Substitution

# How many games are in memory at once.
_AT_A_TIME: Final = 20
_NOT_BINNED: Final = Game.binned.is_(None)
_OF_PAD: Final = Game.pad_id == bindparam("pad_id")
_NEXT: Final = (
    GAME.where(_OF_PAD, _NOT_BINNED, Game.number > bindparam("number"))
    .order_by(Game.number)
    .limit(_AT_A_TIME)
)


def all_games(connection: Connection, pad_id: int) -> Iterator[GameSnapshot]:
    """The pad's games without those in the bin, oldest first, a few at a time."""
    number = 0
    while True:
        parameters = {"pad_id": pad_id, "number": number}
        games = assemble(connection, connection.execute(_NEXT, parameters).all())
        if not games:
            return
        yield from games
        number = games[-1].number


_NOTED: Final = select(
    exists().where(
        *(_OF_PAD, _NOT_BINNED),
        Game.note.is_not(None) | Game.evening_note.is_not(None),
    )
)


def noted(connection: Connection, pad_id: int) -> bool:
    """Whether one of ``all_games`` has a note, on itself or on its evening."""
    return bool(connection.scalar(_NOTED, {"pad_id": pad_id}))


_SEATED: Final = (
    select(Player.id, Player.name)
    .where(
        or_(
            Player.id.in_(
                select(Seat.player_id)
                .join(Game, Game.id == Seat.game_id)
                .where(_OF_PAD, _NOT_BINNED)
            ),
            Player.id.in_(
                select(Substitution.player_id)
                .join(Game, Game.id == Substitution.game_id)
                .where(_OF_PAD, _NOT_BINNED, Substitution.last_line > 0)
            ),
        )
    )
    .order_by(Player.id)
)


def everybody(connection: Connection, pad_id: int) -> Mapping[int, str]:
    """The names of all who sat at a table of ``all_games``, by their ids.

    In the order in which they came into the pad.
    """
    rows = connection.execute(_SEATED, {"pad_id": pad_id})
    return {row.id: row.name for row in rows}
