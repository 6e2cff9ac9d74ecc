"""What came of a game that is over: for each player, and for the game as a whole.

Figures over many games are sums of these. Only hands that count are in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.rules.cards import QUEEN
from scorepad.rules.notable import notable
from scorepad.rules.sheet import Game, Line, Sheet


class Deeds(NamedTuple):
    """What a player did in some hands.

    ``points``: those of the hands, without what an exact hit took off. ``queens``: hands in which
    they took the queen of spades. ``moons`` includes the suns.
    """

    hands: int = 0
    points: int = 0
    queens: int = 0
    moons: int = 0
    suns: int = 0
    exact_hits: int = 0


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
    """What came of a game for one player, by their number in ``players``.

    ``seat``, ``place`` and ``total`` (points): of whoever sat there at the end, ``None`` for those
    who had left by then; without a hand nobody has a place or a total. ``winners``: how many share
    the win, 0 for those who did not win. ``deeds``: in the hands that they played, by the offset
    that was passed. ``queen_runs``: ``None`` where the queen of spades is no penalty card.
    """

    player: int
    seat: int | None
    place: int | None
    total: int | None
    winners: int
    deeds: Mapping[int, Deeds]
    queen_runs: QueenRuns | None


@dataclass(frozen=True)
class Outcome:
    """What came of a game as a whole.

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
    """The results of a game that is over; ``sheet`` is its sheet.

    ``players``: for each hand, by seat, the number of the player who sat there, and at last who
    sits there at the end.
    """
    seats = {player: seat for seat, player in enumerate(players[-1])}
    everybody = dict.fromkeys([*players[-1], *(each for row in players for each in row)])
    return [_result(game, sheet, players, player, seats.get(player)) for player in everybody]


def outcome(game: Game, sheet: Sheet, players: Sequence[Sequence[int]]) -> Outcome:
    """What came of a game that is over; arguments as of :func:`results`."""
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


def _result(
    game: Game, sheet: Sheet, players: Sequence[Sequence[int]], player: int, seat: int | None
) -> Result:
    played = list(_played(sheet, players, player))
    placed = seat if any(line.counts for line in sheet.lines) or game.hands_before else None
    queens = [game.hands[at].cards.get(QUEEN) == seat_then for at, seat_then, _ in played]
    deeds: dict[int, Deeds] = {}
    for (_, seat_then, line), took_queen in zip(played, queens, strict=True):
        shot = line.shooter == seat_then
        hand = Deeds(
            hands=1,
            points=line.points[seat_then],
            queens=int(took_queen),
            moons=int(shot),
            suns=int(shot and line.sun),
            exact_hits=int(line.adjusted[seat_then] != 0),
        )
        deeds[line.passed] = added(deeds.get(line.passed, Deeds()), hand)
    return Result(
        player=player,
        seat=seat,
        place=None if placed is None else sheet.places[placed],
        total=None if placed is None else sheet.totals[placed],
        winners=len(sheet.winners) if placed in sheet.winners else 0,
        deeds=deeds,
        queen_runs=_queen_runs(queens) if QUEEN in game.rules.penalty_cards else None,
    )


def added(one: Deeds, other: Deeds) -> Deeds:
    """What a player did in some hands and in others."""
    return Deeds(*map(sum, zip(one, other, strict=True)))


def _played(
    sheet: Sheet, players: Sequence[Sequence[int]], player: int
) -> Iterator[tuple[int, int, Line]]:
    """The hands that a player played and that count: index, seat, line."""
    for at, line in enumerate(sheet.lines):
        if line.counts and player in players[at]:
            yield at, players[at].index(player), line


def _queen_runs(queens: Sequence[bool]) -> QueenRuns:
    lengths = [0]
    for took_it in queens:
        if took_it:
            lengths.append(0)
        else:
            lengths[-1] += 1
    return QueenRuns(lengths[0], lengths[-1], max(lengths))
