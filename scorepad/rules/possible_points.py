"""Which points a seat can have in one hand, without a moon and with one.

They follow from the rules: hearts, special cards, its own moon or somebody else's, suns, bonus
cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from scorepad.rules.ending import Totals
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.scoring import loses_with, moon_penalties


@dataclass(frozen=True)
class PointSet:
    """A set of points, as the bits of one number: bit 0 stands for ``lowest`` points.

    Many special cards have many sums. One shift of the bits adds a card to all of them.
    """

    bits: int
    lowest: int

    def __contains__(self, points: int) -> bool:
        return points >= self.lowest and self.bits >> (points - self.lowest) & 1 != 0

    def has_from(self, least: int, besides: int | None) -> bool:
        """Whether it has any points of at least ``least``, other than ``besides``."""
        bits = self.bits
        if besides is not None and besides in self:
            bits ^= 1 << (besides - self.lowest)
        return bits >> max(least - self.lowest, 0) != 0


def points_without_moon(rules: Ruleset) -> PointSet:
    """The points that a seat can have in a hand in which nobody shot the moon."""
    lowest = sum(rules.card_points[card] for card in rules.bonus_cards)
    # The sums of special cards: the seat took all those that a moon needs, or some are missing.
    whole, lacking = 1 << -lowest, 0
    for card, worth in rules.card_points.items():
        if card in rules.moon_cards:
            lacking |= whole | _raised(lacking, worth)
            whole = _raised(whole, worth)
        else:
            lacking |= _raised(lacking, worth)
            whole |= _raised(whole, worth)
    every = whole | lacking
    # Others can share the hearts that the seat did not take; a single one goes to somebody who
    # shot the moon with it, unless that needs other cards too.
    alone = rules.moon_rule != "off" and rules.hearts == 1 and not rules.moon_cards
    bits = (every if rules.moon_rule == "off" else lacking) << rules.hearts
    for hearts in range(1 if alone else 0, rules.hearts):
        bits |= every << hearts
    return PointSet(bits, lowest)


def moon_can_give(rules: Ruleset, totals: Totals, seat: int, points: int) -> bool:
    """Whether the seat can have exactly these points in a hand with a moon, its own or not."""
    countings = [
        counting for counting in MOON_CHOICES if rules.moon_rule in (counting, "choice", "safe")
    ]
    for sun in (False, True) if rules.sun else (False,):
        own, free = _bonuses(rules, sun=sun)
        for shooter, counting in product(range(rules.players), countings):
            bonus = points - moon_penalties(rules, shooter, counting, sun=sun)[seat]
            if seat == shooter:
                bonus -= own
            if bonus not in free:
                continue
            if rules.moon_rule != "safe":
                return True
            # How a safe moon counts follows from what the old moon would do.
            old = moon_penalties(rules, shooter, "add", sun=sun)
            old[shooter] += own
            old[seat] += bonus
            rest = free.lowest - bonus
            if counting in _safe_countings(rules, totals, shooter, old, seat, rest):
                return True
    return False


def _bonuses(rules: Ruleset, *, sun: bool) -> tuple[int, PointSet]:
    """The shooter's own bonus, and the possible sums of the bonuses that anybody can take."""
    bonuses = [rules.card_points[card] for card in rules.bonus_cards]
    # A sun took every card; a moon only those that it needs.
    if sun or rules.moon_needs_bonus:
        return sum(bonuses), PointSet(1, 0)
    lowest = sum(bonuses)
    bits = 1 << -lowest
    for bonus in bonuses:
        bits |= _raised(bits, bonus)
    return 0, PointSet(bits, lowest)


def _safe_countings(
    rules: Ruleset, totals: Totals, shooter: int, old: list[int], seat: int, rest: int
) -> Iterator[MoonChoice]:
    """How a safe moon can count that would bring the points ``old`` as an old moon.

    It can depend on who has ``rest``, the bonuses that ``seat`` does not have: each of the others
    is tried with all of them.
    """
    others = (other for other in range(rules.players) if other != seat) if rest else (seat,)
    for other in others:
        points = tuple(gained + (rest if at == other else 0) for at, gained in enumerate(old))
        yield "subtract" if loses_with(points, rules, shooter, totals) else "add"


def _raised(bits: int, points: int) -> int:
    """The bits of a set of points, with this many points added to each."""
    return bits << points if points >= 0 else bits >> -points
