"""The picture of an evening to share: who won it, everybody's places, its highlights, as an SVG.

Geometry only; it is drawn by ``figures/story.svg``. As with the picture of a result, programs that
make a PNG of it have other fonts than a phone: texts are cut to the room that they have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from scorepad.store.figures.evening_winners import Attendance
from scorepad.store.figures.evenings import Placing
from scorepad.store.figures.story import Story
from scorepad.web.drawings.parts import Text, columns_of, fit_names
from scorepad.web.words.numbers import number
from scorepad.web.words.story import telling as words
from scorepad.web.words.times import date
from scorepad.web.words.translation import gettext

WIDTH: Final = 600
_MARGIN: Final = 32
_ROOM: Final = WIDTH - 2 * _MARGIN
# The band above: the day, and below it who won the night, in large letters.
_DAY_BASE: Final = 44
_DAY_COLUMNS: Final = 60
_TITLE_BASE: Final = 86
_TITLE_LINE: Final = 36
_TITLE_COLUMNS: Final = 36
_MOST_TITLE_LINES: Final = 3
_BELOW_TITLE: Final = 28
# A row for each player: the name, a round mark for each game, and a number at the end.
_HEAD: Final = 28
_ABOVE_ROWS: Final = 36
_ROW_HEIGHT: Final = 38
_NAME_WIDTH: Final = 176
# What a column of it takes, in bold letters.
_COLUMN: Final = 10.5
_END_WIDTH: Final = 64
_MOST_ROWS: Final = 7
_WIDEST_STEP: Final = 44
_LARGEST_MARK: Final = 14
# A smaller mark has no room for a number.
_LEAST_NUMBERED: Final = 9
# The highlights, each after a heart.
_ABOVE_TEXT: Final = 32
_TEXT_LEFT: Final = _MARGIN + 26
_TEXT_WIDTH: Final = WIDTH - _MARGIN - _TEXT_LEFT
_TEXT_COLUMNS: Final = 53
_TEXT_LINE: Final = 25
_BETWEEN: Final = 9
_MOST_TEXT_LINES: Final = 3
_FOOT: Final = 48
# Where a sentence with whole names is too long.
_NAME_IN_TEXT: Final = 15


@dataclass(frozen=True)
class Mark:
    """A player's place in a game, or "" where there is no room for it; ``x``: its middle."""

    x: float
    place: str
    won: bool


@dataclass(frozen=True)
class Row:
    """A player: ``y`` is the middle of the row, ``end`` the number at its end."""

    y: float
    name: Text
    marks: tuple[Mark, ...]
    end: str
    won: bool


@dataclass(frozen=True)
class StoryPicture:
    """What to draw.

    ``band``: the height of the band above. ``heads``: the numbers of the games, each with its
    middle, and ``end`` what the numbers at the ends of the rows are; both stand on ``head``.
    ``radius``: of the marks. ``hearts``: the baselines where highlights begin.
    """

    size: tuple[int, int]
    title: str
    day: Text
    heading: tuple[Text, ...]
    band: float
    heads: tuple[tuple[float, str], ...]
    end: str
    head: float
    radius: float
    rows: tuple[Row, ...]
    lines: tuple[Text, ...]
    hearts: tuple[float, ...]


def story_picture(story: Story, pad_name: str | None, zone: tzinfo | None) -> StoryPicture:
    """The picture of an evening's story; ``zone``: in which the day is told, if it is."""
    started = "" if zone is None else date(story.started.astimezone(zone))
    (day,) = fit_names([" · ".join(filter(None, (started, pad_name)))], _DAY_COLUMNS)
    heading = tuple(
        Text(line, _MARGIN, _TITLE_BASE + _TITLE_LINE * at, _ROOM)
        for at, line in enumerate(_heading(story))
    )
    band = heading[-1].y + _BELOW_TITLE
    middles = _middles(len(story.games))
    rows = tuple(_rows(story, band + _ABOVE_ROWS, middles))
    lines = list(_highlights(story, rows[-1].y + _ABOVE_TEXT))
    several = len(story.games) > 1
    return StoryPicture(
        size=(WIDTH, round(max(each.y for each in (*(line for line, _ in lines), rows[-1].name)))
              + _FOOT),
        title=words.ending(story, story.names),
        day=Text(day, _MARGIN, _DAY_BASE, _ROOM),
        heading=heading,
        band=band,
        heads=tuple((x, str(at)) for at, x in enumerate(middles, start=1)) if several else (),
        end=gettext("Wins") if several else gettext("Points"),
        head=band + _HEAD,
        radius=_radius(middles),
        rows=rows,
        lines=tuple(line for line, _ in lines),
        hearts=tuple(line.y for line, first in lines if first),
    )  # fmt: skip


