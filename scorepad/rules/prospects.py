"""What each seat can do with the hand to come: end the game, or hit the target exactly.

Which points a seat can have in one hand follows from the rules: hearts, special cards, its own
moon or somebody else's, suns, bonus cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scorepad.rules.ending import Totals, lower_exact_hits, points_to_end
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.scoring import loses_with
from scorepad.rules.sheet import Game, Sheet

# Tables that play by different rules, of which one process remembers what a hand can bring.
_TABLES: Final = 64


@dataclass(frozen=True)
class Prospect:
    """What one seat can do with the hand to come.

    ``ends_from``: with how many points, or more, it reaches the end; ``None`` if no hand gives that
    many. It is 0 or less for a seat that is there already. ``may_go_on``: whether the game can go
    on all the same, because several share the lowest total. ``exact``: the points that hit the
    target exactly, and ``lowered_to``: the total that this brings; both ``None`` if it cannot be.
    """

    seat: int
    ends_from: int | None
    exact: int | None
    lowered_to: int | None
    may_go_on: bool


def prospects(game: Game, sheet: Sheet) -> list[Prospect]:
    """Every seat that can reach the end, or hit the target exactly, with the hand to come.

    ``sheet`` is the sheet of ``game``. Once the game is over nobody has prospects.
    """
    if sheet.over:
        return []
    each = (_prospect(game.rules, sheet.totals, seat) for seat in range(game.rules.players))
    return [one for one in each if one.ends_from is not None or one.exact is not None]


def _prospect(rules: Ruleset, totals: Totals, seat: int) -> Prospect:
    hit = rules.target - totals[seat] if rules.exact is not None else None
    least = points_to_end(totals[seat], rules)
    exact = hit is not None and _can_have(rules, totals, seat, hit)
    # What a moon is worth without bonus cards, which take points off, is the most that it gives.
    moons = (2 * rules.penalty_total, rules.penalty_total)
    # A total that is lowered does not end the game.
    reaches = any(
        points >= least and points != hit and _can_have(rules, totals, seat, points)
        for points in (*moons, *_without_moon(rules))
    )
    return Prospect(
        seat=seat,
        ends_from=least if reaches else None,
        exact=hit if exact else None,
        lowered_to=lower_exact_hits((rules.target,), rules)[0] if exact else None,
        may_go_on=rules.tie == "play-on",
    )


def _can_have(rules: Ruleset, totals: Totals, seat: int, points: int) -> bool:
    """Whether the seat can have exactly these points in one hand."""
    return points in _without_moon(rules) or any(
        _moon_gives(rules, totals, seat, points, taker, sun=sun, counted=counted)
        for taker in range(rules.players)
        for sun in ((False, True) if rules.sun else (False,))
        for counted in _countings(rules)
    )


def _countings(rules: Ruleset) -> Sequence[MoonChoice]:
    """How a moon can count at this table."""
    if rules.moon_rule == "off":
        return ()
    return tuple(one for one in MOON_CHOICES if rules.moon_rule in (one, "choice", "safe"))


def _moon_gives(rules: Ruleset, totals: Totals, seat: int, points: int, taker: int, *, sun: bool,
                counted: MoonChoice) -> bool:  # fmt: skip
    """Whether the seat can have these points in a moon of ``taker`` that is counted like this."""
    worth = rules.penalty_total * (2 if sun else 1)
    # A sun took every card; a moon only those that it needs.
    taken = [card for card in rules.bonus_cards if sun or card in rules.moon_cards]
    free = [card for card in rules.bonus_cards if card not in taken]
    sure = sum(rules.card_points[card] for card in taken)
    if seat == taker:
        bonus = points - sure + (worth if counted == "subtract" else 0)
    else:
        bonus = points - (worth if counted == "add" else 0)
    if bonus not in _sums(tuple(rules.card_points[card] for card in free)):
        return False
    if rules.moon_rule != "safe":
        return True
    # How a safe moon counts is seen from what the old moon would do, and that depends on who has
    # the other bonus cards; each seat is tried with all of them.
    rest = sum(rules.card_points[card] for card in free) - bonus
    for other in range(rules.players):
        added = [0 if one == taker else worth for one in range(rules.players)]
        added[taker] += sure
        added[seat] += bonus
        added[other] += rest
        loses = loses_with(tuple(added), rules, taker, totals)
        if (other != seat or not rest) and loses == (counted == "subtract"):
            return True
    return False


@lru_cache(_TABLES)
def _without_moon(rules: Ruleset) -> frozenset[int]:
    """The points that a seat can have in a hand in which nobody shot the moon."""
    # What special cards can come to: of those a moon needs, all were taken, or some are lacking.
    whole, lacking = {0}, set[int]()
    for card, worth in rules.card_points.items():
        with_it = {total + worth for total in whole}
        if card in rules.moon_cards:
            lacking |= whole | {total + worth for total in lacking}
            whole = with_it
        else:
            lacking |= {total + worth for total in lacking}
            whole |= with_it
    every = whole | lacking
    # Others can share the hearts that the seat did not take; a single one goes to somebody who
    # shot the moon with it, unless that needs other cards too.
    alone = rules.moon_rule != "off" and rules.hearts == 1 and not rules.moon_cards
    few = range(1 if alone else 0, rules.hearts)
    all_hearts = every if rules.moon_rule == "off" else lacking
    return frozenset(
        [hearts + total for hearts in few for total in every]
        + [rules.hearts + total for total in all_hearts]
    )


@lru_cache(_TABLES)
def _sums(values: tuple[int, ...]) -> frozenset[int]:
    """What some of these, or none, or all, can add up to."""
    sums = {0}
    for value in values:
        sums |= {total + value for total in sums}
    return frozenset(sums)
