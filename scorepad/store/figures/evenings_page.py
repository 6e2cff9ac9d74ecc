"""Queries for the evenings of a pad: games of one night together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, join, select

from scorepad.store.figure_models import Evening, GameOutcome, PlayerResult
from scorepad.store.figures.evening_winners import Attendance
from scorepad.store.figures.seasons import Season, bounds, within
from scorepad.store.game.snapshot import AnyRow, GameSnapshot
from scorepad.store.models import Game, Player
from scorepad.store.page import Page, page_of

# How many evenings a page lists, and how many games of one are looked at: no night has more.
AT_A_TIME: Final = 12
MOST_GAMES: Final = 60


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
    scores: Sequence[Placing]


@dataclass(frozen=True)
class FullEvening:
    """An evening: its games, oldest first, and ``players`` in the order in which they came.

    If there are more games than ``MOST_GAMES``, those are not looked at. ``notes``: those on the
    evening, by the number of the game with which each is kept; ``game_notes``: those on games.
    """

    evening: int
    started: datetime
    games: Page[EveningGame]
    players: Sequence[Attendance]
    notes: Mapping[int, str]
    game_notes: Mapping[int, str]


class EveningKey(NamedTuple):
    """An evening: the number of its first game, and that game's start."""

    number: int
    started: datetime


_OF_PAD: Final = Evening.pad_id == bindparam("pad")
_FIRST: Final = select(Evening.number.label("evening"), Evening.started).where(_OF_PAD)
_EVENING: Final = _FIRST.add_columns(Evening.last_started).where(
    Evening.number == bindparam("evening")
)
_PAGE: Final = (
    # Those that were ended before their first hand are games too, as far as it is only counted.
    _FIRST.add_columns(Evening.games).order_by(Evening.started.desc()).limit(AT_A_TIME + 1)
)
_PAGE_BEFORE: Final = _PAGE.where(Evening.started < bindparam("start", type_=Evening.started.type))
_WITHIN: Final = join(
    Evening,
    GameOutcome,
    (GameOutcome.pad_id == Evening.pad_id)
    & (GameOutcome.started >= Evening.started)
    & (GameOutcome.started <= Evening.last_started),
)
# Asked for by itself: joined to the results, a server may look through all of these.
_GAMES_OF: Final = (
    select(GameOutcome.game_id, Evening.number.label("evening"))
    .select_from(_WITHIN)
    .where(_OF_PAD, Evening.number.in_(bindparam("evenings", expanding=True)))
)
_RESULTS: Final = (
    select(PlayerResult.game_id, PlayerResult.player_id, PlayerResult.place, PlayerResult.winners)
    .where(
        PlayerResult.place.is_not(None),
        PlayerResult.game_id.in_(bindparam("games", expanding=True)),
    )
    .order_by(PlayerResult.started, PlayerResult.number, PlayerResult.place, PlayerResult.seat)
)


def evenings_page(
    connection: Connection, pad_id: int, before: int | None = None, season: Season | None = None
) -> Page[EveningLine] | None:
    """The latest evenings of a pad, or those before one of them; ``None`` if that is not one."""
    parameters: dict[str, object] = {"pad": pad_id, "evening": before, **bounds(season)}
    if before is not None:
        first = connection.execute(_EVENING, parameters).one_or_none()
        if first is None:
            return None
        parameters["start"] = first.started
    statement = _PAGE if before is None else _PAGE_BEFORE
    if season is not None:
        statement = statement.where(within(Evening.started))
    rows = connection.execute(statement, parameters).all()
    page = page_of(rows, AT_A_TIME)
    small = [row.evening for row in page.rows if row.games <= MOST_GAMES]
    results: dict[int, list[AnyRow]] = {evening: [] for evening in small}
    games = connection.execute(_GAMES_OF, {"pad": pad_id, "evenings": small}).all()
    evenings: dict[int, int] = {row.game_id: row.evening for row in games}
    for row in connection.execute(_RESULTS, {"games": [*evenings]}).all():
        game, *_ = row
        results[evenings[game]].append(row)
    names = _names_in(connection, chain(*results.values()))
    return Page(
        [
            EveningLine(
                row.evening,
                row.started,
                row.games if found is None else len({game for game, *_ in found}),
                None if found is None else _attendances(found, names),
            )
            for row in page.rows
            for found in (results.get(row.evening),)
        ],
        page.more,
    )


