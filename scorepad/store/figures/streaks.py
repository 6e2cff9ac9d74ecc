"""Streaks: a player's wins in a row, and hands in a row without the queen of spades.

A game ends a run, or the run goes on through it. Whatever ends one has its length, so that a change
of a game changes two lengths at most, however many games the runs go through: that of the run that
ends in it, and that of the run that goes on from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    SQLColumnExpression,
    bindparam,
    case,
    delete,
    func,
    literal_column,
    select,
    tuple_,
    update,
)

from scorepad.store.base import table
from scorepad.store.figure_models import PlayerResult, Streak
from scorepad.store.figures.rows import Row
from scorepad.store.figures.seasons import Season, bounds, within
from scorepad.store.upserts import upserts

# Behind every game.
_END: Final = datetime.max.replace(tzinfo=UTC)
_EARLIEST: Final = datetime.min.replace(tzinfo=UTC)


class Place(NamedTuple):
    """Where a game stands in its pad's history."""

    started: datetime
    number: int


_BEFORE_ALL: Final = Place(_EARLIEST, 0)
_BEHIND_ALL: Final = Place(_END, 0)


class Step(NamedTuple):
    """What a game does to a player's run.

    ``first``: by how much it goes on. ``last``: the length at which the next run begins, ``None``
    if this one goes on. ``longest``: that of the runs within the game.
    """

    first: int
    last: int | None
    longest: int


class Run(NamedTuple):
    """The streaks that some games come to; columns of :class:`Streak`."""

    now: int
    best: int
    place: Place | None


NO_RUN: Final = Run(0, 0, None)


@dataclass(frozen=True)
class Kind:
    """A kind of streak: how it is read from the results.

    ``ends``: whether a game ends the run. ``column``: where the length is kept of a run that ended.
    """

    name: str
    column: str
    ends: ColumnElement[bool]
    first: SQLColumnExpression[int | None]
    last: SQLColumnExpression[int | None]
    longest: SQLColumnExpression[int | None]


_ZERO: Final = literal_column("0", Integer)
WINS: Final = Kind(
    "wins",
    "wins_before",
    # Who did not finish a game neither won nor lost it.
    PlayerResult.place.is_not(None) & (PlayerResult.winners == 0),
    case((PlayerResult.winners > 0, 1), else_=0),
    _ZERO,
    _ZERO,
)
QUEEN: Final = Kind(
    "queen",
    "queen_run",
    PlayerResult.queen_first < PlayerResult.hands,
    func.coalesce(PlayerResult.queen_first, 0),
    PlayerResult.queen_last,
    PlayerResult.queen_longest,
)
KINDS: Final = (WINS, QUEEN)


def step_of(kind: Kind, result: Row) -> Step:
    """What the game of a result does to the player's run."""
    if kind is WINS:
        if result["place"] is not None and not result["winners"]:
            return Step(0, 0, 0)
        return Step(int(result["winners"] > 0), None, 0)
    first = result["queen_first"]
    if first is None or first == result["hands"]:
        return Step(first or 0, None, 0)
    return Step(first, result["queen_last"], result["queen_longest"])


def run_through(
    steps: Iterable[tuple[Place, Step]], before: Run = NO_RUN
) -> tuple[list[int | None], Run]:
    """What ends in each game of a player, in the order of their games, and what they come to.

    ``before``: what all games before these came to.
    """
    ended: list[int | None] = []
    now, best, reached = before
    for place, (first, last, longest) in steps:
        now += first
        length = max(now, longest)
        if length > best:
            best, reached = length, place
        ended.append(None if last is None else length or None)
        if last is not None:
            now = last
    return ended, Run(now, best, reached)


def _at(name: str) -> ColumnElement[Any]:
    return tuple_(
        bindparam(f"{name}_started", type_=PlayerResult.started.type), bindparam(f"{name}_number")
    )


def _values(**places: Place) -> dict[str, datetime | int]:
    return {
        f"{name}_{column}": value
        for name, place in places.items()
        for column, value in place._asdict().items()
    }


_place: Final = tuple_(PlayerResult.started, PlayerResult.number)
_WHOSE: Final = PlayerResult.player_id == bindparam("whose")


