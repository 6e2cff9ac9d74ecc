"""Groups of players whose skill is known: their games, played at random, and what is true of them.

A hand is dealt as Hearts deals it: hearts come by the trick, the queen is worth as many as all of
them, and now and then somebody shoots the moon. Whoever plays worse takes each trick more likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import comb, exp
from random import Random

from scorepad.store.figures.skill import FEWEST_GAMES, Sample

SEATS = 4
# About as many of all hands, at tables that know the game.
MOONS = 0.03
# How many hearts come in a trick, each as likely as the next.
HEARTS = (1, 1, 1, 1, 2, 2, 2, 3, 4)
# What a weight of 1 more, as a logarithm, costs a hand: 26 points go by weight among four.
SLOPE = (1 - MOONS) * 26 / SEATS


@dataclass
class Group:
    """What a group played, and the true skill of each of its players."""

    games: Counter[int] = field(default_factory=Counter)
    hands: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    above: Counter[int] = field(default_factory=Counter)
    squares: Counter[int] = field(default_factory=Counter)
    together: Counter[tuple[int, int]] = field(default_factory=Counter)
    truth: Sequence[float] = ()

    @property
    def everybody(self) -> list[Sample]:
        """What the games of each player add up to."""
        return [
            Sample(each, games, self.hands[each], self.above[each], self.squares[each])
            for each, games in sorted(self.games.items())
        ]


def group(seed: int, spread: float, games: int = 0) -> Group:
    """Four to six players, whose skills differ by so many points a hand (standard deviation).

    They play 20 to 150 games, if not so many. Some come less often than others.
    """
    random = Random(f"{seed} {spread}")  # noqa: S311 (no secret: the same group again)
    count = random.randint(4, 6)
    weights = [exp(random.gauss(0, spread / SLOPE)) for _ in range(count)]
    keen = [1 if each < 3 else random.choice([1, 1, 1, 0.5, 0.2]) for each in range(count)]
    found = Group()
    for _ in range(games or random.randint(20, 150)):
        come = sorted(range(count), key=lambda each: random.random() ** (1 / keen[each]))[-SEATS:]
        play(found, come, [weights[each] for each in come], random)
    found.truth = _against_usual(found, weights)
    return found


def group_with_guests(seed: int, weak: float) -> Group:
    """A few who always play, and guests who come now and then, worse by so many points a hand.

    On some evenings nobody else comes, on others most are guests, none often enough for a bar.
    """
    random = Random(f"guests {seed} {weak}")  # noqa: S311 (no secret: the same group again)
    core, guests = random.randint(3, 5), random.randint(4, 8)
    weights = [exp(random.gauss(0, 0.5 / SLOPE)) for _ in range(core + guests)]
    weights[core:] = [weight * exp(weak / SLOPE) for weight in weights[core:]]
    found = Group()
    for _ in range(random.randint(40, 150)):
        free = [each for each in range(core, core + guests) if found.games[each] < FEWEST_GAMES - 1]
        some = max(random.choice([0, 0, 1, 2, 3]), SEATS - core)
        if some <= len(free):
            come = [*random.sample(range(core), SEATS - some), *random.sample(free, some)]
            play(found, come, [weights[each] for each in come], random)
    found.truth = _against_usual(found, weights)
    return found


def _against_usual(found: Group, weights: Sequence[float]) -> Sequence[float]:
    """The true skills against the usual table."""
    skills = _true_skills(weights)
    usual = sum(found.hands[each] * skills[each] for each in found.hands) / found.hands.total()
    return [skill - usual for skill in skills]


def play(found: Group, come: Sequence[int], weights: Sequence[float], random: Random) -> None:
    """A game of these players."""
    hands = random.randint(7, 11)
    found.games.update(come)
    found.hands.update(dict.fromkeys(come, hands))
    found.together.update(dict.fromkeys(permutations(come, 2), hands))
    for _ in range(hands):
        points = _deal(weights, random)
        for each, taken in zip(come, points, strict=True):
            above = SEATS * taken - sum(points)
            found.points[each] += taken
            found.above[each] += above
            found.squares[each] += above**2


def _deal(weights: Sequence[float], random: Random) -> list[int]:
    """The points of a hand."""
    if random.random() < MOONS:
        shooter = random.randrange(SEATS)
        return [26 * (seat != shooter) for seat in range(SEATS)]
    points, left = [0] * SEATS, 13
    while left:
        hearts = min(left, random.choice(HEARTS))
        points[random.choices(range(SEATS), weights)[0]] += hearts
        left -= hearts
    points[random.choices(range(SEATS), weights)[0]] += 13
    return points


def _true_skills(weights: Sequence[float]) -> Sequence[float]:
    """What each expects of a hand against the others, from all tables that they can make."""
    count = len(weights)
    above = [0.0] * count
    for table in combinations(range(count), SEATS):
        whole = sum(weights[each] for each in table)
        for each in table:
            # Moons come to all alike.
            above[each] += (1 - MOONS) * 26 * (weights[each] / whole - 1 / SEATS)
    hands, together = comb(count - 1, SEATS - 1), comb(count - 2, SEATS - 2)
    return [each / (hands * (1 - 1 / SEATS) + together / SEATS) for each in above]
