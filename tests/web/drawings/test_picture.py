"""The picture of the table: who sits where, and where the arrows go."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from math import atan2, dist, pi
from typing import Any

import pytest
from flask import Flask

from scorepad.rules.passing import receiver
from scorepad.web.drawings.parts import shortened
from scorepad.web.drawings.picture import HEIGHT, WIDTH, Picture, SeatPlate, picture
from scorepad.web.table.next_hand import picture_in_words
from tests.web.cast import NAMES

TABLES = [(players, bottom) for players in range(3, 7) for bottom in range(players)]
PASSES = [(players, offset, bottom) for players, bottom in TABLES for offset in range(1, players)]


def drawn(players: int, offset: int, bottom: int = 0, **more: Any) -> Picture:
    defaults = {
        "names": NAMES[:players],
        "totals": (63, 13, 0, 113, 8, 22)[:players],
        "last": (5, 13, -26, 7, 0, 1)[:players],
        "ahead": {2, 4},
        "dealer": 1,
        "middle": ("to the left", "♣2 leads"),
    }
    return picture(**{**defaults, **more}, offset=offset, bottom=bottom)


def svg(app: Flask, what: Picture) -> str:
    template = app.jinja_env.get_template("table/_picture.html")
    return template.render(picture=what, me=None, label=picture_in_words(what))


def label(app: Flask, what: Picture) -> str:
    """The text alternative, without the marks that isolate names."""
    match = re.search(r'aria-label="([^"]*)"', svg(app, what))
    assert match is not None
    return unescape(match.group(1)).replace("\u2068", "").replace("\u2069", "")


def nearest(what: Picture, point: tuple[float, float]) -> int:
    def away(plate: SeatPlate) -> float:
        return dist(point, (plate.x, plate.y))

    return min(what.seats, key=away).seat


def turn(plate: SeatPlate) -> float:
    """Where a plate is, clockwise from the bottom as seen on the screen."""
    return atan2(WIDTH / 2 - plate.x, plate.y - HEIGHT / 2) % (2 * pi)


def test_seats_go_round_clockwise_from_the_one_at_the_bottom() -> None:
    for players, bottom in TABLES:
        seats = drawn(players, 1, bottom).seats
        assert [plate.seat for plate in seats] == list(range(players)), (players, bottom)
        clockwise = [seats[(bottom + step) % players] for step in range(players)]
        assert clockwise[0].x == WIDTH / 2, (players, bottom)
        assert clockwise[0].y == max(plate.y for plate in seats), (players, bottom)
        assert clockwise[1].x < WIDTH / 2 < clockwise[-1].x, (players, bottom)
        assert all(turn(one) < turn(other) for one, other in pairwise(clockwise)), (players, bottom)


def test_plates_are_inside_and_apart() -> None:
    for case in TABLES:
        players, bottom = case
        what = drawn(players, 0, bottom)
        wide, high = what.plate
        for plate in what.seats:
            assert 0 <= plate.left <= WIDTH - wide, case
            assert 0 <= plate.top <= HEIGHT - high, case
            for other in what.seats[: plate.seat]:
                assert abs(plate.x - other.x) > wide or abs(plate.y - other.y) > high, case


def test_every_arrow_goes_from_its_giver_to_its_taker_and_across_no_words() -> None:
    for case in PASSES:
        players, offset, bottom = case
        what = drawn(players, offset, bottom)
        assert [giver for giver, _ in what.passes] == list(range(players)), case
        drawn_for = what.passes if players == 4 or offset in (1, players - 1) else []
        assert [(arrow.giver, arrow.taker) for arrow in what.arrows] == drawn_for, case
        for arrow in what.arrows:
            assert arrow.taker == receiver(arrow.giver, offset, players), case
            assert nearest(what, arrow.start) == arrow.giver, case
            assert nearest(what, arrow.end) == arrow.taker, case
        assert what.hold is None, case


def test_two_who_exchange_their_cards_have_an_arrow_each() -> None:
    arrows = drawn(4, 2).arrows
    there, back = arrows[0], arrows[2]
    middle = (WIDTH / 2, HEIGHT / 2)
    # One line with a head at either end, straight through the middle of the table.
    assert dist(there.start, back.end) == dist(there.end, back.start) == 0
    assert dist(there.start, there.end) == pytest.approx(
        dist(there.start, middle) + dist(middle, there.end)
    )


def test_the_same_in_words(app: Flask) -> None:
    assert label(app, drawn(4, 1)) == (
        "Seats clockwise: Anna 63 (+5); Ben 13 (+13), deals; Cara 0 (−26), ahead; Dora 113 (+7)."
        " Anna passes to Ben, Ben passes to Cara, Cara passes to Dora, Dora passes to Anna."
        " ♣2 leads."
    )


def test_who_leads_and_deals_is_marked() -> None:
    seats = drawn(5, 1).seats
    assert [plate.seat for plate in seats if plate.leads] == [2, 4]
    assert [plate.seat for plate in seats if plate.deals] == [1]


def test_names_are_no_markup(app: Flask) -> None:
    name = "<script>\"'&</script>"
    what = drawn(3, 1, names=(name, "<b>", 'x" onload="'), middle=("<i>",))
    source = svg(app, what)
    assert not re.search(r"<(script|b|i)\b|\sonload=\"", source)
    assert "&lt;script&gt;" in source
    assert "style" not in source


def test_long_names_are_cut_between_letters() -> None:
    cases = [
        ("Anna", "Anna"),
        ("Christina", "Christina"),
        ("Konstantinopel", "Konstantin…"),
        ("WWWWWWWWWW", "WWWWW…"),
        ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"),
        ("Anna von und zu Haus", "Anna von…"),
        ("", ""),
    ]
    for name, short in cases:
        assert shortened(name) == short, (name, short)


def test_a_text_without_room_is_left_out_whole() -> None:
    middle = ("pass left", "♣2 leads", "♣A 7 · ♠K 10", "3 cards left for the last trick")
    for players, shown in ((7, 3), (3, 3)):
        seats = [str(seat) for seat in range(players)]
        rows = picture(seats, [0] * players, None, (), 0, 1, middle=middle).rows
        assert [row.text for row in rows] == [*middle[:shown]], players
    rows = picture(["A", "B", "C"], [0] * 3, None, (), 0, 1, middle=(*middle[:2], middle[3])).rows
    assert len(rows) == 4
