"""How much goes over the network: a cellar has little of it, and a data plan is somebody's money.

Counted is whatever Chromium counts, headers and all; of htmx, which its own server sends, what it
is compressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.network import Traffic, keeping, recording
from tests.browser.play import FIRST, SECOND, start_game, take_down
from tests.support.server import Server

FIRST_VIEW: Final = 45_000
REQUESTS: Final = 8
SAVE: Final = 6_000
PLAYED: Final = 3
_FETCH_ICON: Final = """async () => {
    const icon = await fetch(document.querySelector("link[rel=icon]").href);
    await icon.arrayBuffer();
}"""


@pytest.fixture
def table(browser: Browser, scorepad: Server) -> Iterator[Page]:
    """The table of a game with a few hands, on the phone with the pen."""
    with keeping(browser) as page:
        start_game(page, scorepad.address)
        for number in range(1, PLAYED + 1):
            take_down(page, number, FIRST)
        yield page


def listed(traffic: Traffic) -> str:
    """What weighs how much, for who reads that it is too much."""
    return "\n".join(f"{each.size:>8}  {each.address}" for each in traffic.asked)


def test_the_first_view_of_a_table_with_the_pen(browser: Browser, table: Page) -> None:
    with keeping(browser, table.context.storage_state()) as page:
        with recording(page) as traffic:
            page.goto(table.url)
            traffic.wait_for("/chart.svg")
            # A browser without a window shows no icon, and asks for none.
            page.evaluate(_FETCH_ICON)
            traffic.wait_for("/icon.svg")
        assert page.locator("form.entry").count() == 1
        assert {each.address.partition("?")[0].rpartition("/")[2] for each in traffic.asked} >= {
            *("htmx.min.js", "scorepad.css", "entry.js", "follow.js", "chart.svg", "icon.svg"),
        }
        assert len(traffic.asked) <= REQUESTS, listed(traffic)
        assert traffic.size <= FIRST_VIEW, listed(traffic)


def test_a_save(table: Page) -> None:
    with recording(table) as traffic:
        take_down(table, PLAYED + 1, SECOND)
    # The answer is the page with the hand; the chart is far below.
    assert len(traffic.asked) == 1, listed(traffic)
    assert traffic.size <= SAVE, listed(traffic)
