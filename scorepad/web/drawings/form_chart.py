"""The chart of a player's form: their place in each of their latest games, and points per hand.

Geometry only: the styles are in ``figures/form_chart.svg``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Final
from zlib import crc32

from scorepad.store.figures.player import FormGame
from scorepad.web.drawings.parts import DOT, Label, scale_step
from scorepad.web.words import numbers
from scorepad.web.words.names import isolated_text
from scorepad.web.words.translation import gettext

WIDTH: Final = 340

# The scales are left of both plots; the first and the last game are inset.
_LEFT: Final = 34
_RIGHT: Final = WIDTH - 4
_INSET: Final = 12
# The height of the caption above each plot.
_CAPTION: Final = 18
_PLACE_HEIGHT: Final = 17
_POINTS_HEIGHT: Final = 84
_BETWEEN: Final = 10
_FOOT: Final = 20
_MOST_STEPS: Final = 4


# A plot: the baseline of its caption, its grid as a path, the scale left of it.
Plot = tuple[int, str, Sequence[Label]]


def fingerprint(name: str, games: Sequence[FormGame]) -> str:
    """A short text that changes with everything that the chart shows."""
    return f"{crc32(repr((name, games)).encode()):x}"


def chart_size(games: Sequence[FormGame], *, points: bool) -> tuple[int, int]:
    """Width and height of the chart of these games."""
    height = _CAPTION + _PLACE_HEIGHT * _lowest_place(games) + _FOOT
    return WIDTH, height + points * (_BETWEEN + _CAPTION + _POINTS_HEIGHT)


def form_in_words(name: str, games: Sequence[FormGame], *, points: bool) -> str:
    """Text alternative of the chart; ``points``: whether it shows points."""
    values = {
        "name": isolated_text(name),
        "first": games[0].number,
        "last": games[-1].number,
        "places": ", ".join(str(game.place) for game in games),
    }
    if points:
        values["points"] = " · ".join(numbers.average(game.points, game.hands) for game in games)
        return gettext(
            "Form of %(name)s, games %(first)s to %(last)s. Places: %(places)s. "
            "Points per hand: %(points)s.",
            **values,
        )
    return gettext("Form of %(name)s, games %(first)s to %(last)s. Places: %(places)s.", **values)


def form_chart(name: str, games: Sequence[FormGame], *, points: bool) -> Mapping[str, object]:
    """The chart of these games, at least one, oldest first: its values for the template.

    Lines, marks and bars are paths. ``won`` and ``others``: the marks of wins and of other games.
    """
    start, end = _LEFT + _INSET, _RIGHT - _INSET
    step = (end - start) / max(1, len(games) - 1)
    middle = (start + end) / 2
    xs = [round(start + step * at, 1) if len(games) > 1 else middle for at in range(len(games))]
    size = chart_size(games, points=points)
    bottom = size[1] - _FOOT
    marks = [f"{x} {_height_of(game.place)}" for x, game in zip(xs, games, strict=True)]
    plot, bars = _points(games, xs, bottom - _POINTS_HEIGHT) if points else (None, "")
    foot = [Label(str(game.number), x, bottom + 14) for game, x in zip(games, xs, strict=True)]
    return {
        "title": form_in_words(name, games, points=points),
        "places": _plot(_CAPTION, range(1, _lowest_place(games) + 1), numbers.ordinal, _height_of),
        "line": f"M{' '.join(marks)}",
        "won": _circles(mark for mark, game in zip(marks, games, strict=True) if game.winners),
        "others": _circles(
            mark for mark, game in zip(marks, games, strict=True) if not game.winners
        ),
        "points": plot,
        "bars": bars,
        "games": foot[:: ceil(len(foot) / 8)],
        "size": size,
    }


def _lowest_place(games: Sequence[FormGame]) -> int:
    return max(3, *(game.place for game in games))


def _height_of(place: int) -> float:
    return _CAPTION + _PLACE_HEIGHT * (place - 0.5)


def _circles(centres: Iterator[str]) -> str:
    return "".join(f"M{centre}{DOT}" for centre in centres)


def _points(games: Sequence[FormGame], xs: Sequence[float], top: int) -> tuple[Plot, str]:
    """The plot of the points per hand, its upper edge at ``top``, and its bars."""
    values = [game.points / game.hands if game.hands else 0 for game in games]
    scale = _scale(min(0, *values), max(1, *values))
    point = _POINTS_HEIGHT / (scale[-1] - scale[0])

    def y(value: float) -> float:
        return round(top + point * (scale[-1] - value), 1)

    wide = round(min(12.0, 0.7 * (_RIGHT - _LEFT - 2 * _INSET) / len(games)), 1)
    bars = "".join(
        f"M{round(x - wide / 2, 1)} {y(0)}V{y(value)}h{wide}V{y(0)}z"
        for x, value in zip(xs, values, strict=True)
    )
    return _plot(top, scale, numbers.number, y), bars


def _plot(
    top: int, scale: Sequence[int], text: Callable[[int], str], y: Callable[[int], float]
) -> Plot:
    """A plot, its upper edge at ``top``, with a line at each value of the scale."""
    grid = "".join(f"M{_LEFT} {y(value)}H{_RIGHT}" for value in scale)
    return top - 6, grid, [Label(text(value), _LEFT - 5, y(value)) for value in scale]


def _scale(low: float, high: float) -> list[int]:
    """Round numbers from below the lowest value to above the highest."""
    step = scale_step(low, high, _MOST_STEPS)
    return [*range(floor(low / step) * step, (ceil(high / step) + 1) * step, step)]
