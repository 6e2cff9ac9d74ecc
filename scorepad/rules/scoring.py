"""The points of one hand, moons and suns included (rules.md, "Points of one hand")."""

from __future__ import annotations

from scorepad.rules.ending import ends, lower_exact_hits
from scorepad.rules.hand import Hand, MoonChoice
from scorepad.rules.ruleset import Ruleset


def shooter_of(hand: Hand, rules: Ruleset) -> int | None:
    """The seat that shot the moon, or ``None``.

    It is known from the cards, never from the points: all hearts, all penalty cards and, where the
    table asks for it, all bonus cards.
    """
    if rules.moon_rule == "off" or rules.hearts not in hand.hearts:
        return None
    seat = hand.hearts.index(rules.hearts)
    return seat if all(hand.cards[card] == seat for card in rules.moon_cards) else None


def moon_counted(hand: Hand, rules: Ruleset, totals: tuple[int, ...]) -> MoonChoice | None:
    """How the moon of this hand counts, given the totals before it; ``None`` if there is none."""
    seat = shooter_of(hand, rules)
    if seat is None or rules.moon_rule == "off":
        return None
    if rules.moon_rule == "choice":
        return hand.moon_choice
    if rules.moon_rule == "safe":
        return "subtract" if adding_loses(hand, rules, seat, totals) else "add"
    return rules.moon_rule


def points_of(hand: Hand, rules: Ruleset, moon: MoonChoice | None) -> tuple[int, ...]:
    """Every seat's points; ``moon`` says how a moon counts (see :func:`moon_counted`)."""
    if moon is None:
        points = list(hand.hearts)
        counting = tuple(rules.card_points)
    else:
        seat = shooter_of(hand, rules)
        worth = rules.penalty_total * (2 if hand.sun else 1)
        points = [
            (worth if moon == "add" else 0) if other != seat else (0 if moon == "add" else -worth)
            for other in range(rules.players)
        ]
        # The penalties are in the moon; bonus cards count on top, for whoever took them.
        counting = rules.bonus_cards
    for card in counting:
        points[hand.cards[card]] += rules.card_points[card]
    return tuple(points)


def adding_loses(hand: Hand, rules: Ruleset, seat: int, totals: tuple[int, ...]) -> bool:
    """Whether the old moon would end the game with its shooter not (joint) lowest."""
    return loses_with(points_of(hand, rules, "add"), rules, seat, totals)


def loses_with(added: tuple[int, ...], rules: Ruleset, seat: int, totals: tuple[int, ...]) -> bool:
    """Whether these points would end the game with that seat not (joint) lowest."""
    after = tuple(before + gained for before, gained in zip(totals, added, strict=True))
    after = lower_exact_hits(after, rules)
    return ends(after, rules) and after[seat] > min(after)
