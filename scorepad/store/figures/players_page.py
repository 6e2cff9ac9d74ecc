"""Queries for the pages about players: their sums, their form, their best and worst."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, func, literal, select
from sqlalchemy.orm import aliased

from scorepad.rules.results import HandStats
from scorepad.store.figure_models import Meeting, PlayerResult, Streak, Tally
from scorepad.store.figures.firsts import first_game, first_game_in_season
from scorepad.store.figures.seasons import Season, bounds, met_in_results, sums_of_results, within
from scorepad.store.figures.streaks import NO_RUN, QUEEN, WINS, Run, runs_in_season
from scorepad.store.figures.tallies import Met, Sums, by_pass_of, by_seat_of, plus, sums_in
from scorepad.store.game.snapshot import AnyRow
from scorepad.store.models import Player
from scorepad.store.page import Page, page_of

# How many others a player is compared with, and how many games their form goes back.
MOST_OTHERS: Final = 30
FORM_GAMES: Final = 40


class FormGame(NamedTuple):
    """A game in a player's form: its number, their place, how many share the win; their sums."""

    number: int
    place: int
    winners: int
    hands: int
    points: int


class Other(NamedTuple):
    """Another player, and what the games that both finished come to for the player."""

    id: int
    name: str
    met: Met


class Extreme(NamedTuple):
    """A value, and the number and start of the first game that reached it."""

    value: int
    number: int
    started: datetime


@dataclass(frozen=True)
class Streaks:
    """A player's streaks over games of all rules; the best are ``None`` if there never was any.

    ``wins`` and ``without_queen``: those that the latest game leaves behind.
    """

    best_wins: Extreme | None
    best_without_queen: Extreme | None
    wins: int
    without_queen: int


@dataclass(frozen=True)
class PlayerFigures:
    """A player's figures, under one agreement or over all rules, ever or in a season.

    ``all``: over all of their games. ``by_pass``, ``by_seat``, ``lowest``, ``highest``: under one
    agreement only; over several they mean nothing. ``others``: those played with most. ``form``:
    oldest first.
    """

    all: Sums
    by_pass: Mapping[int, HandStats]
    by_seat: Mapping[int, Sums]
    others: Page[Other]
    form: Sequence[FormGame]
    lowest: Extreme | None
    highest: Extreme | None
    streaks: Streaks


_SUMS: Final = [func.sum(getattr(Tally, name)).label(name) for name in Sums._fields]
_WHOSE: Final = Tally.player_id == bindparam("player")
_ALL: Final = select(*_SUMS).where(_WHOSE).group_by(Tally.player_id)
_UNDER: Final = select(
    *(getattr(Tally, name) for name in (*Sums._fields, "by_pass", "by_seat"))
).where(_WHOSE, Tally.agreement_id == bindparam("agreement"))
_MET: Final = (
    select(
        Player.id,
        Player.name,
        *(func.sum(getattr(Meeting, name)).label(name) for name in Met._fields),
    )
    .join(Meeting, Meeting.other_id == Player.id)
    .where(Meeting.player_id == bindparam("player"))
    .group_by(Player.id)
    .order_by(func.sum(Meeting.games).desc(), Player.id)
    .limit(MOST_OTHERS + 1)
)
_MET_UNDER: Final = _MET.where(Meeting.agreement_id == bindparam("agreement"))
_RESULT_OF: Final = PlayerResult.player_id == bindparam("player")
_RESULT_UNDER: Final = PlayerResult.agreement_id == bindparam("agreement")
_STREAKS: Final = select(Streak.kind, Streak.best, Streak.number, Streak.started, Streak.now).where(
    Streak.player_id == bindparam("player")
)
_TOTAL: Final = "total"
# Besides the streaks, the first games with the lowest and with the highest total; one game may be
# both.
_EXTREMES: Final = _STREAKS.union_all(
    select(
        literal(_TOTAL),
        *(PlayerResult.total, PlayerResult.number, PlayerResult.started, literal(0)),
    ).where(
        _RESULT_OF,
        PlayerResult.game_id.in_(
            [
                first_game(PlayerResult, PlayerResult.total, extreme, _RESULT_OF, _RESULT_UNDER)
                for extreme in (func.min, func.max)
            ]
        ),
    )
)


def figures_of(
    connection: Connection, player_id: int, agreement_id: int | None, season: Season | None = None
) -> PlayerFigures:
    """A player's figures; ``agreement_id``: ``None`` for all rules."""
    if season is not None:
        return _in_season(connection, player_id, agreement_id, season)
    over_all = agreement_id is None
    parameters = {"player": player_id, "agreement": agreement_id}
    tally = connection.execute(_ALL if over_all else _UNDER, parameters).mappings().one_or_none()
    met = connection.execute(_MET if over_all else _MET_UNDER, parameters)
    extremes = []
    streaks = {}
    for row in connection.execute(_STREAKS if over_all else _EXTREMES, parameters).all():
        extreme = Extreme(row.best, row.number, row.started)
        if row.kind == _TOTAL:
            extremes.append(extreme)
        else:
            streaks[row.kind] = (extreme, row.now)
    extremes.sort()
    best_wins, wins = streaks.get(WINS.name, (None, 0))
    best_without_queen, without_queen = streaks.get(QUEEN.name, (None, 0))
    return PlayerFigures(
        all=sums_in(dict(tally)) if tally else Sums(),
        by_pass=by_pass_of(tally["by_pass"]) if tally and not over_all else {},
        by_seat=by_seat_of(tally["by_seat"]) if tally and not over_all else {},
        others=_others(met),
        form=form_of(connection, player_id, agreement_id),
        lowest=extremes[0] if extremes else None,
        highest=extremes[-1] if extremes else None,
        streaks=Streaks(best_wins, best_without_queen, wins, without_queen),
    )


