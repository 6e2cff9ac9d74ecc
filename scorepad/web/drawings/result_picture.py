"""The picture of a game to share: places, chart, and the sheet's last hands, as an SVG.

It tells nothing of the pad but what it shows: no address. Programs that make a PNG of it know plain
colours and paths, and have other fonts than a phone: texts are cut to the room that they have, and
moons are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

from flask import render_template

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.drawings.chart import chart_of
from scorepad.web.drawings.parts import fit_names
from scorepad.web.words import game as words
from scorepad.web.words.numbers import date
from scorepad.web.words.rules import game_name
from scorepad.web.words.translation import gettext

WIDTH: Final = 600
_MARGIN: Final = 24
# The heading with a line below it, then the places, each in a row, beside the chart.
_TOP: Final = 88
_PLACE_HEIGHT: Final = 35
_CHART_HEIGHT: Final = 207
# The sheet: the names, and below them a row for each hand.
_HEAD_HEIGHT: Final = 30
_ROW_HEIGHT: Final = 24
_NUMBERS: Final = 34
_MOST_HANDS: Final = 12
_FOOT: Final = 40


def size_of(game: GameSnapshot) -> tuple[int, int]:
    """Width and height of a game's picture."""
    # One row for all the hands that are left out.
    rows = min(len(game.sheet.lines), _MOST_HANDS + 1)
    return WIDTH, _sheet_top(game) + _HEAD_HEIGHT + _ROW_HEIGHT * rows + _FOOT


def result_svg(game: GameSnapshot, pad_name: str | None, zone: tzinfo | None) -> str:
    """The picture of a game with at least one hand: its result, or how it stands.

    ``zone``: in which the day is told, if it is.
    """
    sheet, seats = game.sheet, range(len(game.names))
    column = (WIDTH - 2 * _MARGIN - _NUMBERS) / len(seats)
    lines = sheet.lines[-_MOST_HANDS:] if len(sheet.lines) > _MOST_HANDS + 1 else sheet.lines
    shots = {"sun" if line.sun else "moon" for line in lines if line.shooter is not None}
    meanings = {"moon": gettext("shot the moon"), "sun": gettext("shot the sun")}
    kind = game_name(game.ruleset.preset)
    (heading,) = fit_names([pad_name or kind], 36)
    says = words.verdict if sheet.over else words.leaders
    return render_template(
        "table/result.svg",
        size=size_of(game),
        title=says(sheet, game.names).striptags(),
        heading=heading,
        subheading=" · ".join(_facts(game, kind if pad_name else "", zone)),
        sheet=sheet,
        standing=sorted(seats, key=lambda seat: sheet.places[seat]),
        names=fit_names(game.names, 12),
        chart=chart_of(sheet, game.names, game.ruleset.target),
        sheet_top=_sheet_top(game),
        heads=fit_names(game.names, (column - 8) / 7.2),
        column=column,
        lefts=[_MARGIN + _NUMBERS + column * seat for seat in seats],
        lines=lines,
        left_out=len(lines) < len(sheet.lines),
        legend=[(sign, text) for sign, text in meanings.items() if sign in shots],
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


def _sheet_top(game: GameSnapshot) -> int:
    return _TOP + max(_CHART_HEIGHT, _PLACE_HEIGHT * len(game.seats)) + 12
