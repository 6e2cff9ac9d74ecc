"""The finished games of a pad as lists show them: on its front page, and found by a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from sqlalchemy import Connection, literal, select, tuple_

from scorepad.store.base import Moment, Page, page_of
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import EVER, IN_ORDER, NEWEST_FIRST, Games, Season, played
from scorepad.store.game.lists import (
    GAMES_AT_A_TIME,
    ListedGame,
    ListedScore,
    running_games,
    running_of,
)
from scorepad.store.models import Game, Player


@dataclass(frozen=True)
class Search:
    """What is looked for; ``None``: any. ``player``: an id; ``year``: in UTC.

    ``agreement``: a digest (:class:`~scorepad.store.figure_models.GameOutcome`).
    """

    player: int | None = None
    agreement: str | None = None
    year: int | None = None


# How a page of games lies to the game that leads to it: right before or after it, or, of running
# games, before it. The last page needs none.
Way: TypeAlias = Literal["before", "after", "running", "oldest"]


def games_found(
    connection: Connection,
    pad_id: int,
    search: Search,
    way: Way | None = None,
    number: int | None = None,
) -> Page[ListedGame]:
    """A page of the finished games that a search finds, newest first, without those in the bin.

    The newest ones, unless a ``way`` leads elsewhere from the game of this ``number``. ``more``:
    whether there are others beyond the page, on that way.
    """
    season = EVER
    if search.year is not None:
        season = Season(*(datetime(search.year + more, 1, 1, tzinfo=UTC) for more in (0, 1)))
    found = select(GameOutcome.game_id, *IN_ORDER).where(
        *Games(pad_id, search.agreement, season).are_these
    )
    if search.player is not None:
        theirs = select(PlayerResult.game_id).where(PlayerResult.player_id == search.player)
        found = found.where(GameOutcome.game_id.in_(theirs))
    started = start_of(connection, pad_id, number)
    if started is not None:
        key, here = tuple_(*IN_ORDER), tuple_(literal(started, Moment), literal(number))
        found = found.where(key > here if way == "after" else key < here)
    to_newer = way in ("after", "oldest")
    found = found.order_by(*(IN_ORDER if to_newer else NEWEST_FIRST)).limit(GAMES_AT_A_TIME + 1)
    page = page_of(connection.execute(found).all(), GAMES_AT_A_TIME)
    if not page.rows:
        return Page([], more=False)
    # From what is kept of how they ended: a list of ten need not work out ten sheets.
    scores: dict[int, list[ListedScore]] = {game_id: [] for game_id, *_ in page.rows}
    rows = connection.execute(
        select(PlayerResult.game_id, Player.name, PlayerResult.total, PlayerResult.winners)
        .join(Player, Player.id == PlayerResult.player_id)
        # Somebody who left before the end has no seat.
        .where(PlayerResult.game_id.in_(scores), PlayerResult.seat.is_not(None))
        .order_by(PlayerResult.place, PlayerResult.seat)
    )
    for game_id, name, total, winners in rows:
        scores[game_id].append(ListedScore(name, total, winners > 0))
    games = [ListedGame(number, started, scores[id_]) for id_, started, number in page.rows]
    return Page(games[::-1] if to_newer else games, page.more)


def start_of(connection: Connection, pad_id: int, number: int | None) -> datetime | None:
    """When the pad's game of a number was started; ``None`` if it has none of it."""
    if number is None:
        return None
    return connection.scalar(
        select(Game.started).where(Game.pad_id == pad_id, Game.number == number)
    )


def years_played(connection: Connection, pad_id: int) -> Sequence[int]:
    """The years from the pad's newest finished game back to its oldest one."""
    _, first, last = played(connection, Games(pad_id))
    return () if first is None or last is None else range(last.year, first.year - 1, -1)


@dataclass(frozen=True)
class GamesPage:
    """One page of a pad's games; both lists are newest first.

    Running games stand on the first page, and on pages of their own if there are many of them:
    ``more_running``. ``newer`` and ``older``: whether there are such finished games.
    """

    running: Sequence[ListedGame]
    finished: Sequence[ListedGame]
    more_running: bool = False
    newer: bool = False
    older: bool = False


def games_page(
    connection: Connection, pad_id: int, way: Way | None = None, number: int | None = None
) -> GamesPage:
    """A page of a pad's games, without those in the bin; ``number``: of the game that leads to it.

    It is the first one if the pad has no game of that number, or none on that page.
    """
    if way == "running":
        page = running_games(connection, running_of(pad_id).where(Game.number < number))
        if page.rows:
            return GamesPage(page.rows, [], more_running=page.more, newer=True)
    elif way == "oldest" or start_of(connection, pad_id, number) is not None:
        page = games_found(connection, pad_id, Search(), way, number)
        # Without more on the way to newer ones, it is the first page.
        if page.more if way != "before" else page.rows:
            older = page.more if way == "before" else way == "after"
            return GamesPage([], page.rows, newer=True, older=older)
    running = running_games(connection, running_of(pad_id))
    newest = games_found(connection, pad_id, Search())
    return GamesPage(running.rows, newest.rows, more_running=running.more, older=newest.more)
