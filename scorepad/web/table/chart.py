"""The chart of a game: everybody's total hand by hand, as an SVG with an address of its own.

It is shown as an image, so it brings its colours along, for light and dark, and no script.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from math import ceil
from typing import Any, Final

from flask import Blueprint, Response, request
from pygal.graph.line import Line
from werkzeug.exceptions import NotFound

from scorepad.rules import Sheet
from scorepad.store import games
from scorepad.web import words
from scorepad.web.http import access
from scorepad.web.table.picture import shortened

blueprint = Blueprint("chart", __name__, url_prefix="/pad/<address>/table/<count:number>")

WIDTH: Final = 340
HEIGHT: Final = 220
# An image has no more rights than to look like something.
CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "sandbox",
    )
)
# An old pad's names may have such characters: with one of them there would be no image.
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_YEAR: Final = 365 * 24 * 3600

# A line is told from another by its colour, for light and dark, by its dashes, and by the shape of
# its marks.
_COLOURS: Final = (
    ("#0067a5", "#62b6f2"),
    ("#c75000", "#ff9d5c"),
    ("#007a4d", "#4fd0a0"),
    ("#a8328a", "#ee93d0"),
    ("#8a6a00", "#e6cc55"),
    ("#33373a", "#f2f2ee"),
)
_DASHES: Final = ("none", "8 3", "2 3", "10 3 2 3", "5 2", "14 3")
_SHAPES: Final = (
    "m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z",
    "m-3.3 -3.3h6.6v6.6h-6.6z",
    "m0 -4.4l4.4 7.6h-8.8z",
    "m0 -4.8l4.2 4.8l-4.2 4.8l-4.2 -4.8z",
    "m0 4.4l4.4 -7.6h-8.8z",
    "m-1.4 -4.4h2.8v3h3v2.8h-3v3h-2.8v-3h-3v-2.8h3z",
)
# More would run into each other.
_MOST_MARKS: Final = 8
_MOST_HANDS_NUMBERED: Final = 9
_MOST_STEPS: Final = 7

_LEGEND_COLUMNS: Final = 3
_LEGEND_ROW: Final = 18
_LEGEND_SAMPLE: Final = 25
_LEGEND_NAME: Final = 9

_STYLE: Final = "\n".join(
    (
        "svg { --paper: #fdf9ee; --rule: #e3dcc8; --ink: #22271f; --soft: #5f5f4f; --red: #b3261e;",
        *(f"--seat-{seat}: {light};" for seat, (light, _) in enumerate(_COLOURS)),
        "font: 11px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }",
        "@media (prefers-color-scheme: dark) {",
        "svg { --paper: #1d241f; --rule: #364039; --ink: #e9e6da; --soft: #b0b1a0; --red: #ff8a80;",
        *(f"--seat-{seat}: {dark};" for seat, (_, dark) in enumerate(_COLOURS)),
        "} }",
        ".background { fill: var(--paper); }",
        ".axis text { fill: var(--soft); } .axis.y text { text-anchor: end; }",
        ".axis.x text { text-anchor: middle; }",
        ".axis .line { fill: none; stroke: var(--rule); } .axis.x .guide { stroke: none; }",
        ".axis.y text.major { fill: var(--red); font-weight: 700; }",
        ".series .line { fill: none; stroke: var(--colour); stroke-width: 2; }",
        ".series .line { stroke-linejoin: round; stroke-dasharray: var(--dashes); }",
        ".mark { fill: var(--colour); stroke: var(--paper); stroke-width: .6; }",
        *(
            f".serie-{seat} {{ --colour: var(--seat-{seat}); --dashes: {dashes}; }}"
            for seat, dashes in enumerate(_DASHES)
        ),
        ".target { --colour: var(--red); --dashes: 4 3; }",
        ".target .line { stroke-width: 1.5; }",
        ".name { fill: var(--ink); font-size: 12px; }",
    )
)


@blueprint.get("/chart.svg")
def chart() -> Response:
    """The chart; kept by the browser if its address names the game's revision as ``v``."""
    game = access.this_game()
    sheet = games.sheet_of(game)
    if not sheet.lines:
        raise NotFound
    names = [seat.player.name for seat in game.seats]
    target = games.as_game(game).rules.target
    response = Response(drawn(sheet, names, target), mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    if request.args.get("v") == str(game.revision):
        response.cache_control.private = True
        response.cache_control.max_age = _YEAR
        response.cache_control.immutable = True
    return response


def chart_alt(sheet: Sheet, names: Sequence[str]) -> str:
    """What the chart shows, for who does not see it."""
    first, last = _numbers(sheet)[0], _numbers(sheet)[-1]
    standing = "; ".join(
        f"\u2068{name}\u2069 from {words.number(run[0])} to {words.number(run[-1])}"
        for name, run in zip(names, _runs(sheet), strict=True)
    )
    return f"Chart of the totals, hands {first + 1} to {last}: {standing}."


def drawn(sheet: Sheet, names: Sequence[str], target: int) -> str:
    """The chart of a sheet with at least one hand, as SVG."""
    names = [_NOT_IN_XML.sub("\ufffd", name) for name in names]
    runs, numbers = _runs(sheet), _numbers(sheet)
    low = min(0, *map(min, runs))
    high = max(target, *map(max, runs))
    every = ceil(len(numbers) / _MOST_HANDS_NUMBERED)
    graph = Line(
        width=WIDTH,
        height=HEIGHT,
        explicit_size=True,
        disable_xml_declaration=True,
        no_prefix=True,
        js=(),
        css=(),
        show_legend=False,
        spacing=6,
        margin=8,
        margin_bottom=ceil(len(names) / _LEGEND_COLUMNS) * _LEGEND_ROW + 10,
        x_labels=[str(number) for number in numbers],
        x_labels_major=[str(number) for number in numbers[::every]],
        show_minor_x_labels=False,
        truncate_label=-1,
        y_labels=_scale(low, high, target),
        y_labels_major=[target],
        value_formatter=lambda points: words.number(round(points)),
        # Pygal leaves the label out of whatever is at the very top.
        range=(low, high + (high - low) * 0.06),
    )
    for name, run in zip(names, runs, strict=True):
        graph.add(name, run)
    graph.add(None, [target] * len(numbers), show_dots=False)

    def finish(root: Any) -> Any:
        _strip(root)
        root.find("title").text = chart_alt(sheet, names)
        root.find("defs/style").text = _STYLE
        _mark(root, len(numbers))
        _add_legend(root, names)
        return root

    graph.add_xml_filter(finish)
    return str(graph.render())


def _runs(sheet: Sheet) -> list[list[int]]:
    """Every seat's totals, from those that the first hand found. What came after the end is not
    drawn, for it did not count.
    """
    first = sheet.lines[0]
    return [
        [
            first.totals[seat] - first.points[seat] - first.adjusted[seat],
            *(line.totals[seat] for line in sheet.lines if line.counts),
        ]
        for seat in range(len(first.totals))
    ]


def _numbers(sheet: Sheet) -> list[int]:
    """The numbers of the hands after which those were the totals."""
    return [sheet.lines[0].number - 1, *(line.number for line in sheet.lines if line.counts)]


def _scale(low: int, high: int, target: int) -> list[int]:
    """Round numbers for the axis, and the target; none so near to it that it would touch it."""
    sizes = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size <= _MOST_STEPS)
    round_numbers = range(ceil(low / step) * step, high + 1, step)
    return sorted(
        {target, *(each for each in round_numbers if abs(each - target) * 2 > step)} | {0}
    )


