"""The picture of the table: seats round an oval, and an arrow from each giver to each taker.

Geometry only: texts and styles are in ``table/_picture.html`` and ``css/picture.css``.
The table is seen from above, so that the left neighbour of the seat at the bottom sits at the left.
On a phone that lies sideways the same plates stand round a circle (``css/landscape.css``).

The fonts of a phone are unknown, so text has as much room as the broadest fonts in use need
(Verdana, DejaVu).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import copysign, cos, dist, floor, hypot, pi, sin
from typing import Final

from scorepad.rules.passing import HOLD, pairs
from scorepad.web.drawings.parts import NAME_COLUMNS, fit_names

Point = tuple[float, float]

# As wide as the text of a page on the smallest phone, and low enough for the entry to fit below.
WIDTH: Final = 344
HEIGHT: Final = 150
PLATE_WIDTH: Final = 88
PLATE_HEIGHT: Final = 35

_CENTRE: Final = (WIDTH // 2, HEIGHT // 2)
# Half axes of the oval of the seats' plates.
_SEATS: Final = (WIDTH / 2 - PLATE_WIDTH / 2 - 1, HEIGHT / 2 - PLATE_HEIGHT / 2 - 1)
# Seven are too many for that oval: their plates, from its centre, the seat at the bottom first.
_SEVEN: Final = ((0, 56), (-105, 46), (-127, -8), (-51, -56), (51, -56), (127, -8), (105, 46))
# Places round a circle, from the centre: that of the seat at the bottom first, then clockwise.
ROUND: Final[Mapping[int, Sequence[Point]]] = {
    3: ((0, 96), (-68, -58), (68, -58)),
    4: ((0, 96), (-72, 0), (0, -96), (72, 0)),
    5: ((0, 96), (-72, 34), (-48, -84), (48, -84), (72, 34)),
    6: ((0, 96), (-72, 47), (-72, -47), (0, -96), (72, -47), (72, 47)),
    7: ((0, 96), (-72, 56), (-72, -34), (-48, -84), (48, -84), (72, -34), (72, 56)),
}
# How far from the centre an arrow to a neighbour passes there, at least.
_ROUND_RING: Final = 74
# How much of an arrow straight across is drawn at either end.
_DRAWN: Final = 18
# Between a plate and its arrows.
_GAP: Final = 3
_HEAD_LENGTH: Final = 8
_HEAD_WIDTH: Final = 9

# The numbers on a plate: what lies between the total and what the last hand did to it, and their
# sizes.
_BETWEEN: Final = 2.5
_TOTAL_SIZE: Final = 17
_LAST_SIZE: Final = 10.5


@dataclass(frozen=True)
class SeatPlate:
    """A seat as it is drawn, ``x`` and ``y`` being the middle of its plate.

    ``place``: how many places from the bottom, clockwise. ``last``: the total's change by the last
    hand, ``None`` before the first. ``sizes``: of the total, and of that change.
    """

    seat: int
    place: int
    x: float
    y: float
    name: str
    short: str
    total: int
    last: int | None
    leads: bool
    deals: bool
    sizes: tuple[float, float]

    @property
    def left(self) -> float:
        """The plate's left edge."""
        return _plain(self.x - PLATE_WIDTH / 2)

    @property
    def top(self) -> float:
        """The plate's upper edge."""
        return _plain(self.y - PLATE_HEIGHT / 2)


@dataclass(frozen=True)
class Arrow:
    """Cards on their way: a curve from ``start`` to ``end``, its line and its head as paths."""

    giver: int
    taker: int
    start: Point
    end: Point
    line: str
    head: str


@dataclass(frozen=True)
class TextLine:
    """A line of text in the middle of the table: its baseline, its font's size.

    ``first``: of the first text, ``moment``: of what the last hand brought; both are bold.
    """

    text: str
    y: float
    size: float
    first: bool
    moment: bool


@dataclass(frozen=True)
class Picture:
    """The values for the template. ``seats`` are in the order of the seats, not of the places.

    ``passes``: who gives cards to whom. ``arrows``: round the oval, ``round_arrows``: round a
    circle; none where they would cross the words. ``hold``: the middle of the sign of a hold hand.
    ``between``: the gap between a total and its change by the last hand.
    """

    seats: tuple[SeatPlate, ...]
    passes: Sequence[tuple[int, int]]
    arrows: tuple[Arrow, ...]
    round_arrows: tuple[Arrow, ...]
    rows: tuple[TextLine, ...]
    hold: Point | None
    between: float = _BETWEEN
    view_box: str = f"0 0 {WIDTH} {HEIGHT}"
    centre: Point = _CENTRE
    plate: tuple[int, int] = (PLATE_WIDTH, PLATE_HEIGHT)


