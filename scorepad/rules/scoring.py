"""The points of a hand, moons and suns included, and what follows from the totals (docs/rules.md).

Exact hits, the end of the game, and places.
"""

from __future__ import annotations

from operator import add

from scorepad.rules.hand import Hand, MoonChoice, shooter_of
from scorepad.rules.ruleset import Ruleset

Totals = tuple[int, ...]


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


def lower_exact_hits(totals: Totals, rules: Ruleset) -> Totals:
    """The totals after every seat that stands exactly on the target had its total lowered."""
    lowered = rules.lowered_to
    if lowered is None:
        return totals
    return tuple(lowered if total == rules.target else total for total in totals)


def ends(totals: Totals, rules: Ruleset) -> bool:
    """Whether a game with these totals (exact hits already lowered) is over."""
    return _reaches(totals, rules) and not tied(totals, rules)


def tied(totals: Totals, rules: Ruleset) -> tuple[int, ...]:
    """The seats whose tie for the lowest total keeps a game going that would be over by now."""
    if rules.tie != "play-on" or not _reaches(totals, rules):
        return ()
    lowest = min(totals)
    seats = tuple(seat for seat, total in enumerate(totals) if total == lowest)
    return seats if len(seats) > 1 else ()


def _reaches(totals: Totals, rules: Ruleset) -> bool:
    highest = max(totals)
    return highest > rules.target if rules.end == "exceed" else highest >= rules.target


def places(totals: Totals) -> tuple[int, ...]:
    """Every seat's place, lowest total first; equal totals share the better place: 1, 2, 2, 4."""
    order = sorted(totals)
    return tuple([1 + order.index(total) for total in totals])


def points_to_end(total: int, rules: Ruleset) -> int:
    """How many points more would bring this total to where the game ends."""
    return rules.target - total + (1 if rules.end == "exceed" else 0)


def near_end(rules: Ruleset) -> int:
    """From how many points before the end on a total is near it: a third of the way."""
    return rules.target // 3