_BY_SEAT: Final = (
    select(PlayerResult.seat, *sums_of_results(Sums._fields))
    .where(_RESULT_OF, within(PlayerResult.started))
    .group_by(PlayerResult.seat)
)
_STATS: Final = select(PlayerResult.stats).where(
    _RESULT_OF, _RESULT_UNDER, within(PlayerResult.started)
)
_Other: Final = aliased(PlayerResult)
_OTHERS: Final = (
    select(
        Player.id,
        Player.name,
        *met_in_results(PlayerResult, _Other),
    )
    .select_from(PlayerResult)
    .join(_Other, _Other.game_id == PlayerResult.game_id)
    .join(Player, Player.id == _Other.player_id)
    .where(
        *(_RESULT_OF, within(PlayerResult.started), _Other.player_id != PlayerResult.player_id),
        *(PlayerResult.place.is_not(None), _Other.place.is_not(None)),
    )
    .group_by(Player.id)
    .order_by(func.count().desc(), Player.id)
    .limit(MOST_OTHERS + 1)
)
_EXTREMES_IN_SEASON: Final = [
    select(PlayerResult.total, PlayerResult.number, PlayerResult.started).where(
        _RESULT_OF,
        PlayerResult.game_id
        == first_game_in_season(
            PlayerResult, PlayerResult.total, extreme, _RESULT_OF, _RESULT_UNDER
        ),
    )
    for extreme in (func.min, func.max)
]


def _in_season(
    connection: Connection, player_id: int, agreement_id: int | None, season: Season
) -> PlayerFigures:
    """A player's figures in a season, added up from the results of its games."""
    over_all = agreement_id is None
    under = [] if over_all else [_RESULT_UNDER]
    parameters = {"player": player_id, "agreement": agreement_id, **bounds(season)}
    everything = Sums()
    by_seat: dict[int, Sums] = {}
    for seat, *sums in connection.execute(_BY_SEAT.where(*under), parameters):
        there = Sums(*sums)
        everything = plus(everything, there)
        if there.games and seat is not None and not over_all:
            by_seat[seat] = there
    by_pass: dict[int, HandStats] = {}
    lowest = highest = None
    if not over_all:
        for stats in connection.scalars(_STATS, parameters):
            for offset, hands in by_pass_of(stats).items():
                by_pass[offset] = plus(by_pass.get(offset, HandStats()), hands)
        lowest, highest = (
            _extreme(connection.execute(each, parameters).one_or_none())
            for each in _EXTREMES_IN_SEASON
        )
    met = connection.execute(_OTHERS.where(*under), parameters)
    runs = runs_in_season(connection, select(literal(player_id)), {}, season)
    wins_run, queen_run = (runs.get((player_id, kind), NO_RUN) for kind in (WINS, QUEEN))
    return PlayerFigures(
        all=everything,
        by_pass=by_pass,
        by_seat=by_seat,
        others=_others(met),
        form=form_of(connection, player_id, agreement_id, season),
        lowest=lowest,
        highest=highest,
        streaks=Streaks(_best(wins_run), _best(queen_run), wins_run.now, queen_run.now),
    )


def _others(rows: Iterable[AnyRow]) -> Page[Other]:
    return page_of([Other(row[0], row[1], Met(*row[2:])) for row in rows], MOST_OTHERS)


def _extreme(row: AnyRow | None) -> Extreme | None:
    return None if row is None else Extreme(*row)


def _best(run: Run) -> Extreme | None:
    return None if run.place is None else Extreme(run.best, run.place.number, run.place.started)


_FORM: Final = (
    select(*(getattr(PlayerResult, name) for name in FormGame._fields))
    .where(_RESULT_OF, PlayerResult.place.is_not(None))
    .order_by(PlayerResult.started.desc(), PlayerResult.number.desc())
    .limit(FORM_GAMES)
)
_FORM_UNDER: Final = _FORM.where(_RESULT_UNDER)


def form_of(
    connection: Connection, player_id: int, agreement_id: int | None, season: Season | None = None
) -> Sequence[FormGame]:
    """The latest games that a player finished, oldest first."""
    statement = _FORM if agreement_id is None else _FORM_UNDER
    if season is not None:
        statement = statement.where(within(PlayerResult.started))
    parameters = {"player": player_id, "agreement": agreement_id, **bounds(season)}
    rows = connection.execute(statement, parameters).all()
    return [FormGame._make(row) for row in reversed(rows)]
