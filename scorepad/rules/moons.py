"""Every possible moon of the next hand, with its points: shown before the hand is saved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from scorepad.rules.cards import Card
from scorepad.rules.ending import Totals
from scorepad.rules.hand import Hand
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.scoring import moon_counted, points_of

# More moons would make the page too large.
_MOST_MOONS: Final = 500


class PossibleMoon(NamedTuple):
    """A moon that a hand can bring, and every seat's points for it.

    ``takers``: who took the cards that this moon leaves to anybody (:func:`left_by_moon`).
    """

    shooter: int
    sun: bool
    takers: tuple[int, ...]
    points: tuple[int, ...]


def left_by_moon(rules: Ruleset) -> tuple[Card, ...]:
    """The special cards that the shooter of a moon need not have; a sun leaves none."""
    return tuple(card for card in rules.card_points if card not in rules.moon_cards)


def moons(rules: Ruleset, totals: Totals) -> Iterator[PossibleMoon]:
    """Every possible moon of the next hand after these totals.

    Empty where the shooter chooses how it counts, and where there would be far too many.
    """
    free = left_by_moon(rules)
    if rules.moon_rule in ("off", "choice") or rules.players ** (len(free) + 1) > _MOST_MOONS:
        return
    seats = range(rules.players)
    for shooter in seats:
        hearts = (0,) * shooter + (rules.hearts,) + (0,) * (rules.players - shooter - 1)
        cards = dict.fromkeys(rules.card_points, shooter)
        for takers in product(seats, repeat=len(free)):
            hand = Hand(hearts, {**cards, **dict(zip(free, takers, strict=True))})
            yield _possible(hand, rules, totals, shooter, takers)
        if rules.sun:
            yield _possible(Hand(hearts, cards, sun=True), rules, totals, shooter, ())


def _possible(
    hand: Hand, rules: Ruleset, totals: Totals, shooter: int, takers: tuple[int, ...]
) -> PossibleMoon:
    points = points_of(hand, rules, moon_counted(hand, rules, totals))
    return PossibleMoon(shooter, hand.sun, takers, points)
