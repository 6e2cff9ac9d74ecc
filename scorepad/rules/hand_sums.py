"""What a player's hands of a finished game add up to: for skill and luck, and for the rivals.

Figures over many games are sums of these. Only hands that count are in them; each belongs to
whoever played it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from scorepad.rules.cards import QUEEN
from scorepad.rules.ending import Totals, places
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

    ``queens``: they took the queen of spades. ``feared``: they passed, and whoever got their cards
    took the queen. ``closed``: they won a game in which they and others were within 10 points of
    the lowest total before the last hand; a shared win is one for each. ``bounced``: they had the
    fewest points of the table, shared or alone, right after a hand in which they took the queen.
    ``stopped``: they took the last hearts, four at most, when somebody else had all other penalty
    cards. ``spoiled``: they passed to the only leader, who took the queen. Where the queen is no
    penalty card, nothing about it is counted, and near moons only where moons are played.
    """

    hands: int = 0
    above: int = 0
    squares: int = 0
    queen_hands: int = 0
    queens: int = 0
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


# How often something could have come about, how often it did, and how often by chance alone.
_Tries: TypeAlias = tuple[int, int, int]
_BySeat: TypeAlias = Sequence[_Tries]
_NONE: Final = (0, 0, 0)


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
    nobody: _BySeat = (_NONE,) * game.rules.players
    hands: dict[int, list[Sequence[int]]] = {}
    took_queen: int | None = None
    for hand, line, before, sat in zip(game.hands, lines, befores, players, strict=False):
        played = _Played(game.rules, hand, line, before)
        queens = _queens(played) if QUEEN in game.rules.penalty_cards else nobody
        passes = _passes(played, queens) if line.passed != HOLD else nobody
        by_seat = (
            _points(played),
            queens,
            passes,
            _closes(played, [each in winners for each in sat]) if line is lines[-1] else nobody,
            _bounces(played, [each == took_queen for each in sat]),
            _near_moons(played) if game.rules.moon != "off" else nobody,
            _passes_to_leader(played, passes),
        )
        took_queen = None
        for seat, (player, of_hand) in enumerate(zip(sat, zip(*by_seat, strict=True), strict=True)):
            hands.setdefault(player, []).append([*chain.from_iterable(of_hand)])
            if queens[seat][1]:
                took_queen = player
    return {player: HandSums(*map(sum, zip(*rows, strict=True))) for player, rows in hands.items()}


def _points(played: _Played) -> _BySeat:
    """Of each seat: one hand, its points above the mean of the table, and their square."""
    points = played.line.points
    above = [len(points) * each - sum(points) for each in points]
    return [(1, each, each * each) for each in above]


def _queens(played: _Played) -> _BySeat:
    taker, players = played.hand.cards.get(QUEEN), played.rules.players
    return [(1, seat == taker, CHANCE // players) for seat in range(players)]


def _passes(played: _Played, queens: _BySeat) -> _BySeat:
    """What whoever got the cards of each seat did with the queen."""
    players = played.rules.players
    return [queens[receiver(seat, played.line.passed, players)] for seat in range(players)]


def _passes_to_leader(played: _Played, passes: _BySeat) -> _BySeat:
    leaders = [seat for seat, place in enumerate(places(played.before)) if place == 1]
    players = played.rules.players
    return [
        tries if leaders == [receiver(seat, played.line.passed, players)] else _NONE
        for seat, tries in enumerate(passes)
    ]


def _closes(played: _Played, won: Sequence[bool]) -> _BySeat:
    behind = [total - min(played.before) for total in played.before]
    close = [points <= _CLOSE for points in behind]
    chance = CHANCE // sum(close)
    return [
        (1, wins, chance) if is_close and sum(close) > 1 else _NONE
        for is_close, wins in zip(close, won, strict=True)
    ]


def _bounces(played: _Played, took_queen: Sequence[bool]) -> _BySeat:
    """Whether those who took the queen in the hand before had the fewest points."""
    points = played.line.points
    fewest = min(points)
    # Several may share the fewest: that makes it likelier for each.
    chance = CHANCE * points.count(fewest) // len(points)
    return [
        (1, own == fewest, chance) if took_it else _NONE
        for own, took_it in zip(points, took_queen, strict=True)
    ]


def _near_moons(played: _Played) -> _BySeat:
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
        return (_NONE,) * rules.players
    chance = CHANCE // (rules.players - 1)
    return [
        _NONE if seat in near else (1, hearts > 0, chance)
        for seat, hearts in enumerate(hand.hearts)
    ]
