"""The picture of a game to share: places, chart, and the sheet's last hands, as an SVG.

Geometry only; it is drawn by ``table/result.svg``. It tells nothing of the pad but what it
shows: no address. Programs that make a PNG of it know plain colours and paths, and
have other fonts than a phone: texts are cut to the room that they have, and moons are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from scorepad import rules
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.drawings.chart import HEIGHT as CHART_HEIGHT
from scorepad.web.drawings.chart import WIDTH as CHART_WIDTH
from scorepad.web.drawings.chart import Chart, chart_of
from scorepad.web.drawings.parts import Text, fit_names
from scorepad.web.words import game as words
from scorepad.web.words.numbers import date, number, ordinal, signed
from scorepad.web.words.rules import game_name
from scorepad.web.words.translation import gettext

WIDTH: Final = 600
_MARGIN: Final = 24
# The heading with a line below it, then the places, each in a row, beside the chart.
_TOP: Final = 88
_PLACE_HEIGHT: Final = 35
_PLACE_WIDTH: Final = 224
# The sheet: the names, and below them a row for each hand.
_HEAD_HEIGHT: Final = 30
_ROW_HEIGHT: Final = 24
_NUMBERS: Final = 34
_MOST_HANDS: Final = 12
_FOOT: Final = 40


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    x: int
    y: int
    width: int
    height: int


_CHART: Final = Box(256, _TOP, 320, round(320 * CHART_HEIGHT / CHART_WIDTH))


@dataclass(frozen=True)
class PlaceRow:
    """A row of the places. ``box``: all of it."""

    box: Box
    place: str
    name: Text
    total: str
    won: bool


@dataclass(frozen=True)
class SheetCell:
    """A seat in a hand: its points, what an exact hit took off, and the total after them.

    ``x``: its middle. ``sign``: "moon" or "sun" if this seat shot it, else empty.
    """

    x: float
    points: str
    total: str
    sign: str


@dataclass(frozen=True)
class SheetRow:
    """A hand; ``y``: its upper edge. ``number`` is "…" where hands before it are left out."""

    y: float
    number: str
    cells: tuple[SheetCell, ...]
    counts: bool


@dataclass(frozen=True)
class Meaning:
    """What the sign of a moon or a sun means; ``x``: the middle of the sign."""

    x: float
    sign: str
    text: str


@dataclass(frozen=True)
class ResultPicture:
    """What to draw. ``legend``: the signs on the sheet. ``foot``: the baseline of the last line."""

    size: tuple[int, int]
    title: str
    heading: Text
    subheading: str
    places: tuple[PlaceRow, ...]
    chart: Chart
    chart_box: Box
    heads: tuple[Text, ...]
    rows: tuple[SheetRow, ...]
    legend: tuple[Meaning, ...]
    foot: float


def size_of(game: GameSnapshot) -> tuple[int, int]:
    """Width and height of a game's picture."""
    # One row for all the hands that are left out.
    rows = min(len(game.sheet.lines), _MOST_HANDS + 1)
    return WIDTH, _sheet_top(game) + _HEAD_HEIGHT + _ROW_HEIGHT * rows + _FOOT


def result_picture(game: GameSnapshot, pad_name: str | None, zone: tzinfo | None) -> ResultPicture:
    """The picture of a game with at least one hand: its result, or how it stands.

    ``zone``: in which the day is told, if it is.
    """
    seats = len(game.names)
    column = (WIDTH - 2 * _MARGIN - _NUMBERS) / seats
    lefts = [_MARGIN + _NUMBERS + column * seat for seat in range(seats)]
    rows = tuple(_rows(game, [round(left + column / 2, 1) for left in lefts]))
    size = size_of(game)
    kind = game_name(game.ruleset.preset)
    says = words.verdict if game.sheet.over else words.leaders
    head_y = _sheet_top(game) + 20
    heads = fit_names(game.names, (column - 8) / 7.2)
    (heading,) = fit_names([pad_name or kind], 36)
    return ResultPicture(
        size=size,
        title=says(game.sheet, game.names).striptags(),
        heading=Text(heading, _MARGIN, 44, WIDTH - 2 * _MARGIN),
        subheading=" · ".join(_facts(game, kind if pad_name else "", zone)),
        places=tuple(_places(game, fit_names(game.names, 12))),
        chart=chart_of(game.sheet, game.names, game.ruleset.target),
        chart_box=_CHART,
        heads=tuple(
            Text(name, round(left + 3, 1), head_y, round(column - 6, 1))
            for name, left in zip(heads, lefts, strict=True)
        ),
        rows=rows,
        legend=tuple(_legend(rows)),
        foot=size[1] - 15,
    )


def _facts(game: GameSnapshot, kind: str, zone: tzinfo | None) -> Iterator[str]:
    """What stands below the heading of a result; ``kind``: of game, unless it is the heading.

    Without the reader's ``zone`` there is no day: it would be another one for some.
    """
    yield gettext("Game %(number)s", number=game.number)
    if kind:
        yield kind
    if zone is not None:
        yield date(game.started.astimezone(zone))
    if not game.sheet.over:
        yield gettext("after hand %(number)s", number=game.sheet.lines[-1].number)
    elif game.sheet.ended_by == "stopped":
        yield gettext("ended early")


def _places(game: GameSnapshot, names: list[str]) -> Iterator[PlaceRow]:
    sheet = game.sheet
    standing = sorted((place, seat) for seat, place in enumerate(sheet.places))
    for row, (place, seat) in enumerate(standing):
        top = _TOP + row * _PLACE_HEIGHT
        yield PlaceRow(
            Box(_MARGIN, top, _PLACE_WIDTH, _PLACE_HEIGHT),
            ordinal(place),
            Text(names[seat], _MARGIN + 40, top + 23, _PLACE_WIDTH - 100),
            number(sheet.totals[seat]),
            seat in sheet.winners,
        )


def _sheet_top(game: GameSnapshot) -> int:
    return _TOP + max(_CHART.height, _PLACE_HEIGHT * len(game.seats)) + 12


def _rows(game: GameSnapshot, middles: list[float]) -> Iterator[SheetRow]:
    top = _sheet_top(game) + _HEAD_HEIGHT
    lines = game.sheet.lines
    left_out = len(lines) > _MOST_HANDS + 1
    shown = lines[-_MOST_HANDS:] if left_out else lines
    if left_out:
        yield SheetRow(top, "…", (), counts=True)
    for at, line in enumerate(shown, start=int(left_out)):
        cells = tuple(_cell(line, seat, x) for seat, x in enumerate(middles))
        yield SheetRow(top + at * _ROW_HEIGHT, str(line.number), cells, line.counts)


def _cell(line: rules.Line, seat: int, x: float) -> SheetCell:
    adjusted = line.adjusted[seat]
    return SheetCell(
        x=x,
        points=number(line.points[seat]) + (signed(adjusted) if adjusted else ""),
        total=number(line.totals[seat]) if line.counts else "–",
        sign="" if line.shooter != seat else "sun" if line.sun else "moon",
    )


def _legend(rows: tuple[SheetRow, ...]) -> Iterator[Meaning]:
    shown = {cell.sign for row in rows for cell in row.cells}
    x = _MARGIN + 8
    for sign, text in (("moon", gettext("shot the moon")), ("sun", gettext("shot the sun"))):
        if sign in shown:
            yield Meaning(x, sign, text)
            x += 180
