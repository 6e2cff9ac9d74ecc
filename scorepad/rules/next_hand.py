"""What the next hand can bring: the end of the game or an exact hit, a moon, a moon that loses.

It follows from the rules and the totals: which points a seat can have in one hand, of hearts and
special cards, its own moon or somebody else's, suns, bonus cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from scorepad.rules.hand import MOON_CHOICES, Hand, MoonChoice, shooter_of
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.scoring import (
    Totals,
    adding_loses,
    loses_with,
    moon_counted,
    moon_penalties,
    points_of,
    points_to_end,
)
from scorepad.rules.sheet import Game, Sheet

# More moons would make the page too large.
_MOST_MOONS: Final = 500


@dataclass(frozen=True)
class Prospect:
    """What one seat can reach with the next hand.

    ``ends_from``: the fewest points with which it reaches the end; ``None`` if no hand gives that
    many. It is 0 or less for a seat that is there already. ``exact``: the points that hit the
    target exactly, which end nothing; ``None`` if that is impossible.
    """

    seat: int
    ends_from: int | None
    exact: int | None


def prospects(game: Game, sheet: Sheet) -> list[Prospect]:
    """Every seat that can reach the end, or hit the target exactly, with the next hand.

    ``sheet`` is the sheet of ``game``. No seat has prospects once the game is over.
    """
    if sheet.over:
        return []
    without_moon = _points_without_moon(game.rules)
    every = [
        _prospect(game.rules, sheet.totals, seat, without_moon)
        for seat in range(game.rules.players)
    ]
    return [each for each in every if each.ends_from is not None or each.exact is not None]


def _prospect(rules: Ruleset, totals: Totals, seat: int, without_moon: _PointSet) -> Prospect:
    hit = rules.target - totals[seat] if rules.exact is not None else None
    least = points_to_end(totals[seat], rules)
    exact = hit is not None and (hit in without_moon or _moon_can_give(rules, totals, seat, hit))
    # A lowered total does not end the game. Of the moons, those without bonus cards, which
    # take points off, give the most.
    reaches = without_moon.has_from(least, besides=hit) or any(
        points >= least and points != hit and _moon_can_give(rules, totals, seat, points)
        for points in (rules.penalty_total, 2 * rules.penalty_total)
    )
    if hit == least and not exact:
        # No hand gives that many, but if one did, it would end nothing.
        least += 1
    return Prospect(seat, least if reaches else None, hit if exact else None)


class PossibleMoon(NamedTuple):
    """A moon that a hand can bring, and every seat's points for it.

    ``takers``: who took the special cards that the shooter need not have; a sun leaves none.
    ``choice``: how it counts, where its shooter chooses.
    """

    choice: MoonChoice | None
    shooter: int
    sun: bool
    takers: tuple[int, ...]
    points: tuple[int, ...]


def moons(rules: Ruleset, totals: Totals) -> Iterator[PossibleMoon]:
    """Every possible moon of the next hand after these totals; none if there are far too many."""
    free = tuple(card for card in rules.card_points if card not in rules.moon_cards)
    choices = MOON_CHOICES if rules.moon == "choice" else (None,)
    if rules.moon == "off" or len(choices) * rules.players ** (len(free) + 1) > _MOST_MOONS:
        return
    seats = range(rules.players)
    for choice, shooter in product(choices, seats):
        hearts = tuple(rules.hearts if seat == shooter else 0 for seat in seats)
        cards = dict.fromkeys(rules.card_points, shooter)
        hands = [
            Hand(hearts, {**cards, **dict(zip(free, takers, strict=True))}, moon_choice=choice)
            for takers in product(seats, repeat=len(free))
        ]
        if rules.sun:
            hands.append(Hand(hearts, cards, moon_choice=choice, sun=True))
        for hand in hands:
            takers = () if hand.sun else tuple(hand.cards[card] for card in free)
            points = points_of(hand, rules, moon_counted(hand, rules, totals))
            yield PossibleMoon(choice, shooter, hand.sun, takers, points)


def moon_warning(game: Game, sheet: Sheet, hand: Hand) -> bool:
    """Whether ``hand``, a moon whose shooter chooses, would lose them the game as an old moon.

    It does if it ends the game and leaves the shooter not among the winners. ``game`` ends before
    that hand, and ``sheet`` is its sheet.
    """
    shooter = shooter_of(hand, game.rules)
    if shooter is None or game.rules.moon != "choice" or sheet.over:
        return False
    return adding_loses(hand, game.rules, shooter, sheet.totals)


@dataclass(frozen=True)
class _PointSet:
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


def _points_without_moon(rules: Ruleset) -> _PointSet:
    """The points that a seat can have in a hand without a moon."""
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
    bits = (every if rules.moon == "off" else lacking) << rules.hearts
    # Others can share the hearts that the seat did not take. A single one may be a moon by itself:
    # somebody has 0 points then, too.
    for hearts in range(rules.hearts):
        bits |= every << hearts
    return _PointSet(bits, lowest)


def _moon_can_give(rules: Ruleset, totals: Totals, seat: int, points: int) -> bool:
    """Whether the seat can have exactly these points in a hand with a moon, its own or not."""
    countings = [
        counting for counting in MOON_CHOICES if rules.moon in (counting, "choice", "safe")
    ]
    for sun in (False, True) if rules.sun else (False,):
        own, free = _bonuses(rules, sun=sun)
        for shooter, counting in product(range(rules.players), countings):
            bonus = points - moon_penalties(rules, shooter, counting, sun=sun)[seat]
            if seat == shooter:
                bonus -= own
            if bonus not in free:
                continue
            if rules.moon != "safe":
                return True
            # How a safe moon counts follows from what the old moon would do.
            old = moon_penalties(rules, shooter, "add", sun=sun)
            old[shooter] += own
            old[seat] += bonus
            rest = free.lowest - bonus
            if counting in _safe_countings(rules, totals, shooter, old, seat, rest):
                return True
    return False


def _bonuses(rules: Ruleset, *, sun: bool) -> tuple[int, _PointSet]:
    """The shooter's own bonus, and the possible sums of the bonuses that anybody can take."""
    bonuses = [rules.card_points[card] for card in rules.bonus_cards]
    # A sun took every card; a moon only those that it needs.
    if sun or rules.moon_needs_bonus:
        return sum(bonuses), _PointSet(1, 0)
    lowest = sum(bonuses)
    bits = 1 << -lowest
    for bonus in bonuses:
        bits |= _raised(bits, bonus)
    return 0, _PointSet(bits, lowest)


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
