"""Queries for the records of a pad. Of equal ones, the first holds the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    ScalarSelect,
    Select,
    bindparam,
    func,
    select,
    union_all,
)

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.store.figure_models import Agreement, Evening, GameOutcome, PlayerResult, Streak
from scorepad.store.figures.agreements import COLUMNS
from scorepad.store.figures.firsts import extreme_of, first_game, first_game_in_season
from scorepad.store.figures.seasons import Season, bounds, within
from scorepad.store.figures.streaks import KINDS, QUEEN, WINS, runs_in_season
from scorepad.store.game.snapshot import AnyRow
from scorepad.store.models import Player


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
    ``evening_moons`` and the streaks of players always go through games of all rules.
    """

    hands: GameRecord | None
    lead: GameRecord | None
    comeback: GameRecord | None
    evening_moons: EveningRecord | None
    without_queen: PlayerRecord | None
    wins_in_a_row: PlayerRecord | None


def _game_records(
    first_game: Callable[..., ScalarSelect[int]], *conditions: ColumnElement[bool]
) -> Executable:
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


_UNDER: Final = GameOutcome.agreement_id == bindparam("agreement")
# By whether they are of a season, and under one agreement.
_OF_GAMES: Final = {
    (False, False): _game_records(first_game),
    (False, True): _game_records(first_game, _UNDER),
    (True, False): _game_records(first_game_in_season),
    (True, True): _game_records(first_game_in_season, _UNDER),
}
_OF_PLAYERS: Final = union_all(_player_record(QUEEN.name), _player_record(WINS.name))
_EVENINGS_OF_PAD: Final = Evening.pad_id == bindparam("pad")
_SPANS: Final = select(Evening.moons, Evening.number, Evening.started, Evening.last_started).where(
    _EVENINGS_OF_PAD
)


def _evening_moons(evenings: Select[int, int, datetime, datetime]) -> Executable:
    """The first of these evenings, with when the game began that had the last of its moons."""
    most = evenings.limit(1).subquery()
    last_moon = (
        select(func.max(GameOutcome.started))
        .where(
            GameOutcome.pad_id == bindparam("pad"),
            GameOutcome.started >= most.c.started,
            GameOutcome.started <= most.c.last_started,
            GameOutcome.moons > 0,
        )
        .scalar_subquery()
    )
    return select(most.c.moons, last_moon, most.c.number)


_EVENING_MOONS: Final = {
    False: _evening_moons(
        _SPANS.where(
            Evening.moons == extreme_of(Evening.moons, func.max, _EVENINGS_OF_PAD)
        ).order_by(Evening.started)
    ),
    # As a value that no index has: see first_game_in_season.
    True: _evening_moons(
        _SPANS.where(within(Evening.started)).order_by((Evening.moons + 0).desc(), Evening.started)
    ),
}
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


def records_of(
    connection: Connection, pad_id: int, agreement_id: int | None, season: Season | None = None
) -> Records:
    """The records of a pad, ever or in a season; ``agreement_id``: ``None`` for all rules."""
    parameters = {"pad": pad_id, "agreement": agreement_id, **bounds(season)}
    in_season = season is not None
    rows = connection.execute(_OF_GAMES[in_season, agreement_id is not None], parameters)
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

    of_players: Mapping[str, PlayerRecord]
    if season is None:
        of_players = {
            row.kind: PlayerRecord(row.best, row.number, row.started, row.id, row.name)
            for row in connection.execute(_OF_PLAYERS, parameters).all()
        }
    else:
        of_players = _of_players(connection, pad_id, season)
    evening = connection.execute(_EVENING_MOONS[in_season], parameters).one_or_none()
    return Records(
        # All who sat there at the end; whoever won alone; whoever came back.
        hands=of_game("hands", lambda _, each: each.seat is not None),
        lead=of_game("lead", lambda _, each: each.winners == 1),
        comeback=of_game("comeback", lambda game, each: each.player_id == game.comeback_of),
        evening_moons=EveningRecord(*evening) if evening and evening.moons else None,
        without_queen=of_players.get(QUEEN.name),
        wins_in_a_row=of_players.get(WINS.name),
    )


_OF_PAD: Final = select(Player.id).where(Player.pad_id == bindparam("pad"))
_NAME: Final = select(Player.name).where(Player.id == bindparam("player"))


def _of_players(connection: Connection, pad_id: int, season: Season) -> Mapping[str, PlayerRecord]:
    """The records of players in a season, by their kinds."""
    runs = runs_in_season(connection, _OF_PAD, {"pad": pad_id}, season)
    found = {}
    for kind in KINDS:
        best = min(
            (
                (-run.best, run.place, player)
                for (player, of), run in runs.items()
                if of is kind and run.place is not None
            ),
            default=None,
        )
        if best is not None:
            length, place, player = best
            name = connection.scalar(_NAME, {"player": player}) or ""
            found[kind.name] = PlayerRecord(-length, place.number, place.started, player, name)
    return found
