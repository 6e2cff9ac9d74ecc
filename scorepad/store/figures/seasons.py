"""Seasons: figures over the games that began between two times.

Tallies go over all games. Those of a season are added up from the results of its games: what it
costs goes by these, and not by the other games of the pad.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    select,
)
from sqlalchemy.orm import Session

from scorepad.store.figures.tallies import Sums
from scorepad.store.models import Agreement, GameOutcome, PlayerResult


class Season(NamedTuple):
    """The games that began at ``first`` or later, and before ``end``."""

    first: datetime
    end: datetime


def within(started: SQLColumnExpression[datetime]) -> ColumnElement[bool]:
    """Whether these starts are in the season that is bound by :func:`bounds`."""
    moment = PlayerResult.started.type
    return and_(
        started >= bindparam("season_first", type_=moment),
        started < bindparam("season_end", type_=moment),
    )


def bounds(season: Season | None) -> Mapping[str, datetime]:
    """The values for :func:`within`; none for all games, whose statements do without it."""
    return {} if season is None else {"season_first": season.first, "season_end": season.end}


def total(column: SQLColumnExpression[int]) -> ColumnElement[int]:
    """The sum of a column: as large as it may be, a whole number on every database."""
    return cast(func.coalesce(func.sum(column), 0), BigInteger)


def how_often(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """In how many rows this is so."""
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


# What results add up to, in the order of the sums; a game with another player is none of these.
_OF_GAMES: Final[Mapping[str, ColumnElement[int]]] = {
    "games": func.count(PlayerResult.place),
    "wins": how_often(PlayerResult.winners > 0),
    "shared": how_often(PlayerResult.winners > 1),
    "places": func.coalesce(func.sum(PlayerResult.place), 0),
    "ahead": literal(0),
    "level": literal(0),
}
SUMS_OF_RESULTS: Final = tuple(
    _OF_GAMES[name] if name in _OF_GAMES else total(getattr(PlayerResult, name))
    for name in Sums._fields
)


class Played(NamedTuple):
    """How many games, and when the first and the last of them began; ``None`` without one."""

    games: int
    first: datetime | None
    last: datetime | None


_OF_PAD: Final = GameOutcome.pad_id == bindparam("pad")
_UNDER: Final = GameOutcome.agreement_id == bindparam("agreement")


def played(
    session: Session, pad_id: int, agreement_id: int | None, season: Season | None
) -> Played:
    """The finished games of a pad: of all rules, or under one agreement; in a season, or all."""
    which = [_OF_PAD]
    if agreement_id is not None:
        which.append(_UNDER)
    if season is not None:
        which.append(within(GameOutcome.started))
        games = select(func.count()).where(*which)
    else:
        # To count them would go through all of them.
        of_pad = Agreement.pad_id == bindparam("pad")
        under = [] if agreement_id is None else [Agreement.id == bindparam("agreement")]
        games = select(func.coalesce(func.sum(Agreement.games), 0)).where(of_pad, *under)
    # Each by itself: an index has the first and the last one.
    ends = [
        select(end(GameOutcome.started)).where(*which).scalar_subquery()
        for end in (func.min, func.max)
    ]
    row = session.connection().execute(
        select(games.scalar_subquery(), *ends),
        {"pad": pad_id, "agreement": agreement_id, **bounds(season)},
    )
    return Played(*row.one())
