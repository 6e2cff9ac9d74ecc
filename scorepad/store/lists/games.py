"""The games of a pad as its pages list them (one alone: :mod:`scorepad.store.game.snapshot`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, literal, select, tuple_

from scorepad.store.base import Moment
from scorepad.store.game.running import running_of
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.lists.listed import (
    GAMES_AT_A_TIME,
    GameKey,
    ListedGame,
    finished_games,
    running_games,
    start_of,
)
from scorepad.store.models import Game
from scorepad.store.page import Page, page_of

# How a page of games lies to the game that leads to it: right before or after it, or, of running
# games, before it. The last page needs none.
Way: TypeAlias = Literal["before", "after", "running", "oldest"]


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
    page = None if way is None else _later_page(connection, pad_id, way, number)
    if page is not None:
        return page
    running = running_games(connection, running_of(pad_id))
    finished = finished_games(connection, _newest_first(_finished(pad_id)))
    return GamesPage(running.rows, finished.rows, more_running=running.more, older=finished.more)


def _later_page(
    connection: Connection, pad_id: int, way: Way, number: int | None
) -> GamesPage | None:
    """The page, unless it is empty or the first one."""
    if way == "running":
        page = running_games(connection, running_of(pad_id).where(Game.number < number))
        return GamesPage(page.rows, [], more_running=page.more, newer=True) if page.rows else None
    finished = _finished(pad_id)
    if way == "oldest":
        page = finished_games(connection, _oldest_first(finished))
        return GamesPage([], page.rows[::-1], newer=True) if page.more else None
    started = start_of(connection, pad_id, number)
    if started is None:
        return None
    key, here = tuple_(Game.started, Game.number), tuple_(literal(started, Moment), literal(number))
    if way == "before":
        page = finished_games(connection, _newest_first(finished.where(key < here)))
        return GamesPage([], page.rows, newer=True, older=page.more) if page.rows else None
    page = finished_games(connection, _oldest_first(finished.where(key > here)))
    return GamesPage([], page.rows[::-1], newer=True, older=True) if page.more else None


def _finished(pad_id: int) -> Select[int, int, datetime]:
    return select(Game.id, Game.number, Game.started).where(
        Game.pad_id == pad_id, Game.binned.is_(None), Game.finished.is_not(None)
    )


# By when they were started: a game that was imported has a higher number than many later ones.
def _newest_first(finished: Select[int, int, datetime]) -> Select[int, int, datetime]:
    return finished.order_by(Game.started.desc(), Game.number.desc())


def _oldest_first(finished: Select[int, int, datetime]) -> Select[int, int, datetime]:
    return finished.order_by(Game.started, Game.number)


def last_game(connection: Connection, pad_id: int) -> GameSnapshot | None:
    """The game of the pad that was started last and is not in the bin."""
    finished = (
        GAME.where(Game.pad_id == pad_id, Game.binned.is_(None), Game.finished.is_not(None))
        .order_by(Game.started.desc(), Game.number.desc())
        .limit(1)
    )
    # Each list has an index of its own.
    found = [connection.execute(each).first() for each in (finished, running_of(pad_id).limit(1))]
    rows = [row for row in found if row is not None]
    if not rows:
        return None
    return assemble(connection, [max(rows, key=lambda row: (row.started, row.number))])[0]


def bin_page(connection: Connection, pad_id: int, before: int | None = None) -> Page[GameKey]:
    """The games in the pad's bin with a lower number than ``before``, newest first."""
    binned = select(Game.id, Game.number, Game.started).where(*_in_bin(pad_id))
    if before is not None:
        binned = binned.where(Game.number < before)
    rows = connection.execute(binned.order_by(Game.number.desc()).limit(GAMES_AT_A_TIME + 1))
    return page_of([GameKey(*row) for row in rows], GAMES_AT_A_TIME)


def has_bin(connection: Connection, pad_id: int) -> bool:
    """Whether there is a game in the pad's bin."""
    return connection.scalar(select(Game.id).where(*_in_bin(pad_id)).limit(1)) is not None


def _in_bin(pad_id: int) -> Sequence[ColumnElement[bool]]:
    return Game.pad_id == pad_id, Game.binned.is_not(None)