class _Statements:
    """The statements about one kind of streak."""

    def __init__(self, kind: Kind) -> None:
        ended = getattr(PlayerResult, kind.column)
        order = (PlayerResult.started, PlayerResult.number)
        last_first = [each.desc() for each in order]
        row = select(
            *order,
            PlayerResult.game_id,
            kind.first.label("first"),
            kind.longest.label("longest"),
            ended.label("ended"),
        ).where(_WHOSE)
        # The game itself, if it ends a run, and the next one that does.
        self.ends_from = row.where(kind.ends, _place >= _at("here")).order_by(*order).limit(2)
        self.end_before: Select[*tuple[Any, ...]] = (
            select(*order, kind.last.label("last"))
            .where(_WHOSE, kind.ends, _place < _at("here"))
            .order_by(*last_first)
            .limit(1)
        )
        self.between = select(func.coalesce(func.sum(kind.first), 0)).where(
            _WHOSE, _place > _at("after"), _place < _at("here")
        )
        highest = select(func.max(ended)).where(_WHOSE, ended.is_not(None)).scalar_subquery()
        self.best = row.where(ended.is_not(None), ended == highest).order_by(*order).limit(1)
        # Whether it goes on through a game or begins anew in it.
        adds = case((kind.ends, kind.last), else_=kind.first) > 0
        self.reached = (
            select(*order).where(_WHOSE, adds, _place < _at("here")).order_by(*last_first).limit(1)
        )
        self.write = (
            update(PlayerResult)
            .where(
                PlayerResult.game_id == bindparam("game"),
                PlayerResult.player_id == bindparam("whose"),
            )
            .values({kind.column: bindparam("ended")})
        )


_STORED: Final = select(Streak).where(Streak.player_id.in_(bindparam("players", expanding=True)))


def go_on(connection: Connection, pad_id: int, results: Sequence[Row]) -> Sequence[Row]:
    """Bring streaks up to date with the results of a game that was started after all others.

    Returns the results with what ends in them.
    """
    players = {"players": [row["player_id"] for row in results]}
    before = {
        (row.player_id, row.kind): Run(row.now, row.best, Place(row.started, row.number))
        for row in connection.execute(_STORED, players)
    }
    after = {}
    with_ends = []
    for row in results:
        player, place = row["player_id"], Place(row["started"], row["number"])
        ends = {}
        for kind in KINDS:
            former = before.get((player, kind.name), NO_RUN)
            (ends[kind.column],), run = run_through([(place, step_of(kind, row))], former)
            if run != former:
                after[player, kind] = run
        with_ends.append({**row, **ends})
    store(connection, pad_id, after)
    return with_ends


def follow(connection: Connection, pad_id: int, player: int, place: Place) -> None:
    """Bring a player's streaks up to date after a change of the game at this place."""
    for kind in KINDS:
        _follow(connection, pad_id, player, kind, place)


_ALL: Final = (
    # Without what hands were like: to read that takes longer than all the rest.
    select(*(column for column in table(PlayerResult).c if column.name != "stats"))
    .where(_WHOSE)
    .order_by(PlayerResult.started, PlayerResult.number)
)


# What the steps are made of.
_STEPS: Final = [
    *(PlayerResult.player_id, PlayerResult.started, PlayerResult.number, PlayerResult.place),
    *(PlayerResult.winners, PlayerResult.hands, PlayerResult.queen_first, PlayerResult.queen_last),
    PlayerResult.queen_longest,
]


def follow_all(connection: Connection, pad_id: int, player: int) -> None:
    """Work all of a player's streaks out anew."""
    rows: Sequence[Row] = [
        dict(each) for each in connection.execute(_ALL, {"whose": player}).mappings()
    ]
    places = [Place(row["started"], row["number"]) for row in rows]
    for kind in KINDS:
        steps = (step_of(kind, row) for row in rows)
        ended, run = run_through(zip(places, steps, strict=True))
        changed = [
            {"game": row["game_id"], "whose": player, "ended": length}
            for row, length in zip(rows, ended, strict=True)
            if row[kind.column] != length
        ]
        write_ends(connection, kind, changed)
        store(connection, pad_id, {(player, kind): run})


