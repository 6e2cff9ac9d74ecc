"""Seasons: figures over the games that began between two times.

Tallies go over all games. Those of a season are added up from the results of its games: what it
costs goes by these, and not by the other games of the pad.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    cast,
    func,
    select,
)

from scorepad.store.figure_models import Agreement, GameOutcome, PlayerResult


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


# What results add up to; most are columns that they have, too.
_OF_GAMES: Final[Mapping[str, ColumnElement[int]]] = {
    "games": func.count(PlayerResult.place),
    "wins": how_often(PlayerResult.winners > 0),
    "shared": how_often(PlayerResult.winners > 1),
    "places": func.coalesce(func.sum(PlayerResult.place), 0),
}


def sums_of_results(names: Sequence[str]) -> Sequence[ColumnElement[int]]:
    """What results add up to in these columns of tallies."""
    return [
        (_OF_GAMES[name] if name in _OF_GAMES else total(getattr(PlayerResult, name))).label(name)
        for name in names
    ]


def met_in_results(
    one: type[PlayerResult], other: type[PlayerResult]
) -> Sequence[ColumnElement[int]]:
    """What the results of two in the same games come to for the one: columns of meetings."""
    return [
        func.count(),
        how_often(one.winners > 0),
        total(case((one.hands < other.hands, one.hands), else_=other.hands)),
        how_often(one.place < other.place),
        how_often(one.place == other.place),
    ]


class GamesPlayed(NamedTuple):
    """How many games, and when the first and the last of them began; ``None`` without one.

    ``first_ever`` and ``last_ever``: the same of all games of the pad.
    """

    games: int
    first: datetime | None
    last: datetime | None
    first_ever: datetime | None
    last_ever: datetime | None


_Which: TypeAlias = Sequence[ColumnElement[bool]]
_START: Final = GameOutcome.started


def _span(*of_outcomes: ColumnElement[bool]) -> Sequence[ScalarSelect[datetime]]:
    # An index has the first and the last of them.
    return [
        select(end(_START)).where(*of_outcomes).correlate(None).scalar_subquery()
        for end in (func.min, func.max)
    ]


def _ever(of_outcomes: _Which, of_agreements: _Which) -> Select[*tuple[Any, ...]]:
    # To count all games would go through them.
    games = select(func.coalesce(func.sum(Agreement.games), 0)).where(*of_agreements)
    return select(games.scalar_subquery(), *_span(*of_outcomes), *_span(*_OF_PAD))


_OF_PAD: Final = (GameOutcome.pad_id == bindparam("pad"),)
_UNDER: Final = (*_OF_PAD, GameOutcome.agreement_id == bindparam("agreement"))
_SEASON: Final = select(func.count(), func.min(_START), func.max(_START), *_span(*_OF_PAD)).where(
    within(_START)
)
# By whether they are of a season, and under one agreement.
_PLAYED: Final[Mapping[tuple[bool, bool], Select[*tuple[Any, ...]]]] = {
    (False, False): _ever(_OF_PAD, (Agreement.pad_id == bindparam("pad"),)),
    (False, True): _ever(_UNDER, (Agreement.id == bindparam("agreement"),)),
    (True, False): _SEASON.where(*_OF_PAD),
    (True, True): _SEASON.where(*_UNDER),
}


def played(
    connection: Connection, pad_id: int, agreement_id: int | None, season: Season | None
) -> GamesPlayed:
    """The finished games of a pad: of all rules, or under one agreement; in a season, or ever."""
    statement = _PLAYED[season is not None, agreement_id is not None]
    parameters = {"pad": pad_id, "agreement": agreement_id, **bounds(season)}
    return GamesPlayed._make(connection.execute(statement, parameters).one())
