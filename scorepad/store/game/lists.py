"""A pad's games as lists show them: those that run, and those in the bin.

Those that are finished: :mod:`scorepad.store.figures.finished`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, ScalarSelect, Select, func, select
from sqlalchemy.orm import aliased

from scorepad.rules import Ruleset
from scorepad.store.base import Page, page_of
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game, Pad

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


def running_games(connection: Connection, statement: Select[*tuple[Any, ...]]) -> Page[ListedGame]:
    """The first of the running games that a statement of ``GAME`` finds."""
    page = page_of(connection.execute(statement.limit(GAMES_AT_A_TIME + 1)).all(), GAMES_AT_A_TIME)
    return Page([_running(game) for game in assemble(connection, page.rows)], page.more)


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


def running_of(pad_id: int) -> Select[*tuple[Any, ...]]:
    """The rows of the pad's games that are not over, and not in the bin, newest first."""
    conditions = (Game.pad_id == pad_id, Game.binned.is_(None), Game.finished.is_(None))
    return GAME.where(*conditions).order_by(Game.number.desc())


def running_game(connection: Connection, pad_id: int) -> GameSnapshot | None:
    """The pad's newest game that is not over, and not in the bin."""
    row = connection.execute(running_of(pad_id).limit(1)).one_or_none()
    return None if row is None else assemble(connection, [row])[0]


def number_of_next() -> ScalarSelect[int | None]:
    """The number of the game that is played after the ``Game`` of a statement."""
    later = aliased(Game)
    return (
        select(func.min(later.number))
        .where(
            later.pad_id == Game.pad_id,
            later.number > Game.number,
            later.finished.is_(None),
            later.binned.is_(None),
        )
        .correlate(Game)
        .scalar_subquery()
    )


def next_running(connection: Connection, game_id: int) -> int | None:
    """The number of the first game that was started after this one and is not over."""
    return connection.scalar(select(number_of_next()).where(Game.id == game_id))


def newest_running(connection: Connection, pad_ids: Sequence[int]) -> tuple[str, int] | None:
    """The newest running game of any of these pads: the pad's address, and its number there."""
    newest = (
        select(Pad.address, Game.number)
        .join(Pad, Pad.id == Game.pad_id)
        .where(Pad.id.in_(pad_ids), Game.binned.is_(None), Game.finished.is_(None))
        .order_by(Game.id.desc())
        .limit(1)
    )
    row = connection.execute(newest).one_or_none()
    return None if row is None else (row.address, row.number)


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
