"""What a player's hands of a finished game add up to: for skill and luck, and for the rivals.

Figures over many games are sums of these. Only hands that count are in them; each belongs to
whoever played it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from scorepad.rules.cards import QUEEN
from scorepad.rules.ending import Totals
from scorepad.rules.hand import Hand
from scorepad.rules.passing import HOLD, receiver
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.sheet import Game, Line, Sheet

# Chances are counted in 420ths, the lowest common multiple of the numbers of players 1 to 7, so
# that their sums are whole.
CHANCE: Final = 420

# A game is close for those who are within so many points of the lowest total before the last hand.
_CLOSE: Final = 10
# A moon is near when no more than so many hearts are missing.
_MOST_MISSING: Final = 4


class HandSums(NamedTuple):
    """A player's sums over some hands.

    ``above``: the points of each hand times the number of players, less the points of the whole
    table; ``squares``: of the same numbers. After them, in threes: how often something could have
    come about, how often it did, and how often by chance alone, in parts of ``CHANCE``.

    ``queen_taken``: they took the queen of spades. ``feared``: they passed, and whoever got their
    cards took the queen. ``closed``: they won a game in which they and others were within 10 points
    of the lowest total before the last hand; a shared win is one for each. ``bounced``: they had
    the fewest points of the table, shared or alone, right after a hand with the queen. ``stopped``:
    they took the last hearts, four at most, when somebody else had all other penalty
    cards. ``spoiled``: they passed to the only leader, who took the queen. Where the queen is no
    penalty card, nothing about it is counted, and near moons only where moons are played.
    """

    hands: int = 0
    above: int = 0
    squares: int = 0
    queen_hands: int = 0
    queen_taken: int = 0
    queen_chance: int = 0
    passes: int = 0
    feared: int = 0
    feared_chance: int = 0
    closes: int = 0
    closed: int = 0
    closed_chance: int = 0
    after_queen: int = 0
    bounced: int = 0
    bounced_chance: int = 0
    near_moons: int = 0
    stopped: int = 0
    stopped_chance: int = 0
    leader_passes: int = 0
    spoiled: int = 0
    spoiled_chance: int = 0


# For some seats: how often something could have come about, how often it did, and how often by
# chance alone.
_BySeat: TypeAlias = Mapping[int, tuple[int, int, int]]
_NOBODY: Final[_BySeat] = {}


class _Played(NamedTuple):
    """A hand that counts, its line, and the totals before it."""

    rules: Ruleset
    hand: Hand
    line: Line
    before: Totals


def hand_sums(game: Game, sheet: Sheet, players: Sequence[Sequence[int]]) -> Mapping[int, HandSums]:
    """The sums of a finished game by the player's number, for all who played a hand of it.

    Arguments as of :func:`scorepad.rules.results.results`.
    """
    lines = [line for line in sheet.lines if line.counts]
    befores = [game.opening or (0,) * game.rules.players, *[line.totals for line in lines]]
    winners = {players[-1][seat] for seat in sheet.winners}
    sums: defaultdict[int, list[int]] = defaultdict(lambda: [0] * len(HandSums._fields))
    took_queen: int | None = None
    for hand, line, before, sat in zip(game.hands, lines, befores, players, strict=False):
        played = _Played(game.rules, hand, line, before)
        queens = _queens(played) if QUEEN in game.rules.penalty_cards else _NOBODY
        passes = _passes(played, queens) if queens and line.passed != HOLD else _NOBODY
        in_threes = (
            _points(played),
            queens,
            passes,
            _closes(played, [each in winners for each in sat]) if line is lines[-1] else _NOBODY,
            _bounce(played, sat.index(took_queen)) if took_queen in sat else _NOBODY,
            _near_moon(played) if game.rules.moon != "off" else _NOBODY,
            _passes_to_leader(played, passes),
        )
        for at, by_seat in zip(range(0, len(HandSums._fields), 3), in_threes, strict=True):
            for seat, (tries, times, chance) in by_seat.items():
                own = sums[sat[seat]]
                own[at] += tries
                own[at + 1] += times
                own[at + 2] += chance
        took_queen = next((sat[seat] for seat in queens if queens[seat][1]), None)
    return {player: HandSums(*own) for player, own in sums.items()}


def _points(played: _Played) -> _BySeat:
    """Of each seat: one hand, its points above the mean of the table, and their square."""
    points = played.line.points
    of_all = sum(points)
    above = [len(points) * each - of_all for each in points]
    return {seat: (1, each, each * each) for seat, each in enumerate(above)}


def _queens(played: _Played) -> _BySeat:
    taker, players = played.hand.cards.get(QUEEN), played.rules.players
    chance = CHANCE // players
    return {seat: (1, seat == taker, chance) for seat in range(players)}


def _passes(played: _Played, queens: _BySeat) -> _BySeat:
    """What whoever got the cards of each seat did with the queen."""
    offset, players = played.line.passed, played.rules.players
    return {seat: queens[receiver(seat, offset, players)] for seat in range(players)}


def _passes_to_leader(played: _Played, passes: _BySeat) -> _BySeat:
    """What the only leader did with it, of whoever passed to them."""
    lowest = min(played.before)
    if not passes or played.before.count(lowest) > 1:
        return _NOBODY
    leader = played.before.index(lowest)
    giver = receiver(leader, -played.line.passed, played.rules.players)
    return {giver: passes[giver]}


def _closes(played: _Played, won: Sequence[bool]) -> _BySeat:
    lowest = min(played.before)
    close = [seat for seat, total in enumerate(played.before) if total - lowest <= _CLOSE]
    if len(close) == 1:
        return _NOBODY
    return {seat: (1, won[seat], CHANCE // len(close)) for seat in close}


def _bounce(played: _Played, seat: int) -> _BySeat:
    """Whether who took the queen in the hand before, and sits there now, had the fewest points."""
    points = played.line.points
    fewest = min(points)
    # Several may share the fewest: that makes it likelier for each.
    chance = CHANCE * points.count(fewest) // len(points)
    return {seat: (1, points[seat] == fewest, chance)}


def _near_moon(played: _Played) -> _BySeat:
    """Whether each seat took the rest of a near moon of another one."""
    rules, hand = played.rules, played.hand
    near = []
    if sorted(hand.hearts)[:-2] == [0] * (rules.players - 2):
        near = [
            seat
            for seat, hearts in enumerate(hand.hearts)
            if 1 <= rules.hearts - hearts <= _MOST_MISSING
            and all(hand.cards[card] == seat for card in rules.penalty_cards)
        ]
    # With few hearts and nothing else, two can be as near.
    if len(near) != 1:
        return _NOBODY
    chance = CHANCE // (rules.players - 1)
    return {
        seat: (1, hearts > 0, chance) for seat, hearts in enumerate(hand.hearts) if seat not in near
    }
