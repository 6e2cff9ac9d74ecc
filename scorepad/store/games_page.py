"""The games of a pad as its pages list them, read as :mod:`scorepad.store.snapshot` reads one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, bindparam, func, or_, select
from sqlalchemy.orm import Session

from scorepad.store.snapshot import (
    GAME,
    GAMES,
    PLAYERS,
    SEATS,
    SUBSTITUTIONS,
    GameSnapshot,
    assemble,
)

# How many games a page shows, and how many are in memory at once.
_AT_A_TIME: Final = 20
_MOST_PAGES: Final = 10**6

_OF_PAD: Final = GAMES.c.pad_id == bindparam("pad_id")
_NOT_BINNED: Final = GAMES.c.binned.is_(None)

_PAGE: Final = (
    GAME.where(_OF_PAD, _NOT_BINNED)
    .order_by(GAMES.c.finished.is_not(None), GAMES.c.number.desc())
    .offset(bindparam("offset"))
    # One more than the page shows tells whether there is another page.
    .limit(_AT_A_TIME + 1)
)
_LAST: Final = GAME.where(_OF_PAD, _NOT_BINNED).order_by(GAMES.c.number.desc()).limit(1)
_RUNNING: Final = (
    GAME.where(_OF_PAD, _NOT_BINNED, GAMES.c.finished.is_(None))
    .order_by(GAMES.c.number.desc())
    .limit(1)
)
_NEXT: Final = (
    GAME.where(_OF_PAD, _NOT_BINNED, GAMES.c.number > bindparam("number"))
    .order_by(GAMES.c.number)
    .limit(_AT_A_TIME)
)
_LATER: Final = GAMES.alias("later")
# The number of the game that is played after a game of ``GAMES``.
NEXT_RUNNING: Final = (
    select(func.min(_LATER.c.number))
    .where(
        _LATER.c.pad_id == GAMES.c.pad_id,
        _LATER.c.number > GAMES.c.number,
        _LATER.c.finished.is_(None),
        _LATER.c.binned.is_(None),
    )
    .correlate(GAMES)
    .scalar_subquery()
)
_NEXT_RUNNING_AFTER: Final = select(NEXT_RUNNING).where(GAMES.c.id == bindparam("game_id"))
_NEWEST_RUNNING: Final = (
    select(GAMES.c.pad_id, GAMES.c.number)
    .where(
        GAMES.c.pad_id.in_(bindparam("pad_ids", expanding=True)),
        _NOT_BINNED,
        GAMES.c.finished.is_(None),
    )
    .order_by(GAMES.c.id.desc())
    .limit(1)
)
_SEATED: Final = (
    select(PLAYERS.c.id, PLAYERS.c.name)
    .where(
        or_(
            PLAYERS.c.id.in_(
                select(SEATS.c.player_id)
                .join(GAMES, GAMES.c.id == SEATS.c.game_id)
                .where(_OF_PAD, _NOT_BINNED)
            ),
            PLAYERS.c.id.in_(
                select(SUBSTITUTIONS.c.player_id)
                .join(GAMES, GAMES.c.id == SUBSTITUTIONS.c.game_id)
                .where(_OF_PAD, _NOT_BINNED, SUBSTITUTIONS.c.last_line > 0)
            ),
        )
    )
    .order_by(PLAYERS.c.id)
)
_BINNED: Final = (
    select(GAMES.c.number, GAMES.c.started)
    .where(_OF_PAD, GAMES.c.binned.is_not(None))
    .order_by(GAMES.c.number.desc())
)


@dataclass(frozen=True)
class GamesPage:
    """One page of a pad's games: running games first, then the others, each newest first."""

    running: Sequence[GameSnapshot]
    finished: Sequence[GameSnapshot]
    number: int
    more: bool


@dataclass(frozen=True)
class RunningGame:
    """A game that is not over: its pad, and its number there."""

    pad_id: int
    number: int


@dataclass(frozen=True)
class BinnedGame:
    """What a list of the bin says about a game."""

    number: int
    started: datetime


def games_page(session: Session, pad_id: int, number: int) -> GamesPage:
    """Page ``number`` (from 1) of a pad's games, without those in the bin."""
    number = min(max(number, 1), _MOST_PAGES)
    parameters = {"pad_id": pad_id, "offset": (number - 1) * _AT_A_TIME}
    connection = session.connection()
    rows = connection.execute(_PAGE, parameters).all()
    games = assemble(connection, rows[:_AT_A_TIME])
    return GamesPage(
        running=[game for game in games if game.finished is None],
        finished=[game for game in games if game.finished is not None],
        number=number,
        more=len(rows) > _AT_A_TIME,
    )


def last_game(session: Session, pad_id: int) -> GameSnapshot | None:
    """The pad's newest game that is not in the bin."""
    return _one(session, _LAST, pad_id)


def running_game(session: Session, pad_id: int) -> GameSnapshot | None:
    """The pad's newest game that is not over, and not in the bin."""
    return _one(session, _RUNNING, pad_id)


def next_running(session: Session, game_id: int) -> int | None:
    """The number of the first game that was started after this one and is not over."""
    number: int | None = session.connection().scalar(_NEXT_RUNNING_AFTER, {"game_id": game_id})
    return number


def newest_running(session: Session, pad_ids: Sequence[int]) -> RunningGame | None:
    """The newest game of any of these pads that is not over, and not in the bin."""
    connection = session.connection()
    row = connection.execute(_NEWEST_RUNNING, {"pad_ids": list(pad_ids)}).one_or_none()
    return None if row is None else RunningGame(*row)


def _one(session: Session, statement: Select[Any], pad_id: int) -> GameSnapshot | None:
    connection = session.connection()
    row = connection.execute(statement, {"pad_id": pad_id}).one_or_none()
    return None if row is None else assemble(connection, [row])[0]


def all_games(session: Session, pad_id: int) -> Iterator[GameSnapshot]:
    """The pad's games without those in the bin, oldest first, a few at a time."""
    number = 0
    while True:
        parameters = {"pad_id": pad_id, "number": number}
        connection = session.connection()
        games = assemble(connection, connection.execute(_NEXT, parameters).all())
        if not games:
            return
        yield from games
        number = games[-1].number


def everybody(session: Session, pad_id: int) -> Mapping[int, str]:
    """The names of all who sat at a table of ``all_games``, by their ids.

    In the order in which they came into the pad.
    """
    rows = session.connection().execute(_SEATED, {"pad_id": pad_id})
    return {row.id: row.name for row in rows}


def binned_games(session: Session, pad_id: int) -> Sequence[BinnedGame]:
    """The games in the pad's bin, newest first."""
    rows = session.connection().execute(_BINNED, {"pad_id": pad_id})
    return [BinnedGame(*row) for row in rows]
