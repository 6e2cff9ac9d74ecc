"""The evenings of a pad: games that were each started soon after the one before; and who won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from scorepad.store.base import Page, page_of
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import EVER, IN_ORDER, Games, Season, of_results, total
from scorepad.store.game.snapshot import AnyRow, GameSnapshot
from scorepad.store.models import Game, Player

# A game belongs to the evening of the one before if it was started so soon after that one's start.
# A night's sleep is longer, and no game of cards with its meal is.
SAME_EVENING: Final = timedelta(hours=6)
# How many evenings a page lists, and how many games of one are looked at: no night has more.
AT_A_TIME: Final = 12
MOST_GAMES: Final = 60


class Evening(NamedTuple):
    """The number and the start of an evening's first game, and the ids of all its games."""

    number: int
    started: datetime
    game_ids: list[int]


class Attendance(NamedTuple):
    """A player in the games of an evening that they finished.

    ``wins`` includes ``shared`` ones; ``places``: in the order of the games.
    """

    player_id: int
    name: str
    places: tuple[int, ...]
    wins: int
    shared: int
    moons: int = 0

    @property
    def average(self) -> float:
        """The average place; equal averages are equal numbers, whatever they were divided from."""
        return sum(self.places) / len(self.places)


class EveningLine(NamedTuple):
    """An evening in the list, by the number of its first game, with that game's start.

    ``games``: without those that were ended before their first hand. ``players``: in the order in
    which they came.
    """

    evening: int
    started: datetime
    games: int
    players: Sequence[Attendance]


class Placing(NamedTuple):
    """A player's place and total in a game, and whether it won."""

    name: str
    place: int
    total: int
    won: bool


class EveningGame(NamedTuple):
    """A game of an evening: its number, and how everybody did, best first."""

    number: int
    scores: Sequence[Placing]


@dataclass(frozen=True)
class FullEvening:
    """An evening: its games, oldest first, and ``players`` in the order in which they came.

    If there are more games than ``MOST_GAMES``, those are not looked at. ``moons``: how many each
    player shot, by name, those included who left. ``notes``: those on the evening, by the number of
    the game with which each is kept; ``game_notes``: those on games.
    """

    evening: int
    started: datetime
    games: Page[EveningGame]
    players: Sequence[Attendance]
    moons: Mapping[str, int]
    notes: Mapping[int, str]
    game_notes: Mapping[int, str]


def most_wins(players: Sequence[Attendance]) -> Sequence[Attendance]:
    """Those who won most games; several share the evening."""
    most = max((each.wins for each in players), default=0)
    return [each for each in players if each.wins == most] if most else []


def best_places(players: Sequence[Attendance], games: int) -> Sequence[Attendance]:
    """Those with the lowest average place, of all who finished at least half of the games.

    One lucky game is not compared with a whole evening; if no player stayed for half of the games,
    there is no such winner.
    """
    stayed = [each for each in players if 2 * len(each.places) >= games]
    best = min((each.average for each in stayed), default=None)
    return [each for each in stayed if each.average == best]


def evenings_of(connection: Connection, pad_id: int, season: Season = EVER) -> Sequence[Evening]:
    """The evenings of a pad that began in a season, oldest first, each with all of its games."""
    columns = (GameOutcome.game_id, GameOutcome.number, GameOutcome.started)
    statement = select(*columns).where(*Games(pad_id).are_these).order_by(*IN_ORDER)
    evenings: list[Evening] = []
    last: datetime | None = None
    for game, number, started in connection.execute(statement).all():
        if last is None or started - last > SAME_EVENING:
            evenings.append(Evening(number, started, [game]))
        else:
            evenings[-1].game_ids.append(game)
        last = started
    return [each for each in evenings if season.holds(each.started)]


def moons_by_game(connection: Connection, pad_id: int) -> Mapping[int, int]:
    """How many moons all players shot in each game of a pad, where any did."""
    statement = of_results(PlayerResult.game_id, total(PlayerResult.moons)).where(
        *Games(pad_id).are_these, PlayerResult.moons > 0
    )
    rows = connection.execute(statement.group_by(PlayerResult.game_id))
    return {row[0]: row[1] for row in rows}