def runs_in_season(
    connection: Connection,
    players: Select[int],
    parameters: Mapping[str, object],
    season: Season,
) -> Mapping[tuple[int, Kind], Run]:
    """The runs of each of these players within a season, which begins without one."""
    of_season = (
        select(*_STEPS)
        .where(PlayerResult.player_id.in_(players), within(PlayerResult.started))
        .order_by(PlayerResult.player_id, PlayerResult.started, PlayerResult.number)
    )
    found = connection.execute(of_season, {**parameters, **bounds(season)}).mappings()
    runs = {}
    for player, rows in groupby(found, itemgetter("player_id")):
        results = [dict(row) for row in rows]
        for kind in KINDS:
            steps = ((Place(row["started"], row["number"]), step_of(kind, row)) for row in results)
            _, runs[player, kind] = run_through(steps)
    return runs


_OF: Final = {kind.name: _Statements(kind) for kind in KINDS}


def write_ends(connection: Connection, kind: Kind, ends: Sequence[Row]) -> None:
    """Write how long the runs were that ended in a ``game`` for a player (``whose``)."""
    if ends:
        connection.execute(_OF[kind.name].write, ends)


_PUT: Final = upserts(Streak, ("player_id", "kind"), new=("now", "best", "number", "started"))
_DROP: Final = delete(Streak).where(
    Streak.player_id == bindparam("whose"), Streak.kind == bindparam("of_kind")
)


def store(connection: Connection, pad_id: int, runs: Mapping[tuple[int, Kind], Run]) -> None:
    """Store what players' streaks of these kinds come to."""
    rows = [
        {
            "player_id": player,
            "kind": kind.name,
            "pad_id": pad_id,
            "now": run.now,
            "best": run.best,
            **run.place._asdict(),
        }
        for (player, kind), run in runs.items()
        if run.place is not None
    ]
    if rows:
        connection.execute(_PUT[connection.dialect.name], rows)
    if len(rows) < len(runs):
        none = [
            {"whose": player, "of_kind": kind.name}
            for (player, kind), run in runs.items()
            if run.place is None
        ]
        connection.execute(_DROP, none)


def _follow(connection: Connection, pad_id: int, player: int, kind: Kind, place: Place) -> None:
    statements = _OF[kind.name]
    here = {"whose": player, **_values(here=place)}
    ends = connection.execute(statements.ends_from, here).all()
    # The second is of the next run only if the first is this very game.
    if len(ends) == 2 and Place(ends[0].started, ends[0].number) != place:
        ends = ends[:1]
    for end in ends:
        before = _length_at(connection, statements, player, Place(end.started, end.number))
        length = max(before + end.first, end.longest) or None
        if length != end.ended:
            changed = {"game": end.game_id, "whose": player, "ended": length}
            connection.execute(statements.write, changed)
    now = _length_at(connection, statements, player, _BEHIND_ALL)
    run = _best(connection, statements, player, now)
    store(connection, pad_id, {(player, kind): run})


def _length_at(connection: Connection, statements: _Statements, player: int, place: Place) -> int:
    """How long the run is before the game at this place."""
    here = {"whose": player, **_values(here=place)}
    before = connection.execute(statements.end_before, here).one_or_none()
    after, length = _BEFORE_ALL, 0
    if before is not None:
        after, length = Place(before.started, before.number), before.last or 0
    more: int = connection.scalar(statements.between, here | _values(after=after)) or 0
    return length + more


def _best(connection: Connection, statements: _Statements, player: int, now: int) -> Run:
    """The best of the runs that have ended and of the one that goes on: ``now``."""
    whose = {"whose": player}
    top = connection.execute(statements.best, whose).one_or_none()
    if top is None and not now:
        return NO_RUN
    behind, best = _BEHIND_ALL, now
    if top is not None and top.ended >= now:
        behind, best = Place(top.started, top.number), top.ended
        if top.first or _length_at(connection, statements, player, behind) != best:
            return Run(now, best, behind)
    # It was as long already before the game that ended it.
    reached = connection.execute(statements.reached, whose | _values(here=behind)).one()
    return Run(now, best, Place(*reached))
