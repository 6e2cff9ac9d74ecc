"""The records of a pad, and the streaks of its players. Of equal ones, the first is the record.

Streaks are a player's wins in a row, and hands in a row without the queen of spades. They go
through games of all rules in the order in which they were started.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, SQLColumnExpression, Text, cast, select

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.evenings import evenings_of, moons_by_game
from scorepad.store.figures.games import IN_ORDER, Games, of_results
from scorepad.store.models import Game, Player


class Extreme(NamedTuple):
    """A value, and the start and number of the first game that reached it."""

    value: int
    started: datetime
    number: int


@dataclass
class Run:
    """A streak through some games.

    ``now``: its length after the latest game; ``ended``: that of the one that came to an end in it,
    0 if none did. ``best``: the longest so far.
    """

    now: int = 0
    ended: int = 0
    best: Extreme | None = None

    def go_on(self, result: StreakResult, more: int, longest: int = 0) -> None:
        """Make it longer; ``longest``: that of another one within the game."""
        self.now += more
        self.ended = 0
        length = max(self.now, longest)
        if length > (self.best.value if self.best else 0):
            self.best = Extreme(length, result.started, result.number)

    def end(self, begins: int = 0) -> None:
        """End it; ``begins``: how long the next one is at the end of the game."""
        self.ended, self.now = self.now, begins


class StreakResult(NamedTuple):
    """What streaks go through: columns of a result and its game."""

    player_id: int
    game_id: int
    place: int | None
    winners: int
    hands: int
    queen_first: int | None
    queen_last: int | None
    queen_longest: int | None
    started: datetime
    number: int


@dataclass
class Streaks:
    """Both streaks of a player."""

    wins: Run = field(default_factory=Run)
    without_queen: Run = field(default_factory=Run)

    def follow(self, result: StreakResult) -> None:
        """Go on with the result of a game."""
        self.wins.go_on(result, result.winners > 0)
        # Who did not finish a game neither won nor lost it.
        if result.place is not None and not result.winners:
            self.wins.end()
        # Where the queen costs nothing, a run goes on as if the game had not been.
        if result.queen_first is None:
            self.without_queen.ended = 0
            return
        self.without_queen.go_on(result, result.queen_first, result.queen_longest or 0)
        if result.queen_first < result.hands:
            self.without_queen.end(result.queen_last or 0)


_COLUMNS: Final = [
    *(getattr(PlayerResult, name) for name in StreakResult._fields[:-2]),
    *IN_ORDER,
]


def results_in_order(
    connection: Connection, games: Games, players: Sequence[int] | None = None
) -> Iterator[StreakResult]:
    """The results that streaks go through, of all players or of these; whatever the rules."""
    statement = of_results(*_COLUMNS).where(*games._replace(agreement=None).are_these)
    if players is not None:
        statement = statement.where(PlayerResult.player_id.in_(players))
    in_order = statement.order_by(*IN_ORDER, PlayerResult.player_id)
    # Fetched at once, for one by one takes twice as long.
    return map(StreakResult._make, connection.execute(in_order).all())


def streaks_of(
    connection: Connection, games: Games, players: Sequence[int] | None = None
) -> Mapping[int, Streaks]:
    """The streaks of all players, or of these, which begin with the season."""
    streaks: defaultdict[int, Streaks] = defaultdict(Streaks)
    for result in results_in_order(connection, games, players):
        streaks[result.player_id].follow(result)
    return streaks


@dataclass(frozen=True)
class Record:
    """A record: its value, the start and number of the game that reached it, and whose it is.

    Of an evening, they are those of its first game, and it has no ``players``. ``ruleset``: of the
    game, if the record is one of single games.
    """

    value: int
    started: datetime
    number: int
    players: Sequence[str] = ()
    ruleset: rules.Ruleset | None = None


@dataclass(frozen=True)
class Records:
    """The records of some games; ``None`` where there is nothing yet that could be one.

    ``hands``, ``lead`` (points), ``comeback`` (points): under one agreement, or over all rules.
    ``evening_moons`` and the streaks of players always go through games of all rules.
    """

    hands: Record | None
    lead: Record | None
    comeback: Record | None
    evening_moons: Record | None
    without_queen: Record | None
    wins_in_a_row: Record | None


def records_of(connection: Connection, games: Games) -> Records:
    """The records of these games."""
    streaks = streaks_of(connection, games)
    return Records(
        # All who sat there at the end; the only winner; the player who came back.
        hands=_of_game(connection, games, GameOutcome.hands, PlayerResult.seat.is_not(None)),
        lead=_of_game(connection, games, GameOutcome.lead, PlayerResult.winners == 1),
        comeback=_of_game(connection, games, PlayerResult.comeback, PlayerResult.comeback > 0),
        evening_moons=_evening_moons(connection, games),
        without_queen=_of_player(connection, streaks, lambda each: each.without_queen),
        wins_in_a_row=_of_player(connection, streaks, lambda each: each.wins),
    )


def _of_game(
    connection: Connection,
    games: Games,
    record: SQLColumnExpression[Any],
    whose: ColumnElement[bool],
) -> Record | None:
    """The game with the highest value of a column; a zero is not a record."""
    first = connection.execute(
        of_results(
            *(record, *IN_ORDER, GameOutcome.game_id, GameOutcome.players, cast(Game.rules, Text))
        )
        .join(Game, Game.id == GameOutcome.game_id)
        .where(*games.are_these, record > 0)
        .order_by(record.desc(), *IN_ORDER)
        .limit(1)
    ).one_or_none()
    if first is None:
        return None
    value, started, number, game, players, options = first
    holders = (
        select(Player.name)
        .join(PlayerResult, PlayerResult.player_id == Player.id)
        .where(PlayerResult.game_id == game, whose)
        .order_by(PlayerResult.seat)
    )
    names = connection.scalars(holders).all()
    return Record(value, started, number, names, ruleset_of(players, options))


def _evening_moons(connection: Connection, games: Games) -> Record | None:
    """The first evening with most moons, of all players together."""
    moons = moons_by_game(connection, games.pad_id)
    best: Record | None = None
    for evening in evenings_of(connection, games.pad_id, games.season):
        count = sum(moons.get(each, 0) for each in evening.game_ids)
        if count > (best.value if best else 0):
            best = Record(count, evening.started, evening.number)
    return best


def _of_player(
    connection: Connection, streaks: Mapping[int, Streaks], run: Callable[[Streaks], Run]
) -> Record | None:
    """The longest streak; of two in one game, that of the player who came into the pad first."""
    bests = {player: run(each).best for player, each in streaks.items()}
    found = [(-best.value, *best[1:], player) for player, best in bests.items() if best]
    if not found:
        return None
    value, started, number, player = min(found)
    names = connection.scalars(select(Player.name).where(Player.id == player)).all()
    return Record(-value, started, number, names)
