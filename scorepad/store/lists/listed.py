"""Games as lists show them: their players and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, select

from scorepad.rules import Ruleset
from scorepad.store.figure_models import PlayerResult
from scorepad.store.game.snapshot import GameSnapshot, assemble
from scorepad.store.models import Game, Player
from scorepad.store.page import Page, page_of

# How many games of a kind a page shows.
GAMES_AT_A_TIME: Final = 10


class ListedScore(NamedTuple):
    """A player's total; ``None`` in a game that ended without a hand.

    ``won``: alone or shared; in a game that runs, whether nobody is ahead of them.
    """

    name: str
    total: int | None
    won: bool


@dataclass(frozen=True)
class ListedGame:
    """A game in a list, with the scores of those who sit there, or sat there at the end.

    They are in the order of the seats while it runs, then in that of the places. ``hand``: the
    number of the one that is played, ``ruleset``: what it is played by; ``None`` if it is over.
    ``tied``: the seats whose tie keeps it going.
    """

    number: int
    started: datetime
    scores: Sequence[ListedScore]
    hand: int | None = None
    ruleset: Ruleset | None = None
    tied: Sequence[int] = ()


class GameKey(NamedTuple):
    """A game's id, and its place in a list."""

    id: int
    number: int
    started: datetime


def start_of(connection: Connection, pad_id: int, number: int | None) -> datetime | None:
    """When the pad's game of a number was started: where a list goes on after it."""
    return connection.scalar(
        select(Game.started).where(Game.pad_id == pad_id, Game.number == number)
    )


def running_games(connection: Connection, statement: Select[*tuple[Any, ...]]) -> Page[ListedGame]:
    """The first of the running games that a statement of ``GAME`` finds."""
    page = page_of(connection.execute(statement.limit(GAMES_AT_A_TIME + 1)).all(), GAMES_AT_A_TIME)
    return Page([_running(game) for game in assemble(connection, page.rows)], page.more)


def finished_games(
    connection: Connection, statement: Select[int, int, datetime]
) -> Page[ListedGame]:
    """The first of the finished games whose keys a statement finds.

    From what is kept of how they ended: a list of ten need not work out ten sheets.
    """
    page = page_of(connection.execute(statement.limit(GAMES_AT_A_TIME + 1)).all(), GAMES_AT_A_TIME)
    keys = [GameKey(*row) for row in page.rows]
    scores: dict[int, list[ListedScore]] = {key.id: [] for key in keys}
    rows = connection.execute(
        select(PlayerResult.game_id, Player.name, PlayerResult.total, PlayerResult.winners)
        .join(Player, Player.id == PlayerResult.player_id)
        # Somebody who left before the end has no seat.
        .where(PlayerResult.game_id.in_(scores), PlayerResult.seat.is_not(None))
        .order_by(PlayerResult.place, PlayerResult.seat)
    )
    for game_id, name, total, winners in rows:
        scores[game_id].append(ListedScore(name, total, winners > 0))
    return Page([ListedGame(key.number, key.started, scores[key.id]) for key in keys], page.more)


def _running(game: GameSnapshot) -> ListedGame:
    ahead = game.sheet.ahead
    totals = zip(game.names, game.sheet.totals, strict=True)
    return ListedGame(
        game.number,
        game.started,
        [ListedScore(name, total, seat in ahead) for seat, (name, total) in enumerate(totals)],
        game.sheet.next.number if game.sheet.next else None,
        game.ruleset,
        game.sheet.tied,
    )
