"""The points of one hand, moons and suns included (docs/rules.md)."""

from __future__ import annotations

from operator import add

from scorepad.rules.ending import ends, lower_exact_hits
from scorepad.rules.hand import Hand, MoonChoice, shooter_of
from scorepad.rules.ruleset import Ruleset


def moon_counted(hand: Hand, rules: Ruleset, totals: tuple[int, ...]) -> MoonChoice | None:
    """How the moon of this hand counts, given the totals before it; ``None`` if there is none."""
    shooter = shooter_of(hand, rules)
    if shooter is None or rules.moon == "off":
        return None
    if rules.moon == "choice":
        return hand.moon_choice
    if rules.moon == "safe":
        return "subtract" if adding_loses(hand, rules, shooter, totals) else "add"
    return rules.moon


def points_of(hand: Hand, rules: Ruleset, counting: MoonChoice | None) -> tuple[int, ...]:
    """Every seat's points. ``counting``: how its moon counts, from :func:`moon_counted`."""
    if counting is None:
        points = list(hand.hearts)
        for card, worth in rules.card_points.items():
            points[hand.cards[card]] += worth
    else:
        # The shooter has all hearts.
        shooter = hand.hearts.index(rules.hearts)
        points = moon_penalties(rules, shooter, counting, sun=hand.sun)
        # Bonus cards count on top, for the seat that took them.
        for card in rules.bonus_cards:
            points[hand.cards[card]] += rules.card_points[card]
    return tuple(points)


def moon_penalties(rules: Ruleset, shooter: int, counting: MoonChoice, *, sun: bool) -> list[int]:
    """What a moon or a sun brings each seat, bonus cards aside."""
    worth = rules.penalty_total * (2 if sun else 1)
    if counting == "add":
        points = [worth] * rules.players
        points[shooter] = 0
    else:
        points = [0] * rules.players
        points[shooter] = -worth
    return points


def adding_loses(hand: Hand, rules: Ruleset, shooter: int, totals: tuple[int, ...]) -> bool:
    """Whether the old moon would end the game with its shooter not (joint) lowest."""
    return loses_with(points_of(hand, rules, "add"), rules, shooter, totals)


def loses_with(points: tuple[int, ...], rules: Ruleset, seat: int, totals: tuple[int, ...]) -> bool:
    """Whether these points would end the game with that seat not (joint) lowest."""
    after = lower_exact_hits(tuple(map(add, totals, points)), rules)
    return ends(after, rules) and after[seat] > min(after)
