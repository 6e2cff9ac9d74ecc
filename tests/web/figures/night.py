"""Finished games in a pad, for tests of the pages about them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import select, update

from scorepad.store.figures.games import most_used
from scorepad.store.game.count_game import count_game
from scorepad.store.game.snapshot import game_with_id
from scorepad.store.models import Game, Player
from tests.web.apps import reading, writing
from tests.web.cast import Table, finished_beside

FRIDAY: Final = datetime(2026, 11, 20, 19, tzinfo=UTC)


def night(table: Table, games: int = 3, *, days: int = 0) -> None:
    """So many games of Anna, Ben, Cara and Dora, an hour apart.

    Anna loses the first one, in which Cara and Dora share the win, and wins all others with a moon.
    """
    for number in range(games):
        hand = ((9, 2, 1, 1), {"QS": 0}) if number == 0 else ((13, 0, 0, 0), {"QS": 0})
        game = finished_beside(table, *hand[0], **hand[1])
        began = FRIDAY + timedelta(days=days, hours=number)
        with writing(table.app) as session:
            row = game.row(session)
            session.execute(update(Game).where(Game.id == row.id).values(started=began))
            count_game(session.connection(), game_with_id(session.connection(), row.id))


def player_id(table: Table, name: str) -> int:
    """The id of the pad's player of this name."""
    with reading(table.app) as session:
        pad = table.row(session).pad_id
        statement = select(Player.id).where(Player.pad_id == pad, Player.name == name)
        return session.scalars(statement).one()


def agreement_ids(table: Table) -> list[str]:
    """The digests of the pad's agreements, that with most games first."""
    with reading(table.app) as session:
        pad = table.row(session).pad_id
        return [each.id for each in most_used(session.connection(), pad)]
