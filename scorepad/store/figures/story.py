"""The story of an evening, from its games as they are on their sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from scorepad import caps
from scorepad.rules.evening_facts import Night
from scorepad.rules.story import Tale, tell
from scorepad.rules.story_of_evening import Runs
from scorepad.rules.story_of_game import Played
from scorepad.store.figures.evening_winners import Attendance, most_wins
from scorepad.store.figures.evenings import EveningGame, evening_of
from scorepad.store.figures.games import Games, Season
from scorepad.store.figures.streaks import Streaks, results_in_order
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game


@dataclass(frozen=True)
class Story:
    """What to tell of an evening.

    ``names``: of all whom the facts name, by their numbers. ``games`` and ``players``: as of
    :class:`~scorepad.store.figures.evenings.FullEvening`.
    """

    evening: int
    started: datetime
    tale: Tale
    names: Mapping[int, str]
    games: Sequence[EveningGame]
    players: Sequence[Attendance]


def story_of(connection: Connection, pad_id: int, evening: int) -> Story | None:
    """The story of the evening whose first game has this number.

    ``None`` if no evening began with it, or if it has no game with a result, or too many games to
    be looked at. All of its sheets are worked out, so it costs as much as they do.
    """
    found = evening_of(connection, pad_id, evening)
    if found is None or found.games.more or not 0 < len(found.games.rows) <= caps.STORY_GAMES:
        return None
    numbers = [game.number for game in found.games.rows]
    told = GAME.where(Game.pad_id == pad_id, Game.number.in_(numbers))
    by_number = {game.number: game for game in assemble(connection, connection.execute(told).all())}
    games = [by_number[number] for number in numbers]
    night = _night(found.players, games)
    tale = tell(list(map(_played, games)), night, _runs(connection, pad_id, games))
    names = {player: name for game in games for player, name in game.everybody.items()}
    return Story(evening, found.started, tale, names, found.games.rows, found.players)


def _played(game: GameSnapshot) -> Played:
    return Played(game.game, game.sheet, game.seatings)


def _night(players: Sequence[Attendance], games: Sequence[GameSnapshot]) -> Night:
    winners = most_wins(players)
    total = min(games[0].sheet.totals) if len(games) == 1 else None
    wins = winners[0].wins if winners else 0
    return Night(0, 0, tuple(each.player_id for each in winners), wins, len(games), total)


def _runs(connection: Connection, pad_id: int, games: Sequence[GameSnapshot]) -> Runs:
    """The runs of the evening's players, through all games before it."""
    order = {game.id: at for at, game in enumerate(games, start=1)}
    players = sorted({player for game in games for player in game.everybody})
    until = Season(end=games[-1].started + timedelta(seconds=1))
    streaks: defaultdict[int, Streaks] = defaultdict(Streaks)
    wins: dict[tuple[int, int], int] = {}
    wins_ended: dict[tuple[int, int], int] = {}
    queen_ended: dict[tuple[int, int], int] = {}
    for result in results_in_order(connection, Games(pad_id, season=until), players):
        own = streaks[result.player_id]
        own.follow(result)
        if result.game_id in order:
            key = order[result.game_id], result.player_id
            if result.winners:
                wins[key] = own.wins.now
            wins_ended[key], queen_ended[key] = own.wins.ended, own.without_queen.ended
    return Runs(wins, wins_ended, queen_ended)
