"""What there is to tell of an evening: facts of its games, the most notable ones in their order.

What is rare comes first. Nobody's last place is a fact, and no bad hand is told by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from scorepad.rules import evening_facts as facts
from scorepad.rules.evening_facts import Fact
from scorepad.rules.story_of_evening import Runs, facts_of_evening
from scorepad.rules.story_of_game import Played, Weighed, facts_of_game

# How many facts a story has besides its beginning and its end, and how many of one kind.
MOST_FACTS: Final = 8
MOST_HIGHLIGHTS: Final = 4
_MOST_OF_A_KIND: Final = 2
# Behind all hands, and behind all games.
_END: Final = 1_000_000
# What has no hand of its own is told at the end of its game, in this order.
_AT_THE_END: Final[Sequence[type[Fact]]] = (
    *(facts.Close, facts.Tied, facts.Won, facts.StreakEnded, facts.WonInRow),
)
# Whoever hears these knows who won the game.
_TELL_THE_WINNER: Final = (*(facts.LedFrom, facts.CameBack, facts.Close, facts.Tied),)


@dataclass(frozen=True)
class Tale:
    """The facts of an evening in order, from its beginning to who won the night.

    ``highlights``: the most notable ones, in the same order.
    """

    facts: Sequence[Fact]
    highlights: Sequence[Fact]


def tell(games: Sequence[Played], night: facts.Night, runs: Runs) -> Tale:
    """What to tell of these games, up to who won the ``night``."""
    weighed = [
        *facts_of_evening(games, runs),
        *(each for at, game in enumerate(games, start=1) for each in facts_of_game(at, game)),
    ]
    picked = _picked(_without_doubles(weighed))
    # Who won them all is told in the end.
    if night.wins < len(games):
        picked += list(_other_wins(games, picked))[: MOST_FACTS - len(picked)]
    highlights = _in_order(picked[:MOST_HIGHLIGHTS])
    return Tale([_beginning(games), *_in_order(picked), night], highlights)


def _without_doubles(weighed: Sequence[Weighed]) -> Iterator[Weighed]:
    """The facts, but those that others tell as well."""
    told = [fact for _, fact in weighed]
    shot = {(fact.game, fact.hand, fact.player) for fact in told if isinstance(fact, facts.Moon)}
    on_a_run = {fact.player for fact in told if isinstance(fact, facts.WonInRow)}
    came_back = {fact.game for fact in told if isinstance(fact, facts.CameBack)}
    for weight, fact in weighed:
        if isinstance(fact, facts.MoonTurned) and fact.game in came_back:
            # Whoever came back won.
            fact = replace(fact, won=False)
        if isinstance(fact, facts.LedFrom) and (fact.game, fact.hand, fact.player) in shot:
            continue
        if not isinstance(fact, facts.StreakEnded) or fact.player not in on_a_run:
            yield weight, fact


def _picked(weighed: Iterable[Weighed]) -> list[Fact]:
    """The most notable ones, and not too many of one kind."""
    kinds: Counter[type[Fact]] = Counter()
    picked: list[Fact] = []
    for _, fact in sorted(weighed, key=itemgetter(0), reverse=True):
        kind = type(fact)
        if kinds[kind] < _MOST_OF_A_KIND and len(picked) < MOST_FACTS:
            kinds[kind] += 1
            picked.append(fact)
    return picked


def _other_wins(games: Sequence[Played], picked: Sequence[Fact]) -> Iterator[facts.Won]:
    """Who won, for each game of which no fact tells it."""
    told = {
        fact.game
        for fact in picked
        if isinstance(fact, _TELL_THE_WINNER) or (isinstance(fact, facts.MoonTurned) and fact.won)
    }
    for at, game in enumerate(games, start=1):
        if at not in told and len(game.sheet.winners) == 1:
            yield facts.Won(at, 0, game.final[game.sheet.winners[0]], min(game.sheet.totals))


def _in_order(told: Iterable[Fact]) -> Sequence[Fact]:
    def place(fact: Fact) -> tuple[int, int, int]:
        kind = type(fact)
        last = _AT_THE_END.index(kind) if kind in _AT_THE_END else -1
        return fact.game or _END, fact.hand or _END, last

    return sorted(told, key=place)


def _beginning(games: Sequence[Played]) -> facts.Beginning:
    players = dict.fromkeys(player for game in games for row in game.rows for player in row)
    hands = sum(len(game.lines) for game in games)
    return facts.Beginning(0, 0, tuple(players), len(games), hands)
