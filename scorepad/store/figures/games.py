"""Which games figures are about: of a pad, by what rules, of which season; and sums over them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    SQLColumnExpression,
    Text,
    case,
    cast,
    func,
    select,
)

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.models import Game, Player

# A pad can have any number of agreements; these are offered.
MOST_OFFERED: Final = 20
# How the digest of an agreement is spelled.
DIGEST: Final = re.compile("[0-9a-f]{16}")


class Season(NamedTuple):
    """The games that began at ``first`` or later, and before ``end``; ``None``: without a bound."""

    first: datetime | None = None
    end: datetime | None = None

    def holds(self, started: datetime) -> bool:
        """Whether a game with this start is of the season."""
        return (self.first is None or started >= self.first) and (
            self.end is None or started < self.end
        )


EVER: Final = Season()


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
IN_ORDER: Final = (GameOutcome.started, GameOutcome.number)
NEWEST_FIRST: Final = tuple(each.desc() for each in IN_ORDER)


def of_results(*columns: ColumnElement[Any] | Any) -> Select[*tuple[Any, ...]]:
    """These columns of results and of the outcomes of their games."""
    return (
        select(*columns)
        .select_from(PlayerResult)
        .join(GameOutcome, GameOutcome.game_id == PlayerResult.game_id)
    )


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


@dataclass(frozen=True)
class AgreementSnapshot:
    """Rules for a number of players; ``options_text`` as JSON, as its first game has them.

    ``games``: how many finished games there are, of the pad or of one player.
    """

    id: str
    players: int
    options_text: str
    games: int

    @cached_property
    def ruleset(self) -> rules.Ruleset:
        """What they come to."""
        return ruleset_of(self.players, self.options_text)


class PlayerWithRules(NamedTuple):
    """A player, and the rules that they played by, most used first."""

    id: int
    name: str
    agreements: Sequence[AgreementSnapshot]


_OF_GAMES: Final = select(GameOutcome.agreement, GameOutcome.players)


def agreement(connection: Connection, pad_id: int, digest: str) -> AgreementSnapshot | None:
    """The pad's agreement of this digest, with its games."""
    statement = _OF_GAMES.where(*Games(pad_id, digest).are_these)
    return next(iter(_agreements(connection, statement, func.count())), None)


def most_used(connection: Connection, pad_id: int) -> Sequence[AgreementSnapshot]:
    """The agreements with most games of a pad, most first."""
    return _agreements(connection, _OF_GAMES.where(*Games(pad_id).are_these), func.count())


def player_with_rules(
    connection: Connection, pad_id: int, player_id: int
) -> PlayerWithRules | None:
    """The pad's player of this id; ``None`` for an entry that was merged into another one."""
    named = select(Player.name).where(
        Player.pad_id == pad_id, Player.id == player_id, Player.merged_into.is_(None)
    )
    name = connection.scalar(named)
    if name is None:
        return None
    theirs = _OF_GAMES.join(PlayerResult, PlayerResult.game_id == GameOutcome.game_id).where(
        PlayerResult.player_id == player_id
    )
    finished = func.count(PlayerResult.place)
    return PlayerWithRules(player_id, name, _agreements(connection, theirs, finished))


def _agreements(
    connection: Connection, of_games: Select[*tuple[Any, ...]], games: ColumnElement[int]
) -> Sequence[AgreementSnapshot]:
    """The agreements of some games, most games first."""
    counted = (
        of_games.add_columns(games.label("games"), func.min(GameOutcome.game_id).label("first"))
        .group_by(GameOutcome.agreement, GameOutcome.players)
        .subquery()
    )
    # As text: the same rules need not be read from JSON again.
    statement = (
        select(counted.c.agreement, counted.c.players, cast(Game.rules, Text), counted.c.games)
        .join(Game, Game.id == counted.c.first)
        .order_by(counted.c.games.desc(), counted.c.first)
        .limit(MOST_OFFERED)
    )
    return [AgreementSnapshot(*row) for row in connection.execute(statement)]
