"""Random evenings, for the facts of their stories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from scorepad.rules import Game, Hand, Line, sheet
from scorepad.rules.results import Played
from scorepad.rules.story import Runs
from tests.rules.strategies import games as any_games

QUEEN = "QS"
Lengths = dict[tuple[int, int], int]


def played(game: Game, *rows: Sequence[int]) -> Played:
    """A game, ended by agreement unless it is over, of players 0 to 6 by their seats.

    ``rows``: who sat there in each hand, and at last in the end; those that are not given are as
    the last one.
    """
    if not sheet(game).over:
        game = replace(game, stopped=True)
    seated = list(rows) or [tuple(range(game.rules.players))]
    missing = 1 + len(game.hands) - len(seated)
    return Played(game, sheet(game), [*seated, *[seated[-1]] * missing])


@dataclass(frozen=True)
class Evening:
    """Some games, and the runs of their players."""

    games: Sequence[Played]
    runs: Runs


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """One to four games of any rules, in some of which somebody took over a seat."""
    games = []
    wins: Lengths = {}
    ended: Lengths = {}
    queens: Lengths = {}
    for at in range(1, 1 + draw(st.integers(1, 4))):
        game = draw(any_games(most_hands=12))
        order = draw(st.permutations(range(9)))
        rows = [order[: game.rules.players]]
        leaves = draw(st.integers(0, 3 * len(game.hands) + 1))
        if leaves < len(game.hands):
            rows = rows * (leaves + 1)
            rows.append([order[-1], *rows[0][1:]])
        games.append(played(game, *rows))
        for line, hand, row in hands_of(games[-1]):
            if QUEEN in hand.cards and line.counts and draw(st.booleans()):
                queens[at, row[hand.cards[QUEEN]]] = draw(st.integers(1, 40))
        winners = {games[-1].players[-1][seat] for seat in lowest(games[-1].sheet.totals)}
        for player in sorted(games[-1].players[-1]):
            (wins if player in winners else ended)[at, player] = draw(st.integers(1, 6))
    return Evening(games, Runs(wins, ended, queens))


def hands_of(game: Played) -> list[tuple[Line, Hand, Sequence[int]]]:
    """Each hand that counts, with its line and who played it."""
    rows = zip(game.sheet.lines, game.game.hands, game.players, strict=False)
    return [each for each in rows if each[0].counts]


def lowest(totals: Sequence[int]) -> set[int]:
    """The seats with the lowest total."""
    return {seat for seat, total in enumerate(totals) if total == min(totals)}
