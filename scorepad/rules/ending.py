"""The running total: exact hits, the end of the game, and places (docs/rules.md)."""

from __future__ import annotations

from scorepad.rules.ruleset import Ruleset

Totals = tuple[int, ...]


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
