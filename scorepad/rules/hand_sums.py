"""What a player's hands of a finished game add up to: for skill and luck, and for the rivals.

Figures over many games are sums of these. Only hands that count are in them; each belongs to
whoever played it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
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

    def plus(self, other: HandSums) -> HandSums:
        """The sums over the hands of both."""
        return HandSums(*map(add, self, other))


# How often something could have come about, how often it did, and how often by chance alone.
_Tries: TypeAlias = tuple[int, int, int]
_NONE: Final = (0, 0, 0)


class _Played(NamedTuple):
    """A hand that counts, with its line and the totals before it."""

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
    sums: dict[int, HandSums] = {}
    took_queen: int | None = None
    for at, (line, sat) in enumerate(zip(lines, players, strict=False)):
        played = _Played(game.rules, game.hands[at], line, befores[at])
        queen = played.hand.cards.get(QUEEN) if _queen_counts(played) else None
        is_last = at == len(lines) - 1
        for seat, player in enumerate(sat):
            above = game.rules.players * line.points[seat] - sum(line.points)
            of_hand = HandSums(
                1,
                above,
                above * above,
                *_queen(played, seat),
                *_pass(played, seat),
                *(_close(played, seat, won=player in winners) if is_last else _NONE),
                *(_bounce(played, seat) if player == took_queen else _NONE),
                *_near_moon(played, seat),
                *_pass_to_leader(played, seat),
            )
            sums[player] = sums.get(player, HandSums()).plus(of_hand)
        took_queen = None if queen is None else sat[queen]
    return sums


def _tried(came_about: bool, chance: int) -> _Tries:
    return (1, int(came_about), chance)


def _queen_counts(played: _Played) -> bool:
    return QUEEN in played.rules.penalty_cards


def _queen(played: _Played, seat: int) -> _Tries:
    if not _queen_counts(played):
        return _NONE
    return _tried(played.hand.cards.get(QUEEN) == seat, CHANCE // played.rules.players)


def _pass(played: _Played, seat: int) -> _Tries:
    if played.line.passed == HOLD:
        return _NONE
    return _queen(played, receiver(seat, played.line.passed, played.rules.players))


def _pass_to_leader(played: _Played, seat: int) -> _Tries:
    leaders = [each for each, place in enumerate(places(played.before)) if place == 1]
    receives = receiver(seat, played.line.passed, played.rules.players)
    return _pass(played, seat) if leaders == [receives] else _NONE


def _close(played: _Played, seat: int, *, won: bool) -> _Tries:
    behind = [total - min(played.before) for total in played.before]
    close = sum(points <= _CLOSE for points in behind)
    if close < 2 or behind[seat] > _CLOSE:
        return _NONE
    return _tried(won, CHANCE // close)


def _bounce(played: _Played, seat: int) -> _Tries:
    points = played.line.points
    fewest = min(points)
    # Several may share the fewest: that makes it likelier for each.
    return _tried(points[seat] == fewest, CHANCE * points.count(fewest) // len(points))


def _near_moon(played: _Played, seat: int) -> _Tries:
    """Whether this seat took the rest of a near moon of another one."""
    rules, hand = played.rules, played.hand
    if rules.moon == "off" or sorted(hand.hearts)[:-2] != [0] * (rules.players - 2):
        return _NONE
    near = [
        each
        for each, hearts in enumerate(hand.hearts)
        if 1 <= rules.hearts - hearts <= _MOST_MISSING
        and all(hand.cards[card] == each for card in rules.penalty_cards)
    ]
    # With few hearts and nothing else, two can be as near.
    if len(near) != 1 or near == [seat]:
        return _NONE
    return _tried(hand.hearts[seat] > 0, CHANCE // (rules.players - 1))
