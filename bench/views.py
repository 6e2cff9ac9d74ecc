"""What a look at a table costs a phone: in a real Chromium, as it counts itself.

The phone holds the pen of a game of sixteen hands: over plain HTTP at home, where there is no
service worker, and with one, as over HTTPS. How many taps a hand takes is counted by
``tests/browser/test_taps.py``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page

from bench.figures import Figure
from bench.game import HANDS
from bench.wire import wired
from tests.browser.network import Traffic, keeping, recording
from tests.browser.play import FIRST, SECOND, Game, started
from tests.support.browser import chromium
from tests.support.server import Server, running_scorepad


@dataclass(frozen=True)
class Bounds:
    """At most, of one view of the table with the pen; ``size`` in bytes."""

    size: int
    requests: int


# What a phone in a cellar has time for: the page, the style sheet, htmx, our script, the chart, the
# icon (decision 0049). Nearly a third of it is htmx.
FIRST_VIEW: Final = Bounds(size=45_000, requests=6)
# The page alone, measured, and a tenth. All else is kept.
SECOND_VIEW: Final = Bounds(size=9_350, requests=1)
# With the service worker, but without htmx, whose server cannot be reached; measured, and a tenth.
# At the first view it fetches all that may be needed without a network, and the page once more to
# keep it; at each view the browser asks whether there is a new worker.
FIRST_WITH_WORKER: Final = Bounds(size=62_000, requests=14)
SECOND_WITH_WORKER: Final = Bounds(size=12_000, requests=2)
# The page and the style sheet: what comes later changes nothing about where the keys are.
BEFORE_TAPS: Final = 2

# Slow enough for the page to be painted before the scripts are there: what they move is seen.
_SLOW: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 100_000,
    "uploadThroughput": 100_000,
}
# A browser without a window shows no icon, and asks for none.
_FETCH_ICON: Final = """async () => {
    const icon = await fetch(document.querySelector("link[rel=icon]").href);
    await icon.arrayBuffer();
}"""
# Requests whose answer the browser waits for before it paints the page.
_BLOCKING: Final = """() => 1 + performance.getEntriesByType("resource")
    .filter((each) => each.renderBlockingStatus === "blocking").length"""
# In shares of the screen; what follows a tap is meant to move.
_SHIFT: Final = """async () => {
    let sum = 0;
    const add = (shifts) => {
        for (const each of shifts) if (!each.hadRecentInput) sum += each.value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((done) => setTimeout(done));
    add(observer.takeRecords());
    return sum;
}"""


@dataclass(frozen=True)
class View:
    """One view of the table.

    ``before_taps``: how many requests are answered before it is painted and can be tapped;
    ``shift``: how far things moved while it came in (Cumulative Layout Shift).
    """

    traffic: Traffic
    before_taps: int
    shift: float

    @property
    def size(self) -> int:
        """All that came over the network, in bytes."""
        return self.traffic.size

    @property
    def requests(self) -> int:
        """How many requests the network has answered."""
        return len(self.traffic.asked)


def look(page: Page, address: str) -> View:
    """Open the table and wait until the page asks for nothing more."""
    slow = page.context.new_cdp_session(page)
    with recording(page) as traffic:
        slow.send("Network.enable")
        slow.send("Network.emulateNetworkConditions", _SLOW)
        page.goto(address)
        page.evaluate(_FETCH_ICON)
        traffic.wait_for("/icon.svg")
    view = View(traffic, page.evaluate(_BLOCKING), shift_on(page))
    slow.detach()
    return view


def shift_on(page: Page) -> float:
    """How far things have moved on a page since it was opened."""
    shift: float = page.evaluate(_SHIFT)
    return shift


def game_to_look_at(server: Server, hands: int = HANDS) -> Game:
    """A running game with as many hands as an evening has."""
    return started(server, hands=([FIRST, SECOND] * HANDS)[:hands], target=1000)


@contextmanager
def at_the_table(browser: Browser, game: Game) -> Iterator[Page]:
    """A phone with the pen that has seen nothing of the table yet."""
    with keeping(browser) as page:
        game.give_pen(page)
        yield page


def views() -> list[Figure]:
    """The figures of the first view, and of the second one."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_scorepad(Path(folder)) as server,
        chromium() as browser,
    ):
        game = game_to_look_at(server)
        with at_the_table(browser, game) as page:
            first = look(page, game.url)
            second = look(page, game.url)
        with_worker = _with_worker(browser, server, game)
    return [
        *_figures("first view", first, FIRST_VIEW),
        *_figures("second view", second, SECOND_VIEW),
        *with_worker,
    ]


def _with_worker(browser: Browser, server: Server, game: Game) -> list[Figure]:
    """The same with a service worker; all that goes over the wire is counted, whoever asked."""
    figures = []
    with (
        wired(server.address) as wire,
        browser.new_context(viewport={"width": 360, "height": 640}, is_mobile=True) as phone,
    ):
        page = phone.new_page()
        game.give_pen(page)
        for name, bounds, last in (
            ("first view with worker", FIRST_WITH_WORKER, ("/offline",)),
            ("second view with worker", SECOND_WITH_WORKER, ("/sw.js",)),
        ):
            wire.begin()
            page.goto(wire.address + game.path)
            wire.wait_for(last)
            figures += [
                Figure(name, wire.size / 1000, bounds.size / 1000, "KB, without htmx"),
                Figure(name, len(wire.asked), bounds.requests, "requests, without htmx"),
            ]
    return figures


def _figures(name: str, view: View, bounds: Bounds) -> list[Figure]:
    return [
        Figure(name, view.size / 1000, bounds.size / 1000, "KB over the network"),
        Figure(name, view.requests, bounds.requests, "requests"),
        Figure(name, view.before_taps, BEFORE_TAPS, "requests before it can be tapped"),
        Figure(name, view.shift * 1000, 0, "thousandths moved while it came in (CLS)"),
    ]
