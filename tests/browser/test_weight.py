"""How much goes over the network: a cellar has little of it, and a data plan is somebody's money.

Counted is whatever Chromium counts, headers and all; of htmx, which its own server sends, what it
is compressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from bench.game import HANDS
from bench.views import (
    BEFORE_TAPS,
    FIRST_VIEW,
    SECOND_VIEW,
    Bounds,
    View,
    at_the_table,
    game_to_look_at,
    look,
    shift_on,
)
from tests.browser.network import Traffic, recording
from tests.browser.play import SECOND, take_down
from tests.support.server import Server

SAVE: Final = 6_000


@pytest.fixture
def table(browser: Browser, scorepad: Server) -> Iterator[Page]:
    """The table of a game as long as an evening's, on the phone with the pen."""
    game = game_to_look_at(scorepad, HANDS - 1)
    with at_the_table(browser, game) as page:
        look(page, game.url)
        yield page


def listed(traffic: Traffic) -> str:
    """What weighs how much, for who reads that it is too much."""
    return "\n".join(f"{each.size:>8}  {each.address}" for each in traffic.asked)


def expect_within(view: View, bounds: Bounds) -> None:
    assert view.requests <= bounds.requests, listed(view.traffic)
    assert view.size <= bounds.size, listed(view.traffic)
    assert view.before_taps <= BEFORE_TAPS
    assert view.shift == 0


def test_views_of_a_table_with_the_pen(browser: Browser, scorepad: Server) -> None:
    game = game_to_look_at(scorepad)
    with at_the_table(browser, game) as page:
        first = look(page, game.url)
        assert page.locator("form.entry").count() == 1
        assert {
            each.address.partition("?")[0].rpartition("/")[2] for each in first.traffic.asked
        } >= {*("htmx.min.js", "scorepad.css", "scorepad.js", "icon.svg")}
        expect_within(first, FIRST_VIEW)
        expect_within(look(page, game.url), SECOND_VIEW)


def test_what_moves_without_a_tap_is_seen(browser: Browser, scorepad: Server) -> None:
    game = game_to_look_at(scorepad)
    with at_the_table(browser, game) as page:
        assert look(page, game.url).shift == 0
        # For half a second after a page has got its size, browsers do not count what moves.
        assert any(shift_of_a_late_line(page) > 0 for _ in range(50))


def shift_of_a_late_line(page: Page) -> float:
    page.locator("main").evaluate("main => main.prepend(document.createElement('hr'))")
    return shift_on(page)


def test_a_save(table: Page) -> None:
    with recording(table) as traffic:
        take_down(table, HANDS, SECOND)
    # The answer is the page with the hand; the chart is far below.
    (save,) = traffic.asked
    assert save.size is not None
    assert save.size <= SAVE, listed(traffic)