def picture(
    names: Sequence[str],
    totals: Sequence[int],
    last: Sequence[int] | None,
    ahead: Collection[int],
    dealer: int | None,
    offset: int,
    bottom: int = 0,
    middle: Sequence[str] = (),
    moments: Sequence[str] = (),
) -> Picture:
    """The table with ``bottom`` as the seat at the bottom, everything else by seat.

    ``last``: points of the last hand, ``None`` before the first. ``ahead``: the seats that lead.
    ``offset``: of this hand's pass, 0 for a hold. ``middle``: the text in the middle.
    ``moments``: what the last hand brought, which comes after the first of these, and in place of
    the sign of a hold hand.
    """
    players = len(names)
    shorts = fit_names(names, NAME_COLUMNS)
    seats = []
    for seat, name in enumerate(names):
        place = (seat - bottom) % players
        x, y = _on_oval(place, players)
        changed = None if last is None else last[seat]
        seats.append(
            SeatPlate(
                seat=seat,
                place=place,
                x=x,
                y=y,
                name=name,
                short=shorts[seat],
                total=totals[seat],
                last=changed,
                leads=seat in ahead,
                deals=seat == dealer,
                # Less beside a dealer's deck.
                sizes=_sizes(totals[seat], changed, PLATE_WIDTH - (22 if seat == dealer else 6)),
            )
        )
    shows_hold = offset == HOLD and not moments
    # Between the plates of seven there is less room.
    lines = 3 if players == len(_SEVEN) else 4
    rows = _rows(middle, moments, lines, hold=shows_hold)
    # The sign of a hold hand is above the text.
    sign = (_CENTRE[0], _plain(rows[0].y - 25)) if rows else _CENTRE
    arrows, round_arrows = [], []
    across = offset not in (1, players - 1)
    passes = pairs(offset, players)
    # Of four, those who sit across have room for the beginning and the end of an arrow.
    for ends in passes if players == 4 or not across else ():
        giver = ends[0]
        here, there = ((seats[seat].x, seats[seat].y) for seat in ends)
        bend = _bend(here, there, seats[giver].place, offset, players)
        arrows.append(_arrow(ends, here, there, bend, parted=across))
        here, there = (_on_circle(seats[seat].place, players) for seat in ends)
        bend = _round_bend(here, there, offset, players)
        round_arrows.append(_arrow(ends, here, there, bend, parted=across))
    return Picture(
        tuple(seats),
        passes,
        tuple(arrows),
        tuple(round_arrows),
        tuple(rows),
        sign if shows_hold else None,
    )


def _sizes(total: int, last: int | None, room: float) -> tuple[float, float]:
    """The font sizes of both numbers, so that they fit side by side."""
    total_width = _width(f"{total}")
    last_width = 0 if last is None else _width(f"{last:+}")
    room -= _BETWEEN
    share = room / (total_width * _TOTAL_SIZE + last_width * _LAST_SIZE)
    last_size = max(9, min(1, share) * _LAST_SIZE)
    total_size = min(_TOTAL_SIZE, (room - last_width * last_size) / total_width)
    # Rounded down.
    return _whole(floor(total_size * 10) / 10), _whole(floor(last_size * 10) / 10)


def _width(number: str) -> float:
    """The width of a number, as a multiple of its font size."""
    return sum(0.72 if letter.isdigit() else 0.86 for letter in number)


def _whole(value: float) -> float:
    """Without a half where there is none: a page has hundreds of numbers."""
    return int(value) if value.is_integer() else value


def _around(angle: float, axes: Point, fullness: float = 1) -> Point:
    """The point at an angle clockwise from the bottom of an ellipse, or of a fuller oval."""
    x, y = -sin(angle), cos(angle)
    return (
        _CENTRE[0] + axes[0] * copysign(abs(x) ** fullness, x),
        _CENTRE[1] + axes[1] * copysign(abs(y) ** fullness, y),
    )


def _on_oval(place: int, players: int) -> Point:
    if players == len(_SEVEN):
        return _CENTRE[0] + _SEVEN[place][0], _CENTRE[1] + _SEVEN[place][1]
    # A little fuller than an ellipse, to make room for six.
    return _around(place * 2 * pi / players, _SEATS, 0.75)


def _on_circle(place: int, players: int) -> Point:
    x, y = ROUND[players][place]
    return _CENTRE[0] + x, _CENTRE[1] + y


