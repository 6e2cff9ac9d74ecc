"""Small pads with a few finished games, at chosen times, for tests of what is read from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import select, update

from scorepad.rules import Hand
from scorepad.store.game.count_game import count_game
from scorepad.store.game.snapshot import game_with_id
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.models import Game, Pad, Player
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import new_device
from tests.store.table import Database, Table

FRIDAY: Final = datetime(2026, 11, 20, 19, tzinfo=UTC)


def empty_pad(database: Database) -> Table:
    """A pad without a game."""
    with database.writing() as session:
        device, _ = new_device(session)
        return Table(database, new_pad(session, device.id).id, device.id, 0)


def played(
    pad: Table,
    players: str,
    *hands: tuple[Sequence[int], int],
    hours: float = 0,
    options: Mapping[str, object] | None = None,
) -> Table:
    """A game of these players, by their initials, so many hours after ``FRIDAY``.

    ``hands``: hearts by seat, and who took the queen. Stopped after them, unless they ended it.
    """
    with pad.database.writing() as session:
        of_pad = session.get_one(Pad, pad.pad)
        new = NewGame(players.split(), {"target": 20, **(options or {})}, 0)
        game = start_game(
            session, of_pad, pad.device, new, entry_id=f"game {of_pad.last_number + 1}"
        )
        table = Table(pad.database, pad.pad, pad.device, game.id)
    for hearts, queen in hands:
        table.record(Hand(tuple(hearts), {"QS": queen}))
    if not table.state().finished:
        table.stop()
    with pad.database.writing() as session:
        began = FRIDAY + timedelta(hours=hours)
        session.execute(update(Game).where(Game.id == table.game).values(started=began))
        # As if the clock had said so.
        count_game(session.connection(), game_with_id(session.connection(), table.game))
    return table


def ids(pad: Table) -> Mapping[str, int]:
    """The ids of the pad's players, by name."""
    with pad.database.reading() as session:
        found = select(Player.name, Player.id).where(Player.pad_id == pad.pad)
        return {row.name: row.id for row in session.execute(found)}