# Between times that are known: joined to the evening, a server may look through all of the pad.
_GAMES: Final = (
    select(GameOutcome.game_id)
    .where(
        GameOutcome.pad_id == bindparam("pad"),
        GameOutcome.started.between(
            bindparam("first", type_=GameOutcome.started.type),
            bindparam("last", type_=GameOutcome.started.type),
        ),
    )
    .order_by(GameOutcome.started, GameOutcome.number)
    .limit(MOST_GAMES + 1)
)
_NOTES: Final = (
    select(Game.number, Game.note, Game.evening_note)
    .where(
        Game.note.is_not(None) | Game.evening_note.is_not(None),
        Game.id.in_(bindparam("games", expanding=True)),
    )
    .order_by(Game.started, Game.number)
)
_WITH_TOTALS: Final = _RESULTS.add_columns(
    PlayerResult.number, PlayerResult.total, PlayerResult.moons
)


def evening_of(connection: Connection, pad_id: int, evening: int) -> FullEvening | None:
    """The evening whose first game has this number; ``None`` if no evening began with it."""
    first = connection.execute(_EVENING, {"pad": pad_id, "evening": evening}).one_or_none()
    if first is None:
        return None
    between = {"pad": pad_id, "first": first.started, "last": first.last_started}
    ids = page_of(connection.execute(_GAMES, between).scalars().all(), MOST_GAMES)
    results = connection.execute(_WITH_TOTALS, {"games": ids.rows}).all()
    names = _names_in(connection, results)
    games: dict[int, list[Placing]] = {}
    moons = dict.fromkeys(names, 0)
    noted = connection.execute(_NOTES, {"games": ids.rows}).all()
    for row in results:
        placing = Placing(names[row.player_id], row.place, row.total, row.winners > 0)
        games.setdefault(row.number, []).append(placing)
        moons[row.player_id] += row.moons
    return FullEvening(
        evening,
        first.started,
        Page([EveningGame(number, placings) for number, placings in games.items()], ids.more),
        [each._replace(moons=moons[each.player_id]) for each in _attendances(results, names)],
        {row.number: row.evening_note for row in noted if row.evening_note},
        {row.number: row.note for row in noted if row.note},
    )


_LAST_BEGUN: Final = (
    _FIRST.where(Evening.started <= bindparam("start", type_=Evening.started.type))
    .order_by(Evening.started.desc())
    .limit(1)
)


def evening_with(connection: Connection, game: GameSnapshot) -> EveningKey | None:
    """The evening that a game belongs to; ``None`` if it runs or is in the bin."""
    if game.finished is None or game.binned is not None:
        return None
    here = {"pad": game.pad_id, "start": game.started}
    row = connection.execute(_LAST_BEGUN, here).one_or_none()
    return None if row is None else EveningKey(*row)


# By itself too: a server may look through all results of these players.
_PLAYER_NAMES: Final = select(Player.id, Player.name).where(
    Player.id.in_(bindparam("players", expanding=True))
)


def _names_in(connection: Connection, results: Iterable[AnyRow]) -> Mapping[int, str]:
    """The names of the players of these results, by their ids."""
    players = sorted({player for _, player, *_ in results})
    return {
        row.id: row.name for row in connection.execute(_PLAYER_NAMES, {"players": players}).all()
    }


def _attendances(results: Iterable[AnyRow], names: Mapping[int, str]) -> Sequence[Attendance]:
    """The players of some results, which are in the order of their games; without their moons."""
    by_player: dict[int, list[tuple[int, int]]] = {}
    for _, player, place, winners, *_ in results:
        by_player.setdefault(player, []).append((place, winners))
    attendances = []
    for player, own in by_player.items():
        places, winners = zip(*own, strict=True)
        wins = len(winners) - winners.count(0)
        shared = wins - winners.count(1)
        attendances.append(Attendance(player, names[player], places, wins, shared))
    return attendances
