"""The rules that games of a pad were played by, as pages choose between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, Text, cast, func, select

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import Games
from scorepad.store.models import Game, Player

# A pad can have any number of agreements; these are offered.
MOST_OFFERED: Final = 20
# How the digest of an agreement is spelled.
DIGEST: Final = re.compile("[0-9a-f]{16}")


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
    return next(iter(_found(connection, statement, func.count())), None)


def most_used(connection: Connection, pad_id: int) -> Sequence[AgreementSnapshot]:
    """The agreements with most games of a pad, most first."""
    return _found(connection, _OF_GAMES.where(*Games(pad_id).are_these), func.count())


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
    return PlayerWithRules(player_id, name, _found(connection, theirs, finished))


def _found(
    connection: Connection, statement: Select[*tuple[Any, ...]], games: ColumnElement[int]
) -> Sequence[AgreementSnapshot]:
    first = func.min(GameOutcome.game_id)
    counted = (
        statement.add_columns(games.label("games"), first.label("first"))
        .group_by(GameOutcome.agreement, GameOutcome.players)
        .order_by(games.desc(), first)
        .limit(MOST_OFFERED)
    )
    found = counted.subquery()
    # As text: the same rules need not be read from JSON again.
    with_options = (
        select(found.c.agreement, found.c.players, cast(Game.rules, Text), found.c.games)
        .join(Game, Game.id == found.c.first)
        .order_by(found.c.games.desc(), found.c.first)
    )
    return [AgreementSnapshot(*row) for row in connection.execute(with_options)]
