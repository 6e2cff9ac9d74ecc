"""The chart of a game: the totals of all players, hand by hand.

Geometry only: the styles are in ``table/chart.svg``. The chart is an image of its own, so it brings
the colours of each theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from wcwidth import width

from scorepad import rules
from scorepad.web.drawings.parts import DOT, Label, fit_names, scale_step
from scorepad.web.words import numbers
from scorepad.web.words.names import isolated_text
from scorepad.web.words.translation import gettext

WIDTH: Final = 340
HEIGHT: Final = 220

# The marks on the lines, a shape for each seat.
_SHAPES: Final = (
    DOT,
    "m-3.3 -3.3h6.6v6.6h-6.6z",
    "m0 -4.4l4.4 7.6h-8.8z",
    "m0 -4.8l4.2 4.8l-4.2 4.8l-4.2 -4.8z",
    "m0 4.4l4.4 -7.6h-8.8z",
    "m-1.4 -4.4h2.8v3h3v2.8h-3v3h-2.8v-3h-3v-2.8h3z",
    "m-3.8 -4h7.6l-7.6 8h7.6z",
)
_MOST_STEPS: Final = 7

# Left of the plot are the totals, with room for each figure; below it are the numbers of the hands.
_TOP: Final = 8
_BOTTOM: Final = HEIGHT - 24
_LEFT: Final = 14
_FIGURE: Final = 6
# Right of it are the names at the ends of the lines, each after a short line and a mark.
_RIGHT: Final = WIDTH - 2
_NAME_COLUMNS: Final = 8.5
_NAME_HEIGHT: Final = 14
_TO_MARK: Final = 11
_TO_NAME: Final = 6


@dataclass(frozen=True)
class SeatCurve:
    """A seat's line and its marks, as paths; ``to_name``: from the line's end to its name."""

    line: str
    marks: str
    to_name: str
    name: Label


@dataclass(frozen=True)
class Chart:
    """The values for the template. ``seats`` are in their order, ``grid`` is a path.

    ``target``: the total that ends the game, ``None`` while everybody is far from it;
    ``target_line``: a path.
    """

    title: str
    grid: str
    hands: tuple[Label, ...]
    totals: tuple[Label, ...]
    target: Label | None
    target_line: str
    seats: tuple[SeatCurve, ...]
    size: tuple[int, int] = (WIDTH, HEIGHT)


def text_alternative(sheet: rules.Sheet, names: Sequence[str]) -> str:
    """Text alternative of the chart."""
    by_hand = _totals_by_hand(sheet)
    first, *_, last = by_hand
    standing = "; ".join(
        gettext(
            "%(name)s from %(before)s to %(after)s",
            name=isolated_text(name),
            before=numbers.number(before),
            after=numbers.number(after),
        )
        for name, before, after in zip(names, by_hand[first], by_hand[last], strict=True)
    )
    return gettext(
        "Chart of the totals, hands %(first)s to %(last)s: %(standing)s.",
        first=first + 1,
        last=last,
        standing=standing,
    )


def chart_of(sheet: rules.Sheet, names: Sequence[str], target: int) -> Chart:
    """The chart of a sheet with at least one hand; names by seat, the target in points."""
    by_hand = _totals_by_hand(sheet)
    runs: list[tuple[int, ...]] = list(zip(*by_hand.values(), strict=True))
    low, high = min(0, *map(min, runs)), max(10, *map(max, runs))
    near = high >= 0.6 * target
    high = max(high, target) if near else high
    scale = _scale(low, high, target if near else None)

    shorts = fit_names(names, _NAME_COLUMNS)
    # Short names may consist of broad letters.
    columns = min(_NAME_COLUMNS, 1 + 1.4 * max(map(width, shorts)))
    room = _TO_MARK + _TO_NAME + 6.6 * columns
    left = _LEFT + _FIGURE * max(len(str(total)) for total in scale)
    # How far inside the plot the lines stay.
    beside, above, below = 6, 11, 3
    start, end, lowest = left + beside, round(_RIGHT - room - beside, 1), _BOTTOM - below
    step, point = (end - start) / (len(by_hand) - 1), (lowest - _TOP - above) / (high - low)
    xs = [round(start + step * index, 1) for index in range(len(by_hand))]

    def y(total: int) -> float:
        return round(lowest - point * (total - low), 2)

    def label(total: int) -> Label:
        return Label(numbers.number(total), left - 5, y(total))

    seats = []
    ends = _apart([y(run[-1]) for run in runs])
    for seat, (name, run) in enumerate(zip(shorts, runs, strict=True)):
        points = [(x, y(total)) for x, total in zip(xs, run, strict=True)]
        seats.append(_seat_curve(seat, name, points, Label(name, end + beside, ends[seat])))
    hands = [Label(str(number), x, _BOTTOM + 15) for number, x in zip(by_hand, xs, strict=True)]
    across = "".join(f"M{left} {y(total)}H{end + beside}" for total in scale)
    return Chart(
        title=text_alternative(sheet, names),
        grid=f"{across}M{start} {_TOP}V{_BOTTOM}",
        hands=tuple(hands[:: ceil(len(hands) / 9)]),
        totals=tuple(map(label, scale)),
        target=label(target) if near else None,
        target_line=f"M{start} {y(target)}H{end}" if near else "",
        seats=tuple(seats),
    )


def _seat_curve(
    seat: int, name: str, points: Sequence[tuple[float, float]], beside: Label
) -> SeatCurve:
    """The line through these points, with marks on the last one and on some before it.

    ``beside``: where the connection from the line's end to its name leaves the plot.
    """
    x, y = round(beside.x + _TO_MARK, 1), beside.y
    # More marks than eight would overlap.
    every = ceil(len(points) / 8)
    marked = (*points[seat % every : -1 : every], points[-1], (x, y))
    # From point to point: steps are much alike, which compresses well.
    steps = (
        f"{round(after[0] - before[0], 1):g} {round(after[1] - before[1], 2):g}"
        for before, after in pairwise(points)
    )
    return SeatCurve(
        line=f"M{points[0][0]} {points[0][1]}l{' '.join(steps)}",
        marks="".join(f"M{at} {height}{_SHAPES[seat]}" for at, height in marked),
        to_name=f"M{points[-1][0]} {points[-1][1]}L{x} {y}",
        name=Label(name, round(x + _TO_NAME, 1), y + 4),
    )


def _apart(heights: Sequence[float]) -> list[float]:
    """These heights, moved apart so that the names there do not overlap."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    apart = list(heights)
    # Down from the highest, then up again those that were moved out of the chart.
    least = float(_TOP)
    for seat in order:
        apart[seat] = max(apart[seat], least)
        least = apart[seat] + _NAME_HEIGHT
    most = float(_BOTTOM)
    for seat in reversed(order):
        apart[seat] = round(min(apart[seat], most), 2)
        most = apart[seat] - _NAME_HEIGHT
    return apart


def _totals_by_hand(sheet: rules.Sheet) -> dict[int, tuple[int, ...]]:
    """The totals after each hand by its number, beginning with those before the first hand.

    Hands after the end do not count and are left out.
    """
    first = sheet.lines[0]
    changes = zip(first.totals, first.points, first.adjusted, strict=True)
    before = tuple(total - points - adjusted for total, points, adjusted in changes)
    counted = {line.number: line.totals for line in sheet.lines if line.counts}
    return {first.number - 1: before, **counted}


def _scale(low: int, high: int, target: int | None) -> list[int]:
    """Round numbers for the axis and the target, none so close to it that they would touch."""
    step = scale_step(low, high, _MOST_STEPS)
    round_numbers = range(ceil(low / step) * step, high + 1, step)
    if target is None:
        return sorted({0, *round_numbers})
    return sorted({0, target, *(each for each in round_numbers if abs(each - target) * 2 > step)})
