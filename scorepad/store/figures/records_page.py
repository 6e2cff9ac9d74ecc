"""Queries for the records of a pad. Of equal ones, the first holds the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, func, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.figures.agreements import COLUMNS
from scorepad.store.figures.firsts import extreme_of, first_game
from scorepad.store.figures.rows import AGREEMENTS, OUTCOMES, RESULTS
from scorepad.store.models import Player
from scorepad.store.snapshot import ruleset_of, table

_PLAYERS: Final = table(Player)
_UNDER: Final = OUTCOMES.c.agreement_id == bindparam("agreement")


@dataclass(frozen=True)
class GameRecord:
    """A record of a game: its value, the game's number, start and rules, and whose it is.

    ``evening``: the number of the first game of that evening.
    """

    value: int
    number: int
    started: datetime
    evening: int
    ruleset: rules.Ruleset
    players: Sequence[str]


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
    evening_moons: GameRecord | None
    without_queen: PlayerRecord | None
    wins_in_a_row: PlayerRecord | None


def _game_record(column: ColumnElement[int], *conditions: ColumnElement[bool]) -> Any:
    of_pad = OUTCOMES.c.pad_id == bindparam("pad")
    first = first_game(OUTCOMES, column, func.max, of_pad, *conditions)
    place = (OUTCOMES.c[name] for name in ("game_id", "number", "started", "evening"))
    return (
        select(column, *place, OUTCOMES.c.comeback_of, *COLUMNS[1:])
        .join(AGREEMENTS, AGREEMENTS.c.id == OUTCOMES.c.agreement_id)
        .where(OUTCOMES.c.game_id == first)
    )


def _player_record(column: ColumnElement[int]) -> Any:
    of_pad = RESULTS.c.pad_id == bindparam("pad")
    # Several may reach it in one game: of these, whoever came into the pad first.
    first = (
        select(column.label("value"), RESULTS.c.number, RESULTS.c.started, RESULTS.c.player_id)
        .where(
            RESULTS.c.game_id == first_game(RESULTS, column, func.max, of_pad),
            column == extreme_of(column, func.max, of_pad),
        )
        .order_by(RESULTS.c.player_id)
        .limit(1)
        .subquery()
    )
    return select(
        first.c.value, first.c.number, first.c.started, _PLAYERS.c.id, _PLAYERS.c.name
    ).join(first, first.c.player_id == _PLAYERS.c.id)


_OF_GAMES: Final = {name: _game_record(OUTCOMES.c[name]) for name in ("hands", "lead", "comeback")}
_UNDER_RULES: Final = {name: _game_record(OUTCOMES.c[name], _UNDER) for name in _OF_GAMES}
_EVENING_MOONS: Final = _game_record(OUTCOMES.c.evening_moons)
_WITHOUT_QUEEN: Final = _player_record(RESULTS.c.without_queen)
_WINS_IN_A_ROW: Final = _player_record(RESULTS.c.wins_in_a_row)
_NAMES: Final = {
    # Whoever won the game alone; whoever came back in it.
    "lead": select(_PLAYERS.c.name)
    .join(RESULTS, RESULTS.c.player_id == _PLAYERS.c.id)
    .where(RESULTS.c.game_id == bindparam("game"), RESULTS.c.winners == 1),
    "comeback": select(_PLAYERS.c.name).where(_PLAYERS.c.id == bindparam("comeback_player")),
    # All who sat there at the end.
    "hands": select(_PLAYERS.c.name)
    .join(RESULTS, RESULTS.c.player_id == _PLAYERS.c.id)
    .where(RESULTS.c.game_id == bindparam("game"), RESULTS.c.seat.is_not(None))
    .order_by(RESULTS.c.seat),
}


def records_of(session: Session, pad_id: int, agreement_id: int | None) -> Records:
    """The records of a pad; ``agreement_id``: ``None`` for games of all rules."""
    connection = session.connection()
    parameters = {"pad": pad_id, "agreement": agreement_id}
    of_games = _OF_GAMES if agreement_id is None else _UNDER_RULES

    def of_game(statement: Any, whose: str | None = None) -> GameRecord | None:
        row = connection.execute(statement, parameters).one_or_none()
        # A zero is not a record.
        if row is None or not row[0]:
            return None
        value, game, number, started, evening, comeback_player, players, options = row
        names: Sequence[str] = ()
        if whose is not None:
            found = connection.execute(
                _NAMES[whose], {"game": game, "comeback_player": comeback_player}
            )
            names = found.scalars().all()
        return GameRecord(value, number, started, evening, ruleset_of(players, options), names)

    def of_player(statement: Any) -> PlayerRecord | None:
        row = connection.execute(statement, parameters).one_or_none()
        return PlayerRecord(*row) if row and row[0] else None

    return Records(
        hands=of_game(of_games["hands"], "hands"),
        lead=of_game(of_games["lead"], "lead"),
        comeback=of_game(of_games["comeback"], "comeback"),
        evening_moons=of_game(_EVENING_MOONS),
        without_queen=of_player(_WITHOUT_QUEEN),
        wins_in_a_row=of_player(_WINS_IN_A_ROW),
    )
