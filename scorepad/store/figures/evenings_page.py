"""Queries for the evenings of a pad: games of one night together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, func, select, tuple_
from sqlalchemy.orm import Session

from scorepad.rules.results import HandStats
from scorepad.store.figures.evening_winners import Attendance
from scorepad.store.figures.rows import OUTCOMES, RESULTS
from scorepad.store.models import Player
from scorepad.store.snapshot import table

# How many evenings a page lists, and how many games of one are looked at: no night has more.
AT_A_TIME: Final = 12
MOST_GAMES: Final = 60

_PLAYERS: Final = table(Player)
_OF_PAD: Final = OUTCOMES.c.pad_id == bindparam("pad")
# As the index of evenings has it, word by word.
_IS_FIRST: Final = OUTCOMES.c.number == OUTCOMES.c.evening
_FIRST: Final = select(OUTCOMES.c.evening, OUTCOMES.c.started).where(_OF_PAD, _IS_FIRST)
_EVENING: Final = _FIRST.where(OUTCOMES.c.number == bindparam("evening"))
_PAGE: Final = (
    _FIRST.order_by(OUTCOMES.c.started.desc(), OUTCOMES.c.number.desc())
    # One more than the page shows tells whether there is another page.
    .limit(AT_A_TIME + 1)
)
_BEFORE: Final = tuple_(bindparam("start", type_=OUTCOMES.c.started.type), bindparam("evening"))
_PAGE_BEFORE: Final = _PAGE.where(tuple_(OUTCOMES.c.started, OUTCOMES.c.number) < _BEFORE)
# Those that were ended before their first hand included, for the sake of the index.
_COUNTS: Final = (
    select(OUTCOMES.c.evening, func.count())
    .where(_OF_PAD, OUTCOMES.c.evening.in_(bindparam("evenings", expanding=True)))
    .group_by(OUTCOMES.c.evening)
)
_GAMES: Final = (
    select(OUTCOMES.c.game_id)
    .where(_OF_PAD, OUTCOMES.c.evening == bindparam("evening"))
    .order_by(OUTCOMES.c.started, OUTCOMES.c.number)
    .limit(MOST_GAMES + 1)
)
_RESULTS: Final = (
    select(
        *(RESULTS.c[name] for name in ("game_id", "number", "player_id")),
        *(RESULTS.c[name] for name in ("place", "total", "winners", "deeds")),
    )
    .where(RESULTS.c.place.is_not(None), RESULTS.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(RESULTS.c.started, RESULTS.c.number, RESULTS.c.place, RESULTS.c.seat)
)
# By itself too: a server may look through all results of these players.
_NAMES: Final = select(_PLAYERS.c.id, _PLAYERS.c.name).where(
    _PLAYERS.c.id.in_(bindparam("players", expanding=True))
)
# Asked for by itself: joined to the results, a server may look through all of these.
_GAMES_OF: Final = select(OUTCOMES.c.game_id, OUTCOMES.c.evening).where(
    _OF_PAD, OUTCOMES.c.evening.in_(bindparam("evenings", expanding=True))
)


class _Result(NamedTuple):
    """A result as a page about evenings reads it."""

    name: str
    game_id: int
    number: int
    player_id: int
    place: int
    total: int
    winners: int
    deeds: Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class EveningLine:
    """An evening in the list, by the number of its first game, with that game's start.

    ``players``: in the order in which they came; ``None`` if there are too many games to look at.
    ``games``: without those that were ended before their first hand, unless there are so many.
    """

    evening: int
    started: datetime
    games: int
    players: Sequence[Attendance] | None


@dataclass(frozen=True)
class EveningsPage:
    """Some evenings of a pad, newest first. ``more``: whether there are earlier ones."""

    evenings: Sequence[EveningLine]
    more: bool


@dataclass(frozen=True)
class Placing:
    """A player's place and total in a game, and whether it won."""

    name: str
    place: int
    total: int
    won: bool


