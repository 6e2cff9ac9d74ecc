"""The story of an evening, from its games as they are on their sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from sqlalchemy import Connection, bindparam, select

from scorepad.rules.evening_facts import Night
from scorepad.rules.story import Tale, tell
from scorepad.rules.story_of_game import Played
from scorepad.store.figure_models import PlayerResult
from scorepad.store.figures.evening_winners import Attendance, most_wins
from scorepad.store.figures.evenings_page import EveningGame, evening_of
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game


@dataclass(frozen=True)
class Story:
    """What to tell of an evening.

    ``names``: of all whom the facts name, by their numbers. ``games`` and ``players``: as of
    :class:`~scorepad.store.figures.evenings_page.FullEvening`.
    """

    evening: int
    started: datetime
    tale: Tale
    names: Mapping[int, str]
    games: Sequence[EveningGame]
    players: Sequence[Attendance]


_GAMES: Final = GAME.where(
    Game.pad_id == bindparam("pad"), Game.number.in_(bindparam("numbers", expanding=True))
)


def story_of(connection: Connection, pad_id: int, evening: int) -> Story | None:
    """The story of the evening whose first game has this number.

    ``None`` if no evening began with it, or if it has no game with a result, or too many games to
    be looked at. All of its sheets are worked out, so it costs as much as they do, and no more on
    a pad with many games.
    """
    found = evening_of(connection, pad_id, evening)
    if found is None or found.games.more or not found.games.rows:
        return None
    numbers = [game.number for game in found.games.rows]
    rows = connection.execute(_GAMES, {"pad": pad_id, "numbers": numbers}).all()
    by_number = {game.number: game for game in assemble(connection, rows)}
    games = [by_number[number] for number in numbers]
    night = _night(found.players, games)
    tale = tell(list(map(_played, games)), night, *_ended(connection, games))
    names = {player: name for game in games for player, name in game.everybody.items()}
    return Story(evening, found.started, tale, names, found.games.rows, found.players)


def _played(game: GameSnapshot) -> Played:
    return Played(game.game, game.sheet, game.seatings)


def _night(players: Sequence[Attendance], games: Sequence[GameSnapshot]) -> Night:
    winners = most_wins(players)
    total = min(games[0].sheet.totals) if len(games) == 1 else None
    wins = winners[0].wins if winners else 0
    return Night(0, 0, tuple(each.player_id for each in winners), wins, len(games), total)


_RUNS: Final = select(
    *(PlayerResult.game_id, PlayerResult.player_id),
    *(PlayerResult.wins_before, PlayerResult.queen_run, PlayerResult.queen_longest),
).where(PlayerResult.game_id.in_(bindparam("games", expanding=True)))
# By game, from 1, and player.
_Runs: TypeAlias = dict[tuple[int, int], int]


def _ended(connection: Connection, games: Sequence[GameSnapshot]) -> tuple[_Runs, _Runs]:
    """The runs that came to an end: games won, and hands without the queen."""
    order = {game.id: at for at, game in enumerate(games, start=1)}
    wins: _Runs = {}
    queen: _Runs = {}
    for row in connection.execute(_RUNS, {"games": [*order]}).all():
        key = order[row.game_id], row.player_id
        if row.wins_before:
            wins[key] = row.wins_before
        # Within the game there may be longer ones, of which the last goes on.
        if row.queen_run and row.queen_run > row.queen_longest:
            queen[key] = row.queen_run
    return wins, queen