def _strip(root: Any) -> None:
    """Take out what pygal adds for its script, the script too, and its comments with the date."""
    for parent in list(root.iter()):
        for child in list(parent):
            unseen = child.tag in ("script", "desc") or not isinstance(child.tag, str)
            if unseen or "tooltip-overlay" in child.get("class", ""):
                parent.remove(child)
    del root.attrib["id"]


def _mark(root: Any, points: int) -> None:
    """Give each seat's points marks of its shape, to the last one and to some before it."""
    every = ceil(points / _MOST_MARKS)
    for group in root.iter("g"):
        if group.get("class") not in ("plot", "plot overlay"):
            continue
        *seats, target = (part for part in group if "series" in part.get("class", ""))
        target.set("class", "series target")
        for seat, part in enumerate(seats):
            for index, dots in enumerate(part.findall("g")):
                dot = dots[0]
                dots.append(_mark_at(root, seat, float(dot.get("cx")), float(dot.get("cy"))))
                dots.remove(dot)
                if index % every != seat % every and index != points - 1:
                    part.remove(dots)


def _mark_at(root: Any, seat: int, x: float, y: float) -> Any:
    d = f"M{x:.1f} {y:.1f}{_SHAPES[seat]}"
    return root.makeelement("path", {"class": "mark", "d": d})


def _add_legend(root: Any, names: Sequence[str]) -> None:
    """Say below the chart whose line is whose."""
    top = HEIGHT - ceil(len(names) / _LEGEND_COLUMNS) * _LEGEND_ROW
    for seat, name in enumerate(names):
        row, column = divmod(seat, _LEGEND_COLUMNS)
        x, y = 10 + column * (WIDTH - 10) / _LEGEND_COLUMNS, top + row * _LEGEND_ROW + 5
        group = root.makeelement("g", {"class": f"series serie-{seat} legend"})
        line = {"class": "line", "d": f"M{x:.1f} {y}h{_LEGEND_SAMPLE}"}
        group.append(root.makeelement("path", line))
        group.append(_mark_at(root, seat, x + _LEGEND_SAMPLE / 2, y))
        place = {"class": "name", "x": f"{x + _LEGEND_SAMPLE + 5:.1f}", "y": f"{y + 4}"}
        text = root.makeelement("text", place)
        text.text = f"\u2068{shortened(name, _LEGEND_NAME)}\u2069"
        group.append(text)
        root.append(group)
