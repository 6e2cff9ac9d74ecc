"""The records of a pad. Of equal ones, the first holds the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, SQLColumnExpression, Text, cast, select

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.evenings import evenings_of, moons_by_game
from scorepad.store.figures.games import IN_ORDER, Games
from scorepad.store.figures.league import of_results
from scorepad.store.figures.streaks import Run, longest, streaks_of
from scorepad.store.models import Game, Player


@dataclass(frozen=True)
class GameRecord:
    """A record of a game: its value, the game's number, start and rules, and whose it is."""

    value: int
    number: int
    started: datetime
    ruleset: rules.Ruleset
    players: list[str]


@dataclass(frozen=True)
class EveningRecord:
    """A record of an evening: its value, its start, and the number of its first game."""

    value: int
    started: datetime
    evening: int


@dataclass(frozen=True)
class PlayerRecord:
    """A record of a player: its value, the number and start of the game that reached it, whose."""

    value: int
    number: int
    started: datetime
    player_id: int
    name: str


@dataclass(frozen=True)
class Records:
    """The records of some games; ``None`` where there is nothing yet that could be one.

    ``hands``, ``lead`` (points), ``comeback`` (points): under one agreement, or over all rules.
    ``evening_moons`` and the streaks of players always go through games of all rules.
    """

    hands: GameRecord | None
    lead: GameRecord | None
    comeback: GameRecord | None
    evening_moons: EveningRecord | None
    without_queen: PlayerRecord | None
    wins_in_a_row: PlayerRecord | None


def records_of(connection: Connection, games: Games) -> Records:
    """The records of these games."""
    streaks = streaks_of(connection, games)
    return Records(
        # All who sat there at the end; whoever won alone; whoever came back.
        hands=_of_game(connection, games, GameOutcome.hands, PlayerResult.seat.is_not(None)),
        lead=_of_game(connection, games, GameOutcome.lead, PlayerResult.winners == 1),
        comeback=_of_game(connection, games, PlayerResult.comeback, PlayerResult.comeback > 0),
        evening_moons=_evening_moons(connection, games),
        without_queen=_of_player(
            connection, {player: each.without_queen for player, each in streaks.items()}
        ),
        wins_in_a_row=_of_player(
            connection, {player: each.wins for player, each in streaks.items()}
        ),
    )


def _of_game(
    connection: Connection,
    games: Games,
    record: SQLColumnExpression[Any],
    whose: ColumnElement[bool],
) -> GameRecord | None:
    """The game with the highest value of a column; a zero is not a record."""
    first = connection.execute(
        of_results(
            *(record, GameOutcome.number, GameOutcome.started),
            *(GameOutcome.game_id, GameOutcome.players, cast(Game.rules, Text)),
        )
        .join(Game, Game.id == GameOutcome.game_id)
        .where(*games.are_these, record > 0)
        .order_by(record.desc(), *IN_ORDER)
        .limit(1)
    ).one_or_none()
    if first is None:
        return None
    value, number, started, game, players, options = first
    holders = (
        select(Player.name)
        .join(PlayerResult, PlayerResult.player_id == Player.id)
        .where(PlayerResult.game_id == game, whose)
        .order_by(PlayerResult.seat)
    )
    names = [*connection.scalars(holders)]
    return GameRecord(value, number, started, ruleset_of(players, options), names)


def _evening_moons(connection: Connection, games: Games) -> EveningRecord | None:
    """The first evening with most moons, of all players together."""
    moons = moons_by_game(connection, games.pad_id)
    best: EveningRecord | None = None
    for evening in evenings_of(connection, games.pad_id, games.season):
        count = sum(moons.get(each, 0) for each in evening.game_ids)
        if count > (best.value if best else 0):
            best = EveningRecord(count, evening.started, evening.number)
    return best


def _of_player(connection: Connection, runs: Mapping[int, Run]) -> PlayerRecord | None:
    """The longest streak of these, by player."""
    found = longest(connection, runs)
    if found is None:
        return None
    player, extreme = found
    name = connection.scalar(select(Player.name).where(Player.id == player)) or ""
    return PlayerRecord(*extreme, player, name)
