"""Skill and luck as a drawing: one axis of points a hand for all players, and a bar for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from scorepad.store.figures.league import LeagueLine
from scorepad.store.figures.skill import FEWEST_GAMES, Skill, in_order

# An axis reaches as far as one of these, in points a hand; wider ones in steps of the last.
_REACHES: Final = (1, 2, 5, 10)


@dataclass(frozen=True)
class Bar:
    """A player's bar: ``mean``, ``low`` and ``high`` in points a hand, and in percent of the axis.

    ``clear``: whether it does not cross the mean.
    """

    name: str
    skill: Skill
    at: float
    begin: float
    width: float
    clear: bool


@dataclass(frozen=True)
class SkillAxis:
    """The bars of each group, best first; the axis goes from −``reach`` to ``reach``.

    ``early``: those with too few games, most first. ``order``: names of some, and of those of their
    group who play worse than each of them.
    """

    reach: int
    groups: Sequence[Sequence[Bar]]
    early: Sequence[LeagueLine]
    order: Sequence[tuple[Sequence[str], Sequence[str]]]


def skill_axis(groups: Sequence[Sequence[Skill]], lines: Sequence[LeagueLine]) -> SkillAxis:
    """The drawing of the skills of these groups; ``lines``: all players."""
    name_of = {line.id: line.name for line in lines}
    furthest = max(abs(end) for group in groups for each in group for end in (each.low, each.high))
    reach = next((each for each in _REACHES if furthest <= each), ceil(furthest / 10) * 10)

    def percent(points: float) -> float:
        return round(50 + 50 * points / reach, 1)

    best_first = [sorted(group, key=lambda skill: skill.mean) for group in groups]
    bars = [
        [
            Bar(
                name=name_of[skill.player],
                skill=skill,
                at=percent(skill.mean),
                begin=percent(skill.low),
                width=round(50 * (skill.high - skill.low) / reach, 1),
                clear=skill.high < 0 or skill.low > 0,
            )
            for skill in group
        ]
        for group in best_first
    ]
    few = [line for line in lines if 0 < line.sums.games < FEWEST_GAMES]
    better: dict[tuple[str, ...], list[str]] = {}
    for group in best_first:
        for at, skill in enumerate(group):
            worse = [name_of[each.player] for each in group[at:] if in_order(skill, each)]
            better.setdefault(tuple(worse), []).append(name_of[skill.player])
    return SkillAxis(
        reach,
        bars,
        sorted(few, key=lambda line: -line.sums.games),
        [(names, worse) for worse, names in better.items() if worse],
    )
