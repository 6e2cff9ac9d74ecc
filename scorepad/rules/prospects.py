"""What each seat can reach with the next hand: the end of the game, or an exact hit."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.ending import Totals, points_to_end
from scorepad.rules.possible_points import PointSet, moon_can_give, points_without_moon
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.sheet import Game, Sheet


@dataclass(frozen=True)
class Prospect:
    """What one seat can reach with the next hand.

    ``ends_from``: the fewest points with which it reaches the end; ``None`` if no hand gives that
    many. It is 0 or less for a seat that is there already. ``may_go_on``: whether the game can go
    on all the same, because several share the lowest total. ``exact``: the points that hit the
    target exactly, and ``lowered_to``: the total after that; both ``None`` if it is impossible.
    """

    seat: int
    ends_from: int | None
    exact: int | None
    lowered_to: int | None
    may_go_on: bool

    @property
    def ends_for_sure_from(self) -> int | None:
        """The same as ``ends_from``, the exact hit aside: that one ends nothing."""
        if self.ends_from is None or self.ends_from != self.exact:
            return self.ends_from
        return self.ends_from + 1


def prospects(game: Game, sheet: Sheet) -> list[Prospect]:
    """Every seat that can reach the end, or hit the target exactly, with the next hand.

    ``sheet`` is the sheet of ``game``. Once the game is over nobody has prospects.
    """
    if sheet.over:
        return []
    without_moon = points_without_moon(game.rules)
    every = [
        _prospect(game.rules, sheet.totals, seat, without_moon)
        for seat in range(game.rules.players)
    ]
    return [each for each in every if each.ends_from is not None or each.exact is not None]


def _prospect(rules: Ruleset, totals: Totals, seat: int, without_moon: PointSet) -> Prospect:
    hit = rules.target - totals[seat] if rules.exact is not None else None
    least = points_to_end(totals[seat], rules)
    exact = hit is not None and (hit in without_moon or moon_can_give(rules, totals, seat, hit))
    # A lowered total does not end the game. Of the moons, those without bonus cards, which
    # take points off, give the most.
    reaches = without_moon.has_from(least, besides=hit) or any(
        points >= least and points != hit and moon_can_give(rules, totals, seat, points)
        for points in (rules.penalty_total, 2 * rules.penalty_total)
    )
    return Prospect(
        seat=seat,
        ends_from=least if reaches else None,
        exact=hit if exact else None,
        lowered_to=rules.lowered_to if exact else None,
        may_go_on=rules.tie == "play-on",
    )