@dataclass(frozen=True)
class EveningGame:
    """A game of an evening: its number, and how everybody did, best first."""

    number: int
    placings: Sequence[Placing]


@dataclass(frozen=True)
class Evening:
    """An evening: ``games``, oldest first, and ``players`` in the order in which they came.

    ``more``: whether there are more games than ``MOST_GAMES``, which are then not looked at.
    """

    evening: int
    started: datetime
    games: Sequence[EveningGame]
    players: Sequence[Attendance]
    more: bool


def evenings_page(session: Session, pad_id: int, before: int | None = None) -> EveningsPage | None:
    """The latest evenings of a pad, or those before one of them; ``None`` if that is not one."""
    connection = session.connection()
    parameters: dict[str, Any] = {"pad": pad_id, "evening": before}
    if before is not None:
        first = connection.execute(_EVENING, parameters).one_or_none()
        if first is None:
            return None
        parameters["start"] = first.started
    rows = connection.execute(_PAGE if before is None else _PAGE_BEFORE, parameters).all()
    shown = rows[:AT_A_TIME]
    counts = _counts(connection, pad_id, [row.evening for row in shown])
    small = [evening for evening, games in counts.items() if games <= MOST_GAMES]
    results: dict[int, list[_Result]] = {evening: [] for evening in small}
    games = connection.execute(_GAMES_OF, {"pad": pad_id, "evenings": small})
    evenings: dict[int, int] = {row.game_id: row.evening for row in games}
    for result in _results_of(connection, [*evenings]):
        results[evenings[result.game_id]].append(result)
    return EveningsPage(
        [
            EveningLine(
                row.evening,
                row.started,
                counts[row.evening] if found is None else len({result.number for result in found}),
                None if found is None else _attendances(found),
            )
            for row in shown
            for found in (results.get(row.evening),)
        ],
        more=len(rows) > AT_A_TIME,
    )


def evening_of(session: Session, pad_id: int, evening: int) -> Evening | None:
    """The evening whose first game has this number; ``None`` if no evening began with it."""
    connection = session.connection()
    parameters = {"pad": pad_id, "evening": evening}
    first = connection.execute(_EVENING, parameters).one_or_none()
    if first is None:
        return None
    ids = connection.execute(_GAMES, parameters).scalars().all()
    results = _results_of(connection, ids[:MOST_GAMES])
    games: dict[int, list[Placing]] = {}
    for result in results:
        placing = Placing(result.name, result.place, result.total, result.winners > 0)
        games.setdefault(result.number, []).append(placing)
    return Evening(
        evening,
        first.started,
        [EveningGame(number, placings) for number, placings in games.items()],
        _attendances(results),
        more=len(ids) > MOST_GAMES,
    )


def _counts(connection: Connection, pad_id: int, evenings: Sequence[int]) -> Mapping[int, int]:
    rows = connection.execute(_COUNTS, {"pad": pad_id, "evenings": evenings})
    return {row[0]: row[1] for row in rows}


def _results_of(connection: Connection, games: Sequence[int]) -> list[_Result]:
    """The results of these games, in the order of the games, best first."""
    rows = connection.execute(_RESULTS, {"games": games}).all()
    players = sorted({row.player_id for row in rows})
    names: dict[int, str] = {
        row.id: row.name for row in connection.execute(_NAMES, {"players": players})
    }
    return [_Result(names[row.player_id], *row) for row in rows]


def _attendances(results: Sequence[_Result]) -> Sequence[Attendance]:
    """The players of some results, which are in the order of their games."""
    by_player: dict[int, list[_Result]] = {}
    for result in results:
        by_player.setdefault(result.player_id, []).append(result)
    return [
        Attendance(
            player_id=player,
            name=own[0].name,
            places=tuple(each.place for each in own),
            wins=sum(each.winners > 0 for each in own),
            shared=sum(each.winners > 1 for each in own),
            moons=sum(HandStats(*deeds).moons for each in own for deeds in each.deeds.values()),
        )
        for player, own in by_player.items()
    ]