def _on_the_way(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _bend(start: Point, end: Point, place: int, offset: int, players: int) -> Point:
    """The middle of the arrow of the giver at this place, round the oval.

    To a neighbour it goes along the ring, to all others straight across, and always where plates
    stand as close as those of seven.
    """
    if offset not in (1, players - 1) or players == len(_SEVEN):
        return _on_the_way(start, end, 0.5)
    # The table of four leaves the corners of the picture free.
    ring = (104, 50) if players == 4 else (118, 55)
    step = 1 if offset == 1 else -1
    return _around(place * 2 * pi / players + step * pi / players, ring)


def _round_bend(start: Point, end: Point, offset: int, players: int) -> Point:
    """The same round the circle."""
    x, y = _on_the_way(start, end, 0.5)
    far = hypot(x - _CENTRE[0], y - _CENTRE[1])
    if offset not in (1, players - 1) or far >= _ROUND_RING:
        return x, y
    share = _ROUND_RING / far
    return _CENTRE[0] + (x - _CENTRE[0]) * share, _CENTRE[1] + (y - _CENTRE[1]) * share


def _arrow(
    ends: tuple[int, int], giver: Point, taker: Point, bend: Point, *, parted: bool
) -> Arrow:
    """The curve from plate to plate that passes through the bend; ``ends``: their seats.

    ``parted``: straight across the table it would cross others and the text, so that only its
    beginning and its end are drawn.
    """
    start, end = _edge(giver, bend), _edge(taker, bend)
    # Of the quadratic curve that is at the bend half-way.
    control = (2 * bend[0] - (start[0] + end[0]) / 2, 2 * bend[1] - (start[1] + end[1]) / 2)
    x, y = end[0] - control[0], end[1] - control[1]
    x, y = x / hypot(x, y), y / hypot(x, y)
    neck = end[0] - x * _HEAD_LENGTH, end[1] - y * _HEAD_LENGTH
    side = -y * _HEAD_WIDTH / 2, x * _HEAD_WIDTH / 2
    form, points = "M{} {}Q{} {} {} {}", [*start, *control, *neck]
    if parted:
        share = min(_DRAWN / dist(start, neck), 0.5)
        leaves, comes = _on_the_way(start, neck, share), _on_the_way(neck, start, share)
        form, points = "M{} {}L{} {}M{} {}L{} {}", [*start, *leaves, *comes, *neck]
    return Arrow(
        giver=ends[0],
        taker=ends[1],
        start=start,
        end=end,
        # In whole units: the head lies over the line's end.
        line=form.format(*map(round, points)),
        head=f"M{_xy(end)}L{_xy((neck[0] + side[0], neck[1] + side[1]))}"
        f" {_xy((neck[0] - side[0], neck[1] - side[1]))}z",
    )


def _edge(plate: Point, towards: Point) -> Point:
    """Just outside the plate, on the way from its middle to a point."""
    x, y = towards[0] - plate[0], towards[1] - plate[1]
    share = min(
        (PLATE_WIDTH / 2 + _GAP) / abs(x) if x else 1,
        (PLATE_HEIGHT / 2 + _GAP) / abs(y) if y else 1,
    )
    return plate[0] + x * share, plate[1] + y * share


def _xy(point: Point) -> str:
    return f"{_plain(point[0])} {_plain(point[1])}"


def _plain(value: float) -> float:
    return _whole(round(2 * value) / 2)


def _rows(
    middle: Sequence[str], moments: Sequence[str], most: int, *, hold: bool
) -> list[TextLine]:
    """The lines of the middle, long ones broken; below the sign of a hold hand if there is one."""
    broken: list[tuple[str, bool, bool]] = []
    for at, line in enumerate((*middle[:1], *moments, *middle[1:])):
        moment = line in moments
        # The first text is larger.
        columns = 22 if moment or at else 17
        parts = _broken(line, columns)
        # Half a text would say something else.
        if len(broken) + len(parts) <= most:
            broken += [(part, not at, moment) for part in parts]
    steps = [16 if first else 14 for _, first, _ in broken[1:]]
    y = _CENTRE[1] + 4 - sum(steps) / 2 + (13 if hold else 0)
    alone = sum(first for _, first, _ in broken) == 1
    rows = []
    for (text, first, moment), step in zip(broken, [0, *steps], strict=True):
        y += step
        size = (14 if alone else 12.5) if first else 11.5
        rows.append(TextLine(text, _whole(y), size, first, moment))
    return rows


def _broken(line: str, columns: int) -> list[str]:
    """A line that is too long becomes two, as short as its words allow."""
    words = line.split()
    if len(line) <= columns or len(words) == 1:
        return [line]
    halves = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words) - 1, 0, -1))
    return list(min(halves, key=lambda both: max(map(len, both))))
