"""What a finished game came to for each of its players.

Figures over many games are sums of these. Only hands that count are in them; each belongs to the
player who played it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.rules.cards import QUEEN
from scorepad.rules.hand_sums import HandSums, hand_sums
from scorepad.rules.notable import notable
from scorepad.rules.played import Played, PlayedHand


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
    """The result of a game for one player, by their number in ``Played.players``.

    ``seat``, ``place`` and ``total`` (points): at the end; ``None`` for those who had left by then,
    and without a hand there is no place and no total. ``winners``: how many share the win, 0 for
    those who did not win. ``comeback``: how many points this winner was once behind the leader, if
    no other winner was further behind. ``stats``: of the hands that they played, by the offset
    passed. ``partly``: the indexes of these hands, ``None`` for all of the game's. ``queen_runs``:
    ``None`` where the queen of spades is no penalty card.
    """

    player: int
    seat: int | None
    place: int | None
    total: int | None
    winners: int
    comeback: int
    stats: Mapping[int, HandStats]
    partly: Sequence[int] | None
    queen_runs: QueenRuns | None
    sums: HandSums


def results(game: Played) -> Sequence[Result]:
    """The results of a finished game by player."""
    sheet, seats = game.sheet, {player: seat for seat, player in enumerate(game.final)}
    everybody = dict.fromkeys([*game.final, *(each for row in game.players for each in row)])
    comeback = notable(game.game, sheet).comeback
    sums = hand_sums(game)
    has_queen = QUEEN in game.game.rules.penalty_cards
    found = []
    for player in everybody:
        own = {at: each for at, each in enumerate(game.hands) if player in each.players}
        seat = seats.get(player)
        final_seat = seat if sheet.played else None
        stats: dict[int, list[HandStats]] = {}
        for hand in own.values():
            stats.setdefault(hand.line.passed, []).append(_stats(hand, hand.players.index(player)))
        found.append(
            Result(
                player=player,
                seat=seat,
                place=None if final_seat is None else sheet.places[final_seat],
                total=None if final_seat is None else sheet.totals[final_seat],
                winners=len(sheet.winners) if final_seat in sheet.winners else 0,
                comeback=comeback.behind if comeback and comeback.seat == seat else 0,
                stats={offset: HandStats.sum_of(hands) for offset, hands in stats.items()},
                partly=None if len(own) == len(game.hands) else [*own],
                queen_runs=_queen_runs(own.values(), player) if has_queen else None,
                sums=sums.get(player, HandSums()),
            )
        )
    return found


def lead(game: Played) -> int | None:
    """How many points the only winner was ahead of the next one; ``None`` if the win is shared."""
    if len(game.sheet.winners) != 1:
        return None
    first, second, *_ = sorted(game.sheet.totals)
    return second - first


def _stats(played: PlayedHand, seat: int) -> HandStats:
    shot = played.line.shooter == seat
    return HandStats(
        hands=1,
        points=played.line.points[seat],
        queens=played.hand.cards.get(QUEEN) == seat,
        moons=shot,
        suns=shot and played.line.sun,
        exact_hits=played.line.adjusted[seat] != 0,
    )


def _queen_runs(hands: Iterable[PlayedHand], player: int) -> QueenRuns:
    lengths = [0]
    for each in hands:
        if each.players[each.hand.cards[QUEEN]] == player:
            lengths.append(0)
        else:
            lengths[-1] += 1
    return QueenRuns(lengths[0], lengths[-1], max(lengths))
