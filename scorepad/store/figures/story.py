"""The story of an evening, from its games as they are on their sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from scorepad import caps
from scorepad.rules.results import Played
from scorepad.rules.story import Fact, Runs, tell
from scorepad.store.figures.evenings import Attendance, evening_of, most_wins
from scorepad.store.figures.games import Games, Season
from scorepad.store.figures.records import Streaks, results_in_order
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game


@dataclass(frozen=True)
class Story:
    """What to tell of an evening; ``evening`` is the number of its first game.

    ``names``: of all who played, by their ids, in the order in which they came. ``games`` and
    ``hands``: how many count. ``winners``: those with most wins; ``total``: what the only game was
    won with, ``None`` if there were several.
    """

    evening: int
    started: datetime
    names: Mapping[int, str]
    games: int
    hands: int
    facts: Sequence[Fact]
    winners: Sequence[Attendance]
    total: int | None


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
    played = [Played(game.game, game.sheet, game.seatings) for game in games]
    rows = [row for each in played for row in (*(hand.players for hand in each.hands), each.final)]
    names = {player: name for game in games for player, name in game.everybody.items()}
    return Story(
        evening=evening,
        started=found.started,
        names={player: names[player] for row in rows for player in row},
        games=len(games),
        hands=sum(len(each.hands) for each in played),
        facts=tell(played, _runs(connection, pad_id, games)),
        winners=most_wins(found.players),
        total=min(games[0].sheet.totals) if len(games) == 1 else None,
    )


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
