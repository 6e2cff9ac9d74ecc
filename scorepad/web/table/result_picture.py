"""The picture of a game to share: places, chart, and the sheet's last hands, as an SVG.

Geometry only; it is drawn by ``table/result.svg``. Whoever gets the picture learns nothing of the
pad but what is on it: no address. Programs that make a PNG of it know plain colours and paths, and
have other fonts than a phone: texts are cut to the room that they have, and moons are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scorepad import rules
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.drawing import Label, in_xml
from scorepad.web.table.chart import HEIGHT as CHART_HEIGHT
from scorepad.web.table.chart import WIDTH as CHART_WIDTH
from scorepad.web.table.chart import Chart, chart_of, fit_names
from scorepad.web.words import game as words
from scorepad.web.words.house_rules import game_name
from scorepad.web.words.numbers import date, number, ordinal, signed
from scorepad.web.words.translation import gettext

SVG_TYPE: Final = "image/svg+xml"
WIDTH: Final = 600
_MARGIN: Final = 24
# The heading with a line below it, then the places, each in a row, beside the chart.
_TOP: Final = 88
_PLACE_HEIGHT: Final = 35
_PLACE_WIDTH: Final = 224
_CHART: Final = (256, 320)
_PLACE_COLUMNS: Final = 12
# The sheet: the names, and below them a row for each hand.
_HEAD_HEIGHT: Final = 30
_ROW_HEIGHT: Final = 24
_NUMBERS: Final = 34
_COLUMN: Final = 7.2
_MOST_HANDS: Final = 12
_FOOT: Final = 40
_TITLE_COLUMNS: Final = 36


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Place:
    """A row of the places. ``box``: all of it."""

    box: Box
    place: str
    name: str
    total: str
    won: bool


@dataclass(frozen=True)
class Cell:
    """A seat in a hand: its points, what an exact hit took off, and the total after them.

    ``x``: its left edge. ``moon``, ``sun``: whether this seat shot it.
    """

    x: float
    points: str
    total: str
    moon: bool
    sun: bool


@dataclass(frozen=True)
class Row:
    """A hand; ``y``: its upper edge. ``number`` is "…" where hands before it are left out."""

    y: float
    number: str
    cells: tuple[Cell, ...]
    counts: bool


@dataclass(frozen=True)
class ResultPicture:
    """What to draw. ``column``: how wide the columns of the sheet are.

    ``moons``, ``suns``: what their signs mean, where there are any.
    """

    size: tuple[int, int]
    title: str
    heading: str
    subheading: str
    places: tuple[Place, ...]
    chart: Chart
    chart_box: Box
    column: float
    heads: tuple[Label, ...]
    rows: tuple[Row, ...]
    moons: str
    suns: str


def size_of(game: GameSnapshot) -> tuple[int, int]:
    """Width and height of a game's picture."""
    return WIDTH, _sheet_top(game) + _HEAD_HEIGHT + _ROW_HEIGHT * _rows_shown(game) + _FOOT


def result_picture(game: GameSnapshot, pad_name: str | None) -> ResultPicture:
    """The picture of a game with at least one hand: its result, or how it stands."""
    names = [in_xml(name) for name in game.names]
    seats = len(names)
    column = (WIDTH - 2 * _MARGIN - _NUMBERS) / seats
    lefts = [round(_MARGIN + _NUMBERS + column * seat, 1) for seat in range(seats)]
    rows = tuple(_rows(game, lefts))
    shot = [cell for row in rows for cell in row.cells]
    kind = game_name(game.ruleset.preset)
    head_y = _sheet_top(game) + 20
    heads = fit_names(names, (column - 8) / _COLUMN)
    return ResultPicture(
        size=size_of(game),
        title=_standing(game),
        heading=fit_names([in_xml(pad_name or kind)], _TITLE_COLUMNS)[0],
        subheading=" · ".join(_facts(game, kind if pad_name else "")),
        places=tuple(_places(game, fit_names(names, _PLACE_COLUMNS))),
        chart=chart_of(game.sheet, game.names, game.ruleset.target),
        chart_box=Box(_CHART[0], _TOP, _CHART[1], round(_CHART[1] * CHART_HEIGHT / CHART_WIDTH)),
        column=round(column, 1),
        heads=tuple(
            Label(name, round(left + column / 2, 1), head_y)
            for name, left in zip(heads, lefts, strict=True)
        ),
        rows=rows,
        moons=gettext("shot the moon") if any(cell.moon for cell in shot) else "",
        suns=gettext("shot the sun") if any(cell.sun for cell in shot) else "",
    )


def _standing(game: GameSnapshot) -> str:
    """The result, or who is ahead, in a sentence."""
    says = words.result if game.sheet.over else words.leaders
    return in_xml(says(game.sheet, game.names).striptags())


def _facts(game: GameSnapshot, kind: str) -> Iterator[str]:
    yield gettext("Game %(number)s", number=game.number)
    if kind:
        yield kind
    yield date(game.started)
    if not game.sheet.over:
        yield gettext("after hand %(number)s", number=game.sheet.lines[-1].number)
    elif game.sheet.ended_by == "stopped":
        yield gettext("ended early")


def _places(game: GameSnapshot, names: list[str]) -> Iterator[Place]:
    sheet = game.sheet
    standing = sorted((place, seat) for seat, place in enumerate(sheet.places))
    for row, (place, seat) in enumerate(standing):
        yield Place(
            Box(_MARGIN, _TOP + row * _PLACE_HEIGHT, _PLACE_WIDTH, _PLACE_HEIGHT),
            ordinal(place),
            names[seat],
            number(sheet.totals[seat]),
            seat in sheet.winners,
        )


def _sheet_top(game: GameSnapshot) -> int:
    beside = round(_CHART[1] * CHART_HEIGHT / CHART_WIDTH)
    return _TOP + max(beside, _PLACE_HEIGHT * len(game.seats)) + 12


def _rows_shown(game: GameSnapshot) -> int:
    """How many rows the sheet has: the last hands, and one for all that are left out."""
    return min(len(game.sheet.lines), _MOST_HANDS + 1)


def _rows(game: GameSnapshot, lefts: list[float]) -> Iterator[Row]:
    top = _sheet_top(game) + _HEAD_HEIGHT
    lines = game.sheet.lines
    left_out = len(lines) > _MOST_HANDS + 1
    shown = lines[-_MOST_HANDS:] if left_out else lines
    if left_out:
        yield Row(top, "…", (), counts=True)
    for at, line in enumerate(shown, start=int(left_out)):
        cells = tuple(_cell(line, seat, left) for seat, left in enumerate(lefts))
        yield Row(top + at * _ROW_HEIGHT, str(line.number), cells, line.counts)


def _cell(line: rules.Line, seat: int, left: float) -> Cell:
    adjusted = line.adjusted[seat]
    shot = line.shooter == seat
    return Cell(
        x=left,
        points=number(line.points[seat]) + (signed(adjusted) if adjusted else ""),
        total=number(line.totals[seat]) if line.counts else "–",
        moon=shot and not line.sun,
        sun=shot and line.sun,
    )
