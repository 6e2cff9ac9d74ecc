"""How much of a player's points is skill; ``docs/figures.md`` tells the method in full.

The points of a hand, less the mean of its table, are taken for the player's own skill, less the
mean skill of the table, and chance. An estimate is drawn towards nought where there are few hands,
and where the players of a group differ little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple, TypeAlias

# A player with fewer games is a guest, as are all behind the first so many by games.
FEWEST_GAMES: Final = 20
MOST_PLAYERS: Final = 12

# How much players may differ (a standard deviation, in parts of what chance does in a hand): values
# of a half-normal distribution, each as likely as the next. Its scale is about one point a hand
# where there are 26.
_STEPS: Final = 6
_SPREADS: Final = tuple(
    0.15 * NormalDist().inv_cdf(0.5 + (step + 0.5) / _STEPS / 2) for step in range(_STEPS)
)

_Matrix: TypeAlias = list[list[float]]


class Sample(NamedTuple):
    """What a player's games by one set of rules add up to.

    ``above`` and ``squares`` as of :class:`scorepad.rules.results.HandSums`.
    """

    player: int
    games: int
    hands: int
    above: int
    squares: int


class Skill(NamedTuple):
    """A player's points a hand against the usual table, and the ends of a 90 % interval.

    The usual table has everybody at it, by how many hands they played. Fewer points are better.
    """

    player: int
    mean: float
    low: float
    high: float


class _Answer(NamedTuple):
    """What follows if players differ by so much: their means, the variances, how well it fits."""

    means: Sequence[float]
    variances: Sequence[float]
    fit: float


def skills_of_groups(
    seats: int, everybody: Sequence[Sample], together: Mapping[tuple[int, int], int]
) -> Sequence[Sequence[Skill]]:
    """The skills of those who have played enough, most games first, each group by itself.

    Those of two groups never sat at one table: their skills cannot be compared. ``together``: how
    many hands both of a pair played, for either order.
    """
    by_games = sorted(everybody, key=lambda each: (-each.games, each.player))
    enough = [each for each in by_games if each.games >= FEWEST_GAMES and each.hands]
    shown = enough[:MOST_PLAYERS]
    guests = [each for each in by_games if each not in shown]
    found = []
    for group in _groups(shown, together):
        hands = sum(
            guest.hands
            for guest in guests
            if any(together.get((guest.player, each.player)) for each in group)
        )
        found.append(skills(seats, group, together, hands))
    return [each for each in found if each]


def _groups(
    players: Sequence[Sample], together: Mapping[tuple[int, int], int]
) -> Sequence[Sequence[Sample]]:
    """Those who sat at one table, directly or by way of others."""
    groups: list[list[Sample]] = []
    for player in players:
        met = [
            group
            for group in groups
            if any(together.get((player.player, each.player)) for each in group)
        ]
        joined = [*(each for group in met for each in group), player]
        groups = [*(group for group in groups if group not in met), joined]
    return groups


def skills(
    seats: int,
    players: Sequence[Sample],
    together: Mapping[tuple[int, int], int],
    guest_hands: int = 0,
) -> Sequence[Skill]:
    """The skills of the players of one group, in their order; without chance there is no telling.

    ``together``: as of :func:`skills_of_groups`. ``guest_hands``: how many hands all others played
    who ever sat with them.
    """
    noise = _noise(seats, players)
    if not noise:
        return ()
    links = _links(seats, players, together)
    own = [each.above / seats / noise for each in players]
    above = [*own, -sum(own)]
    # The usual table has everybody at it, by how many hands they played.
    hands = [*(each.hands for each in players), guest_hands]
    usual = [each / sum(hands) for each in hands]
    answers = [_answer(links, above, usual, spread) for spread in _SPREADS]
    best = max(answer.fit for answer in answers)
    weights = [exp(answer.fit - best) for answer in answers]
    weights = [weight / sum(weights) for weight in weights]
    found = []
    for at, each in enumerate(players):
        mean = _dot(weights, [answer.means[at] for answer in answers])
        squares = [answer.variances[at] + (answer.means[at] - mean) ** 2 for answer in answers]
        # Within it are 90 % of a normal distribution.
        reach = NormalDist().inv_cdf(0.95) * sqrt(_dot(weights, squares))
        ends = (mean, mean - reach, mean + reach)
        found.append(Skill(each.player, *[noise * end for end in ends]))
    return found


def in_order(one: Skill, other: Skill) -> bool:
    """Whether it can be told which of them is better: their intervals do not overlap."""
    return one.high < other.low or other.high < one.low


def _noise(seats: int, players: Sequence[Sample]) -> float:
    """What chance does to the points of a hand, as a standard deviation; 0 if there is no telling.

    It is what a player's hands differ by from each other.
    """
    free = sum(each.hands - 1 for each in players)
    within = sum(each.squares - each.above**2 / each.hands for each in players)
    return sqrt(within / free / seats / (seats - 1)) if free else 0.0


def _links(
    seats: int, players: Sequence[Sample], together: Mapping[tuple[int, int], int]
) -> _Matrix:
    """What each skill adds to each one's sum of points less the table's mean; guests are last."""
    links = [
        [
            each.hands * (seats - 1)
            if each is other
            else -together.get((each.player, other.player), 0)
            for other in players
        ]
        for each in players
    ]
    # What a skill adds to one it takes off the others; the last row is that of the guests.
    links = [[*row, -sum(row)] for row in links]
    links.append([-sum(column) for column in zip(*links, strict=True)])
    return [[link / seats for link in row] for row in links]


def _answer(
    links: _Matrix, above: Sequence[float], usual: Sequence[float], spread: float
) -> _Answer:
    """The best linear unbiased prediction for one spread, all in parts of the noise."""
    precision = [row.copy() for row in links]
    for at, row in enumerate(precision):
        row[at] += spread**-2
    covariance, log_determinant = _inverse(precision)
    means = [_dot(row, above) for row in covariance]
    with_usual = [_dot(row, usual) for row in covariance]
    of_usual = _dot(usual, with_usual)
    usual_mean = _dot(usual, means)
    return _Answer(
        means=[mean - usual_mean for mean in means],
        variances=[row[at] - 2 * with_usual[at] + of_usual for at, row in enumerate(covariance)],
        # The logarithm of how likely the points are, but for what all spreads share. Without the
        # spread's own part, the widest would always seem to fit best.
        fit=(_dot(above, means) - log_determinant) / 2 - len(links) * log(spread),
    )


def _inverse(matrix: _Matrix) -> tuple[_Matrix, float]:
    """The inverse of a positive definite matrix, in its place, and the log of its determinant."""
    log_determinant = 0.0
    for at, pivot_row in enumerate(matrix):
        pivot = pivot_row[at]
        log_determinant += log(pivot)
        pivot_row[at] = 1.0
        pivot_row[:] = [value / pivot for value in pivot_row]
        for row in matrix:
            if row is not pivot_row:
                part, row[at] = row[at], 0.0
                row[:] = [value - part * by for value, by in zip(row, pivot_row, strict=True)]
    return matrix, log_determinant


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum([value * by for value, by in zip(one, other, strict=True)])
