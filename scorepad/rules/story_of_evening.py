"""What there is to tell of an evening that its games alone do not say: ties, and runs of games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from scorepad.rules import evening_facts as facts
from scorepad.rules.cards import QUEEN
from scorepad.rules.story_of_game import Played, Weighed

# From how many on there is something to tell.
_WINS_IN_A_ROW: Final = 3
_HANDS_WITHOUT_QUEEN: Final = 20

# Lengths of runs, by game (from 1) and player.
Lengths: TypeAlias = Mapping[tuple[int, int], int]


class Runs(NamedTuple):
    """The runs of an evening's players as the records count them, through earlier evenings.

    ``wins``: games won in a row up to one that was won. ``wins_ended`` and ``queen_ended``: what
    came to its end in a game, of wins and of hands without the queen of spades.
    """

    wins: Lengths
    wins_ended: Lengths
    queen_ended: Lengths


def facts_of_evening(games: Sequence[Played], runs: Runs) -> Iterator[Weighed]:
    """The facts of these games together."""
    if len(games) > 1:
        yield from _tied(games)
    longest = max(runs.wins.values(), default=0)
    # Who won just these games is told in the end.
    if longest >= _WINS_IN_A_ROW and longest != len(games):
        at, player = next(key for key, wins in runs.wins.items() if wins == longest)
        yield 6 + longest / 2, facts.WonInRow(at, 0, player, longest)
    for (at, player), wins in runs.wins_ended.items():
        if wins >= _WINS_IN_A_ROW:
            yield min(9, 6 + wins / 2), facts.StreakEnded(at, 0, player, wins)
    for (at, player), hands in runs.queen_ended.items():
        if hands >= _HANDS_WITHOUT_QUEEN:
            number = next(
                line.number
                for line, hand, row in games[at - 1].hands
                if QUEEN in hand.cards and row[hand.cards[QUEEN]] == player
            )
            yield 5 + hands / 10, facts.QueenRunEnded(at, number, player, hands)


def _tied(games: Sequence[Played]) -> Iterator[Weighed]:
    for at, played in enumerate(games, start=1):
        winners = played.sheet.winners
        if played.lines and len(winners) > 1:
            players = tuple(played.final[seat] for seat in winners)
            yield 6, facts.Tied(at, 0, players, min(played.sheet.totals))
