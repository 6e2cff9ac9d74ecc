"""The games of a pad as its pages list them (one alone: :mod:`scorepad.store.game.snapshot`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Final

from sqlalchemy import Connection, Executable, Integer, Select, bindparam, select, tuple_
from sqlalchemy.orm import Session

from scorepad.store.base import Moment
from scorepad.store.game.running import ALL_RUNNING
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.lists.listed import GameKey, ListedGame, finished_games, running_games
from scorepad.store.models import Game

# How many games of each kind a page shows.
FINISHED_AT_A_TIME: Final = 10
RUNNING_AT_A_TIME: Final = 10

_OF_PAD: Final = Game.pad_id == bindparam("pad_id")
_NOT_BINNED: Final = Game.binned.is_(None)
_BEFORE_NUMBER: Final = Game.number < bindparam("number")

# Each list has an index of its own, which has nothing but what is on the list: see the models. One
# more game than a page shows tells whether there is another page.
_RUNNING_PAGE: Final = ALL_RUNNING.limit(RUNNING_AT_A_TIME + 1)
_RUNNING_BEFORE: Final = _RUNNING_PAGE.where(_BEFORE_NUMBER)
# By when they were started: a game that was imported has a higher number than many later ones.
_KEY: Final = tuple_(Game.started, Game.number)
_GIVEN_KEY: Final = tuple_(bindparam("started", type_=Moment), bindparam("number", type_=Integer))
_FINISHED: Final = (
    select(Game.id, Game.number, Game.started)
    .where(_OF_PAD, _NOT_BINNED, Game.finished.is_not(None))
    .limit(FINISHED_AT_A_TIME + 1)
)
_NEWEST: Final = _FINISHED.order_by(Game.started.desc(), Game.number.desc())
_OLDEST: Final = _FINISHED.order_by(Game.started, Game.number)
_OLDER: Final = _NEWEST.where(_KEY < _GIVEN_KEY)
_NEWER: Final = _OLDEST.where(_KEY > _GIVEN_KEY)
_STARTED: Final = select(Game.started).where(_OF_PAD, Game.number == bindparam("number"))
_LAST_FINISHED: Final = (
    GAME.where(_OF_PAD, _NOT_BINNED, Game.finished.is_not(None))
    .order_by(Game.started.desc(), Game.number.desc())
    .limit(1)
)
_LAST_RUNNING: Final = ALL_RUNNING.limit(1)


class Way(Enum):
    """How a page of games lies to the game that leads to it."""

    BEFORE = auto()
    AFTER = auto()
    RUNNING_BEFORE = auto()


@dataclass(frozen=True)
class From:
    """A page of games: those that come right before or after the one of this number."""

    way: Way
    number: int


class End(Enum):
    """The first page of games, and the last one."""

    NEWEST = auto()
    OLDEST = auto()


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


def games_page(session: Session, pad_id: int, page: From | End = End.NEWEST) -> GamesPage:
    """A page of a pad's games, without those in the bin.

    It is the first one if the pad has no game of that number, or none on that page.
    """
    connection, pad = session.connection(), {"pad_id": pad_id}
    if page is End.OLDEST:
        finished, newer = _finished(connection, _OLDEST, pad)
        # A single page is the first one.
        if newer:
            return GamesPage([], finished[::-1], newer=True)
    elif isinstance(page, From):
        found = _page_from(connection, page, {**pad, "number": page.number})
        if found is not None:
            return found
    running, more_running = _running(connection, _RUNNING_PAGE, pad)
    finished, older = _finished(connection, _NEWEST, pad)
    return GamesPage(running, finished, more_running=more_running, older=older)


def _page_from(
    connection: Connection, page: From, parameters: Mapping[str, object]
) -> GamesPage | None:
    """The page, unless it is empty or the first one."""
    if page.way is Way.RUNNING_BEFORE:
        running, more = _running(connection, _RUNNING_BEFORE, parameters)
        return GamesPage(running, [], more_running=more, newer=True) if running else None
    started = connection.scalar(_STARTED, parameters)
    if started is None:
        return None
    key = {**parameters, "started": started}
    if page.way is Way.BEFORE:
        finished, older = _finished(connection, _OLDER, key)
        return GamesPage([], finished, newer=True, older=older) if finished else None
    finished, newer = _finished(connection, _NEWER, key)
    return GamesPage([], finished[::-1], newer=True, older=True) if newer else None


def _running(
    connection: Connection, statement: Executable, parameters: Mapping[str, object]
) -> tuple[Sequence[ListedGame], bool]:
    """As many running games as a page shows, and whether there is one more."""
    rows = connection.execute(statement, parameters).all()
    return running_games(connection, rows[:RUNNING_AT_A_TIME]), len(rows) > RUNNING_AT_A_TIME


def _finished(
    connection: Connection,
    statement: Select[int, int, datetime],
    parameters: Mapping[str, object],
) -> tuple[Sequence[ListedGame], bool]:
    """The same of finished games."""
    keys = [GameKey(*row) for row in connection.execute(statement, parameters)]
    games = finished_games(connection, keys[:FINISHED_AT_A_TIME])
    return games, len(keys) > FINISHED_AT_A_TIME


def last_game(session: Session, pad_id: int) -> GameSnapshot | None:
    """The game of the pad that was started last and is not in the bin."""
    connection = session.connection()
    rows = [
        row
        for statement in (_LAST_FINISHED, _LAST_RUNNING)
        for row in connection.execute(statement, {"pad_id": pad_id})
    ]
    if not rows:
        return None
    last = max(rows, key=lambda row: (row.started, row.number))
    return assemble(connection, [last])[0]