def _heading(story: Story) -> Sequence[str]:
    whole, short = (
        balanced(words.ending(story, names), _TITLE_COLUMNS) for names in _names(story.names)
    )
    return whole if _fits(whole, _TITLE_COLUMNS, _MOST_TITLE_LINES) else short


def _names(names: Mapping[int, str]) -> Sequence[Mapping[int, str]]:
    """The names, each on one line: whole ones, and short ones for where these are too long."""
    return [
        {player: name.replace(" ", "\u00a0") for player, name in zip(names, some, strict=True)}
        for some in (names.values(), fit_names([*names.values()], _NAME_IN_TEXT))
    ]


def _fits(lines: Sequence[str], columns: float, most: int) -> bool:
    return len(lines) <= most and all(columns_of(line) <= columns for line in lines)


def _middles(games: int) -> Sequence[float]:
    """The middles of the columns of so many games."""
    left = _MARGIN + _NAME_WIDTH
    room = WIDTH - _MARGIN - _END_WIDTH - left
    step = min(_WIDEST_STEP, room / games)
    return [round(WIDTH - _MARGIN - _END_WIDTH - step * (games - at - 0.5), 1)
            for at in range(games)]  # fmt: skip


def _radius(middles: Sequence[float]) -> float:
    if len(middles) < 2:
        return _LARGEST_MARK
    return min(_LARGEST_MARK, round((middles[1] - middles[0]) / 2 - 1.5, 1))


def _rows(story: Story, top: float, middles: Sequence[float]) -> Iterator[Row]:
    players = sorted(story.players, key=lambda each: (-each.wins, each.average))[:_MOST_ROWS]
    end = middles[0] - _radius(middles)
    room = end - 8 - _MARGIN
    names = fit_names([each.name for each in players], room / _COLUMN)
    numbered = _radius(middles) >= _LEAST_NUMBERED
    for at, (player, name) in enumerate(zip(players, names, strict=True)):
        y = top + _ROW_HEIGHT * (at + 0.5)
        places = [
            {score.name: score for score in game.scores}.get(player.name) for game in story.games
        ]
        yield Row(
            y=y,
            name=Text(name, _MARGIN, y + 6, room),
            marks=tuple(
                Mark(x, str(score.place) if numbered else "", score.won)
                for x, score in zip(middles, places, strict=False)
                if score is not None
            ),
            end=_end(player, places),
            won=player.wins == players[0].wins,
        )


def _end(player: Attendance, places: Sequence[Placing | None]) -> str:
    """The wins of a player, or the points of the only game."""
    (only,) = places if len(places) == 1 else (None,)
    return number(only.total) if only else str(player.wins)


def _highlights(story: Story, top: float) -> Iterator[tuple[Text, bool]]:
    """The lines of the highlights, and whether one begins with them."""
    y = top
    said = (words.highlights(story, names) for names in _names(story.names))
    for sentences in zip(*said, strict=True):
        whole, short = (wrapped(sentence, _TEXT_COLUMNS) for sentence in sentences)
        fits = _fits(whole, _TEXT_COLUMNS, _MOST_TEXT_LINES)
        for at, line in enumerate(whole if fits else short):
            y += _TEXT_LINE
            yield Text(line, _TEXT_LEFT, y, _TEXT_WIDTH), at == 0
        y += _BETWEEN


def wrapped(sentence: str, columns: float) -> Sequence[str]:
    """The sentence in lines of at most so many columns."""
    lines = [""]
    for word in sentence.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and columns_of(longer) > columns:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def balanced(sentence: str, columns: float) -> Sequence[str]:
    """The same in lines of about one length."""
    lines = wrapped(sentence, columns)
    while columns > 0 and len(narrower := wrapped(sentence, columns)) == len(lines):
        lines = narrower
        columns -= 1
    return lines
