"""Which games figures are about: of a pad, by what rules, of which season."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    SQLColumnExpression,
    case,
    cast,
    func,
    select,
)

from scorepad.store.figure_models import GameOutcome


class Season(NamedTuple):
    """The games that began at ``first`` or later, and before ``end``; ``None``: without a bound."""

    first: datetime | None = None
    end: datetime | None = None

    def holds(self, started: datetime) -> bool:
        """Whether a game with this start is of the season."""
        return (self.first is None or started >= self.first) and (
            self.end is None or started < self.end
        )


EVER = Season()


class Games(NamedTuple):
    """The finished games of a pad by one agreement, ``None`` for all rules, in a season."""

    pad_id: int
    agreement: str | None = None
    season: Season = EVER

    @property
    def are_these(self) -> Sequence[ColumnElement[bool]]:
        """The conditions that their outcomes meet."""
        first, end = self.season
        conditions = [GameOutcome.pad_id == self.pad_id]
        if self.agreement is not None:
            conditions.append(GameOutcome.agreement == self.agreement)
        if first is not None:
            conditions.append(GameOutcome.started >= first)
        if end is not None:
            conditions.append(GameOutcome.started < end)
        return conditions


# The order in which games were played: those of one file may have begun in the same second.
IN_ORDER = (GameOutcome.started, GameOutcome.number)
NEWEST_FIRST = tuple(each.desc() for each in IN_ORDER)


def total(column: SQLColumnExpression[Any]) -> ColumnElement[int]:
    """The sum of a column, a whole number on every database."""
    return cast(func.coalesce(func.sum(column), 0), BigInteger)


def how_often(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """In how many rows this is so."""
    return total(case((condition, 1), else_=0))


class GamesPlayed(NamedTuple):
    """How many games, and when the first and the last of them began; ``None`` without one."""

    games: int
    first: datetime | None
    last: datetime | None


def played(connection: Connection, games: Games) -> GamesPlayed:
    """How many of these games there are, and when they began."""
    start = GameOutcome.started
    statement = select(func.count(), func.min(start), func.max(start)).where(*games.are_these)
    return GamesPlayed._make(connection.execute(statement).one())
