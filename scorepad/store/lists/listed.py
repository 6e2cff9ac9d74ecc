"""Games as lists show them: their players and how they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, Select, bindparam, select

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


# When the pad's game of a number was started: where a list goes on after it.
STARTED: Final = select(Game.started).where(
    Game.pad_id == bindparam("pad_id"), Game.number == bindparam("number")
)

# Running games by what changes with everything that a list shows of them: working out one sheet
# takes as long as three statements, and a list has ten.
_KEPT: Final[dict[tuple[Engine, int, str, int], ListedGame]] = {}
_MOST_KEPT: Final = 1000


def running_games(
    connection: Connection, statement: Select[*tuple[Any, ...]], parameters: Mapping[str, object]
) -> Page[ListedGame]:
    """The first of the running games that a statement of ``GAME`` finds."""
    page = page_of(connection.execute(statement, parameters).all(), GAMES_AT_A_TIME)
    keys = [(connection.engine, row.id, row.entry_id, row.revision) for row in page.rows]
    kept = {key: _KEPT.get(key) for key in keys}
    new = [row for row, key in zip(page.rows, keys, strict=True) if kept[key] is None]
    if len(_KEPT) + len(new) > _MOST_KEPT:
        _KEPT.clear()
    for game in assemble(connection, new):
        key = (connection.engine, game.id, game.entry_id, game.revision)
        kept[key] = _KEPT[key] = _running(game)
    return Page([game for game in kept.values() if game is not None], page.more)


_SCORES: Final = (
    select(PlayerResult.game_id, Player.name, PlayerResult.total, PlayerResult.winners)
    .join(Player, Player.id == PlayerResult.player_id)
    .where(
        PlayerResult.game_id.in_(bindparam("games", expanding=True)),
        # Whoever left before the end has no seat.
        PlayerResult.seat.is_not(None),
    )
    .order_by(PlayerResult.place, PlayerResult.seat)
)


def finished_games(
    connection: Connection,
    statement: Select[int, int, datetime],
    parameters: Mapping[str, object],
) -> Page[ListedGame]:
    """The first of the finished games whose keys a statement finds.

    From what is kept of how they ended: a list of twenty need not work out twenty sheets.
    """
    page = page_of(connection.execute(statement, parameters).all(), GAMES_AT_A_TIME)
    keys = [GameKey(*row) for row in page.rows]
    scores: dict[int, list[ListedScore]] = {key.id: [] for key in keys}
    if keys:
        rows = connection.execute(_SCORES, {"games": [key.id for key in keys]})
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
