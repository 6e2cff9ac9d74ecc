"""The results of a finished game: for each player, and for the game as a whole.

Figures over many games are sums of these. Only hands that count are in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from scorepad.rules.cards import QUEEN
from scorepad.rules.hand import Hand
from scorepad.rules.notable import notable
from scorepad.rules.sheet import Game, Line, Sheet


class HandStats(NamedTuple):
    """A player's counts over some hands.

    ``points``: those of the hands, without what an exact hit took off. ``queens``: hands in which
    they took the queen of spades. ``moons`` includes the suns.
    """

    hands: int = 0
    points: int = 0
    queens: int = 0
    moons: int = 0
    suns: int = 0
    exact_hits: int = 0

    @classmethod
    def sum_of(cls, parts: Iterable[HandStats]) -> HandStats:
        """The counts over all of these together."""
        return cls(*map(sum, zip(*parts, strict=True)))


class QueenRuns(NamedTuple):
    """How many hands in a row a player did not take the queen of spades.

    ``first``: before the first one they took, ``last``: after the last one; both are all of their
    hands if they took none. ``longest``: between two of them, or at either end.
    """

    first: int
    last: int
    longest: int


@dataclass(frozen=True)
class Result:
    """The result of a game for one player, by their number in ``players``.

    ``seat``, ``place`` and ``total`` (points): of whoever sat there at the end, ``None`` for those
    who had left by then; without a hand nobody has a place or a total. ``winners``: how many share
    the win, 0 for those who did not win. ``stats``: of the hands that they played, by the offset
    that was passed. ``queen_runs``: ``None`` where the queen of spades is no penalty card.
    """

    player: int
    seat: int | None
    place: int | None
    total: int | None
    winners: int
    stats: Mapping[int, HandStats]
    queen_runs: QueenRuns | None


# What a player did in each hand that they played and that counts, with the offset that was passed.
_Played: TypeAlias = list[tuple[int, HandStats]]


@dataclass(frozen=True)
class Outcome:
    """The result of a game as a whole.

    ``hands``: the number of its last hand that counts, those on a sheet of paper before it
    included. ``moons``: of all players. ``lead``: by how many points its only winner was ahead of
    the next one; ``None`` if the win is shared. ``comeback``: how many points a winner was once
    behind the leader, and ``comeback_of``: their number; 0 and ``None`` if they never were.
    """

    hands: int
    moons: int
    lead: int | None
    comeback: int
    comeback_of: int | None


def results(game: Game, sheet: Sheet, players: Sequence[Sequence[int]]) -> Sequence[Result]:
    """The results of a finished game by player; ``sheet`` is its sheet.

    ``players``: for each hand, by seat, the number of the player who sat there, and at last who
    sits there at the end.
    """
    seats = {player: seat for seat, player in enumerate(players[-1])}
    everybody = dict.fromkeys([*players[-1], *(each for row in players for each in row)])
    played_by: dict[int, _Played] = {player: [] for player in everybody}
    for hand, line, sat in zip(game.hands, sheet.lines, players, strict=False):
        if line.counts:
            for seat, player in enumerate(sat):
                played_by[player].append((line.passed, _stats(hand, line, seat)))
    return [
        _result(game, sheet, played, player, seats.get(player))
        for player, played in played_by.items()
    ]


def outcome(game: Game, sheet: Sheet, players: Sequence[Sequence[int]]) -> Outcome:
    """The result of a finished game as a whole; arguments as of :func:`results`."""
    lines = [line for line in sheet.lines if line.counts]
    won = sheet.winners
    others = [total for seat, total in enumerate(sheet.totals) if seat not in won]
    comeback = notable(game, sheet).comeback
    return Outcome(
        hands=lines[-1].number if lines else game.hands_before,
        moons=sum(line.shooter is not None for line in lines),
        lead=min(others) - min(sheet.totals) if len(won) == 1 else None,
        comeback=comeback.behind if comeback else 0,
        comeback_of=players[-1][comeback.seat] if comeback else None,
    )


def _stats(hand: Hand, line: Line, seat: int) -> HandStats:
    shot = line.shooter == seat
    return HandStats(
        hands=1,
        points=line.points[seat],
        queens=hand.cards.get(QUEEN) == seat,
        moons=shot,
        suns=shot and line.sun,
        exact_hits=line.adjusted[seat] != 0,
    )


def _result(game: Game, sheet: Sheet, played: _Played, player: int, seat: int | None) -> Result:
    final_seat = seat if sheet.played else None
    by_offset: dict[int, list[HandStats]] = {}
    for offset, stats in played:
        by_offset.setdefault(offset, []).append(stats)
    return Result(
        player=player,
        seat=seat,
        place=None if final_seat is None else sheet.places[final_seat],
        total=None if final_seat is None else sheet.totals[final_seat],
        winners=len(sheet.winners) if final_seat in sheet.winners else 0,
        stats={offset: HandStats.sum_of(hands) for offset, hands in by_offset.items()},
        queen_runs=_queen_runs(played) if QUEEN in game.rules.penalty_cards else None,
    )


def _queen_runs(played: _Played) -> QueenRuns:
    lengths = [0]
    for _, stats in played:
        if stats.queens:
            lengths.append(0)
        else:
            lengths[-1] += 1
    return QueenRuns(lengths[0], lengths[-1], max(lengths))
