"""While a page comes in over a slow network, nothing on it moves away from a thumb."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, Page

from tests.browser.network import recording
from tests.browser.play import FIRST, SECOND, started
from tests.browser.ways import HTMX
from tests.support.server import Server

# Slow enough for the page to be painted before the scripts are there: what they move is seen.
_SLOW: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 100_000,
    "uploadThroughput": 100_000,
}
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


def shift_of_a_late_line(page: Page) -> float:
    page.locator("main").evaluate("main => main.prepend(document.createElement('hr'))")
    shift: float = page.evaluate(_SHIFT)
    return shift


def test_nothing_on_a_table_moves_while_it_loads(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[FIRST, SECOND] * 8, target=1000)
    # Nothing is on the phone yet.
    with HTMX.page(browser, fresh=True) as page:
        game.give_pen(page)
        network = page.context.new_cdp_session(page)
        with recording(page) as traffic:
            network.send("Network.enable")
            network.send("Network.emulateNetworkConditions", _SLOW)
            page.goto(game.url)
            traffic.wait_for("/scorepad.js")
        assert page.evaluate(_SHIFT) == 0
        # For half a second after a page has got its size, browsers do not count what moves.
        assert any(shift_of_a_late_line(page) > 0 for _ in range(50))
