"""The games of a pad as its pages list them (one alone: :mod:`scorepad.store.game.snapshot`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from sqlalchemy import Connection, Integer, bindparam, select, tuple_

from scorepad.store.base import Moment
from scorepad.store.game.running import LAST_RUNNING, RUNNING
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.lists.listed import (
    GAMES_AT_A_TIME,
    STARTED,
    GameKey,
    ListedGame,
    finished_games,
    running_games,
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


# Each list has an index of its own, which has nothing but what is on the list: see the models.
_RUNNING: Final = RUNNING.limit(GAMES_AT_A_TIME + 1)
# By when they were started: a game that was imported has a higher number than many later ones.
_FINISHED: Final = (
    select(Game.id, Game.number, Game.started)
    .where(Game.pad_id == bindparam("pad_id"), Game.binned.is_(None), Game.finished.is_not(None))
    .limit(GAMES_AT_A_TIME + 1)
)
_NEWEST: Final = _FINISHED.order_by(Game.started.desc(), Game.number.desc())


def games_page(
    connection: Connection, pad_id: int, way: Way | None = None, number: int | None = None
) -> GamesPage:
    """A page of a pad's games, without those in the bin; ``number``: of the game that leads to it.

    It is the first one if the pad has no game of that number, or none on that page.
    """
    parameters = {"pad_id": pad_id, "number": number}
    page = None if way is None else _later_page(connection, way, parameters)
    if page is not None:
        return page
    running = running_games(connection, _RUNNING, parameters)
    finished = finished_games(connection, _NEWEST, parameters)
    return GamesPage(running.rows, finished.rows, more_running=running.more, older=finished.more)


_RUNNING_BEFORE: Final = _RUNNING.where(Game.number < bindparam("number"))
_KEY: Final = tuple_(Game.started, Game.number)
_GIVEN_KEY: Final = tuple_(bindparam("started", type_=Moment), bindparam("number", type_=Integer))
_OLDER: Final = _NEWEST.where(_KEY < _GIVEN_KEY)
_OLDEST: Final = _FINISHED.order_by(Game.started, Game.number)
_NEWER: Final = _OLDEST.where(_KEY > _GIVEN_KEY)


def _later_page(
    connection: Connection, way: Way, parameters: Mapping[str, int | None]
) -> GamesPage | None:
    """The page, unless it is empty or the first one."""
    if way == "running":
        page = running_games(connection, _RUNNING_BEFORE, parameters)
        return GamesPage(page.rows, [], more_running=page.more, newer=True) if page.rows else None
    if way == "oldest":
        page = finished_games(connection, _OLDEST, parameters)
        return GamesPage([], page.rows[::-1], newer=True) if page.more else None
    key = {**parameters, "started": connection.scalar(STARTED, parameters)}
    if key["started"] is None:
        return None
    if way == "before":
        page = finished_games(connection, _OLDER, key)
        return GamesPage([], page.rows, newer=True, older=page.more) if page.rows else None
    page = finished_games(connection, _NEWER, key)
    return GamesPage([], page.rows[::-1], newer=True, older=True) if page.more else None


_LAST_FINISHED: Final = (
    GAME.where(Game.pad_id == bindparam("pad_id"), Game.binned.is_(None))
    .where(Game.finished.is_not(None))
    .order_by(Game.started.desc(), Game.number.desc())
    .limit(1)
)


def last_game(connection: Connection, pad_id: int) -> GameSnapshot | None:
    """The game of the pad that was started last and is not in the bin."""
    rows = [
        row
        for statement in (_LAST_FINISHED, LAST_RUNNING)
        for row in connection.execute(statement, {"pad_id": pad_id}).all()
    ]
    if not rows:
        return None
    last = max(rows, key=lambda row: (row.started, row.number))
    return assemble(connection, [last])[0]


_IN_BIN: Final = Game.pad_id == bindparam("pad_id"), Game.binned.is_not(None)
_BINNED: Final = (
    select(Game.id, Game.number, Game.started)
    .where(*_IN_BIN)
    .order_by(Game.number.desc())
    .limit(GAMES_AT_A_TIME + 1)
)
_BINNED_BEFORE: Final = _BINNED.where(Game.number < bindparam("number"))


def bin_page(connection: Connection, pad_id: int, before: int | None = None) -> Page[GameKey]:
    """The games in the pad's bin with a lower number than ``before``, newest first."""
    statement = _BINNED if before is None else _BINNED_BEFORE
    rows = connection.execute(statement, {"pad_id": pad_id, "number": before})
    return page_of([GameKey(*row) for row in rows], GAMES_AT_A_TIME)


_HAS_BIN: Final = select(Game.id).where(*_IN_BIN).limit(1)


def has_bin(connection: Connection, pad_id: int) -> bool:
    """Whether there is a game in the pad's bin."""
    return connection.scalar(_HAS_BIN, {"pad_id": pad_id}) is not None