def evenings_page(
    connection: Connection, pad_id: int, before: int | None = None, season: Season = EVER
) -> Page[EveningLine] | None:
    """The evenings of a season, newest first.

    ``before``: the number of the evening after which the page begins; the first page without.
    ``None`` if no evening has this number.
    """
    newest_first = evenings_of(connection, pad_id)[::-1]
    if before is not None:
        numbers = [each.number for each in newest_first]
        if before not in numbers:
            return None
        newest_first = newest_first[numbers.index(before) + 1 :]
    page = page_of([each for each in newest_first if season.holds(each.started)], AT_A_TIME)
    results = _results(connection, [game for each in page.rows for game in each.game_ids])
    lines = []
    for each in page.rows:
        of_games = [results[game] for game in each.game_ids if game in results]
        players = _attendances(row for rows in of_games for row in rows)
        lines.append(EveningLine(each.number, each.started, len(of_games), players))
    return Page(lines, page.more)


def evening_of(connection: Connection, pad_id: int, number: int) -> FullEvening | None:
    """The evening whose first game has this number; ``None`` if no evening began with it."""
    evenings = evenings_of(connection, pad_id)
    evening = next((each for each in evenings if each.number == number), None)
    if evening is None:
        return None
    ids = page_of(evening.game_ids, MOST_GAMES)
    results = [row for rows in _results(connection, ids.rows).values() for row in rows]
    games: dict[int, list[Placing]] = {}
    moons: dict[str, int] = {}
    for row in results:
        if row.place is not None:
            placing = Placing(row.name, row.place, row.total, row.winners > 0)
            games.setdefault(row.number, []).append(placing)
        if row.moons:
            moons[row.name] = moons.get(row.name, 0) + row.moons
    noted = connection.execute(
        select(Game.number, Game.note, Game.evening_note)
        .where(Game.id.in_(ids.rows), Game.note.is_not(None) | Game.evening_note.is_not(None))
        .order_by(Game.started, Game.number)
    ).all()
    return FullEvening(
        number,
        evening.started,
        Page([EveningGame(number, placings) for number, placings in games.items()], ids.more),
        _attendances(results),
        moons,
        {row.number: row.evening_note for row in noted if row.evening_note},
        {row.number: row.note for row in noted if row.note},
    )


def evening_with(connection: Connection, game: GameSnapshot) -> Evening | None:
    """The evening that a game belongs to; ``None`` if it runs or is in the bin."""
    evenings = evenings_of(connection, game.pad_id)
    return next((each for each in evenings if game.id in each.game_ids), None)


def _results(connection: Connection, game_ids: Sequence[int]) -> Mapping[int, Sequence[AnyRow]]:
    """The results of games by their ids, in the order in which they were played, best first.

    Only players who finished a game, or shot a moon before they left it, have one.
    """
    statement = (
        of_results(
            *(PlayerResult.game_id, PlayerResult.player_id, Player.name, GameOutcome.number),
            *(PlayerResult.place, PlayerResult.total, PlayerResult.winners, PlayerResult.moons),
        )
        .join(Player, Player.id == PlayerResult.player_id)
        .where(
            PlayerResult.game_id.in_(game_ids),
            PlayerResult.place.is_not(None) | (PlayerResult.moons > 0),
        )
        .order_by(*IN_ORDER, PlayerResult.place, PlayerResult.seat)
    )
    results: dict[int, list[AnyRow]] = {}
    for row in connection.execute(statement).all():
        results.setdefault(row.game_id, []).append(row)
    return results


def _attendances(results: Iterable[AnyRow]) -> Sequence[Attendance]:
    """The players who finished some games, of results in the order of these."""
    by_player: dict[int, list[AnyRow]] = {}
    for row in results:
        by_player.setdefault(row.player_id, []).append(row)
    attendances = []
    for player, own in by_player.items():
        finished = [row for row in own if row.place is not None]
        if finished:
            places = tuple(row.place for row in finished)
            wins, shared = (sum(row.winners > most for row in finished) for most in (0, 1))
            moons = sum(row.moons for row in own)
            attendances.append(Attendance(player, own[0].name, places, wins, shared, moons))
    return attendances
