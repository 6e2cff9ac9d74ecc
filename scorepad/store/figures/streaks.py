"""Streaks: a player's wins in a row, and hands in a row without the queen of spades.

They go through games of all rules in the order in which they were started.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import IN_ORDER, Games
from scorepad.store.figures.league import of_results


class Extreme(NamedTuple):
    """A value, and the number and start of the first game that reached it."""

    value: int
    number: int
    started: datetime


@dataclass
class Run:
    """A streak through some games.

    ``now``: its length after the latest game; ``ended``: that of the one that came to an end in it,
    0 if none did. ``best``: the longest so far, and ``game_id`` of the first game that reached it.
    """

    now: int = 0
    ended: int = 0
    best: int = 0
    game_id: int = 0

    def go_on(self, game_id: int, more: int, longest: int = 0) -> None:
        """Make it longer; ``longest``: that of another one within the game."""
        self.now += more
        self.ended = 0
        length = max(self.now, longest)
        if length > self.best:
            self.best, self.game_id = length, game_id

    def end(self, begins: int = 0) -> None:
        """End it; ``begins``: how long the next one is at the end of the game."""
        self.ended, self.now = self.now, begins


class StreakResult(NamedTuple):
    """What streaks go through: columns of a result."""

    player_id: int
    game_id: int
    place: int | None
    winners: int
    hands: int
    queen_first: int | None
    queen_last: int | None
    queen_longest: int | None


@dataclass
class Streaks:
    """Both streaks of a player."""

    wins: Run = field(default_factory=Run)
    without_queen: Run = field(default_factory=Run)

    def follow(self, result: StreakResult) -> None:
        """Go on with the result of a game."""
        _, game, place, winners, hands, first, last, longest = result
        self.wins.go_on(game, winners > 0)
        # Who did not finish a game neither won nor lost it.
        if place is not None and not winners:
            self.wins.end()
        # Where the queen costs nothing, a run goes on as if the game had not been.
        if first is not None:
            self.without_queen.go_on(game, first, longest or 0)
            if first < hands:
                self.without_queen.end(last or 0)
        else:
            self.without_queen.ended = 0


_COLUMNS: Final = [getattr(PlayerResult, name) for name in StreakResult._fields]


def results_in_order(
    connection: Connection, games: Games, players: Sequence[int] | None = None
) -> Iterator[StreakResult]:
    """The results that streaks go through, of all players or of these; whatever the rules."""
    statement = of_results(*_COLUMNS).where(*games._replace(agreement=None).are_these)
    if players is not None:
        statement = statement.where(PlayerResult.player_id.in_(players))
    in_order = statement.order_by(*IN_ORDER, PlayerResult.player_id)
    return map(StreakResult._make, connection.execute(in_order))


def streaks_of(
    connection: Connection, games: Games, players: Sequence[int] | None = None
) -> Mapping[int, Streaks]:
    """The streaks of all players, or of these, which begin with the season."""
    streaks: defaultdict[int, Streaks] = defaultdict(Streaks)
    for result in results_in_order(connection, games, players):
        streaks[result.player_id].follow(result)
    return streaks


def longest(connection: Connection, runs: Mapping[int, Run]) -> tuple[int, Extreme] | None:
    """Whose run of these is the longest, by player, and the game that first reached it.

    ``None`` if there is none. Of two in one game, it is that of whoever came into the pad first.
    """
    best = max((run.best for run in runs.values()), default=0)
    if not best:
        return None
    game_ids = {run.game_id for run in runs.values() if run.best == best}
    game = connection.execute(
        select(GameOutcome.game_id, GameOutcome.number, GameOutcome.started)
        .where(GameOutcome.game_id.in_(game_ids))
        .order_by(*IN_ORDER)
        .limit(1)
    ).one()
    player = min(
        player for player, run in runs.items() if (run.best, run.game_id) == (best, game.game_id)
    )
    return player, Extreme(best, game.number, game.started)
