"""Queries for the records of a pad. Of equal ones, the first holds the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Executable,
    Select,
    bindparam,
    func,
    select,
    union_all,
)
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.store.figures.agreements import COLUMNS
from scorepad.store.figures.firsts import extreme_of, first_game
from scorepad.store.figures.streaks import QUEEN, WINS
from scorepad.store.game.snapshot import AnyRow
from scorepad.store.models import Agreement, Evening, GameOutcome, Player, PlayerResult, Streak


@dataclass(frozen=True)
class GameRecord:
    """A record of a game: its value, the game's number, start and rules, and whose it is."""

    value: int
    number: int
    started: datetime
    ruleset: rules.Ruleset
    players: Sequence[str]


@dataclass(frozen=True)
class EveningRecord:
    """A record of an evening: its value, the start of the game that reached it.

    ``evening``: the number of its first game.
    """

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
    """The records of a pad; ``None`` where there is nothing yet that could be one.

    ``hands``, ``lead`` (points), ``comeback`` (points): under one agreement, or over all rules.
    ``evening_moons`` and the streaks of players always go through all games.
    """

    hands: GameRecord | None
    lead: GameRecord | None
    comeback: GameRecord | None
    evening_moons: EveningRecord | None
    without_queen: PlayerRecord | None
    wins_in_a_row: PlayerRecord | None


def _game_records(*conditions: ColumnElement[bool]) -> Executable:
    """The first games with most hands, the highest lead and the biggest comeback."""
    of_pad = GameOutcome.pad_id == bindparam("pad")
    records = (GameOutcome.hands, GameOutcome.lead, GameOutcome.comeback)
    place = (GameOutcome.game_id, GameOutcome.number, GameOutcome.started)
    first = [first_game(GameOutcome, each, func.max, of_pad, *conditions) for each in records]
    return (
        select(*records, *place, GameOutcome.comeback_of, *COLUMNS[1:])
        .join(Agreement, Agreement.id == GameOutcome.agreement_id)
        .where(GameOutcome.game_id.in_(first))
    )


def _player_record(kind: str) -> Select[str, int, int, datetime, int, str]:
    of_pad = (Streak.pad_id == bindparam("pad"), Streak.kind == kind)
    # Several may reach it in one game: of these, whoever came into the pad first.
    first = (
        select(Streak.kind, Streak.best, Streak.number, Streak.started, Streak.player_id)
        .where(*of_pad, Streak.best == extreme_of(Streak.best, func.max, *of_pad))
        .order_by(Streak.started, Streak.number, Streak.player_id)
        .limit(1)
        .subquery()
    )
    return select(
        first.c.kind, first.c.best, first.c.number, first.c.started, Player.id, Player.name
    ).join(first, first.c.player_id == Player.id)


_OF_GAMES: Final = _game_records()
_UNDER_RULES: Final = _game_records(GameOutcome.agreement_id == bindparam("agreement"))
_OF_PLAYERS: Final = union_all(_player_record(QUEEN.name), _player_record(WINS.name))
_EVENINGS_OF_PAD: Final = Evening.pad_id == bindparam("pad")
_MOST_MOONS: Final = (
    select(Evening.moons, Evening.number, Evening.started, Evening.last_started)
    .where(
        _EVENINGS_OF_PAD,
        Evening.moons == extreme_of(Evening.moons, func.max, _EVENINGS_OF_PAD),
    )
    .order_by(Evening.started)
    .limit(1)
    .subquery()
)
# When the game began that had the last of these.
_LAST_MOON: Final = (
    select(func.max(GameOutcome.started))
    .where(
        GameOutcome.pad_id == bindparam("pad"),
        GameOutcome.started >= _MOST_MOONS.c.started,
        GameOutcome.started <= _MOST_MOONS.c.last_started,
        GameOutcome.moons > 0,
    )
    .scalar_subquery()
)
_EVENING_MOONS: Final = select(_MOST_MOONS.c.moons, _LAST_MOON, _MOST_MOONS.c.number)
_HOLDERS: Final = (
    select(
        PlayerResult.game_id,
        PlayerResult.player_id,
        PlayerResult.seat,
        PlayerResult.winners,
        Player.name,
    )
    .join(Player, Player.id == PlayerResult.player_id)
    .where(PlayerResult.game_id.in_(bindparam("games", expanding=True)))
    .order_by(PlayerResult.seat)
)


def records_of(session: Session, pad_id: int, agreement_id: int | None) -> Records:
    """The records of a pad; ``agreement_id``: ``None`` for games of all rules."""
    connection = session.connection()
    parameters = {"pad": pad_id, "agreement": agreement_id}
    rows = connection.execute(_OF_GAMES if agreement_id is None else _UNDER_RULES, parameters)
    games = sorted(rows, key=lambda game: (game.started, game.game_id))
    holders = connection.execute(_HOLDERS, {"games": [game.game_id for game in games]}).all()

    def of_game(record: str, holds: Callable[[AnyRow, AnyRow], bool]) -> GameRecord | None:
        # Of equal ones, the first.
        row = max(games, key=lambda game: getattr(game, record) or 0, default=None)
        value = row and getattr(row, record)
        # A zero is not a record.
        if row is None or not value:
            return None
        names = [each.name for each in holders if each.game_id == row.game_id and holds(row, each)]
        ruleset = ruleset_of(row.players, row.options)
        return GameRecord(value, row.number, row.started, ruleset, names)

    of_players = {
        row.kind: PlayerRecord(row.best, row.number, row.started, row.id, row.name)
        for row in connection.execute(_OF_PLAYERS, parameters).all()
    }
    evening = connection.execute(_EVENING_MOONS, parameters).one_or_none()
    return Records(
        # All who sat there at the end; whoever won alone; whoever came back.
        hands=of_game("hands", lambda _, each: each.seat is not None),
        lead=of_game("lead", lambda _, each: each.winners == 1),
        comeback=of_game("comeback", lambda game, each: each.player_id == game.comeback_of),
        evening_moons=EveningRecord(*evening) if evening and evening.moons else None,
        without_queen=of_players.get(QUEEN.name),
        wins_in_a_row=of_players.get(WINS.name),
    )
