"""Phones that look on at a table, and what their pages ask by themselves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page

from tests.browser.play import Game
from tests.browser.ways import HTMX, Way

KEPT = "What you entered is still here"


@contextmanager
def looking_on(
    browser: Browser, table: Page | Game, way: Way = HTMX, *provoked: int, clock: bool = False
) -> Iterator[Page]:
    """The same table on a phone without the pen; with ``clock``, its time stands still."""
    with way.page(browser, *provoked, fresh=clock) as page:
        if clock:
            page.clock.install()
        page.goto(table.url)
        if clock:
            page.clock.pause_at(time.time() + 10)
        yield page


def questions(page: Page) -> list[str]:
    """The addresses asked for what is new from now on."""
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "seen=" in request.url else None
    )
    return asked


def news(page: Page) -> Locator:
    """What the page says by itself above everything else."""
    return page.locator("#news")


def show(page: Page, *, hidden: bool) -> None:
    """Let the page believe that it was put away or is back; headless, it is always in sight."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
        }""",
        hidden,
    )


def ask_now(page: Page) -> None:
    """Let the page ask at once, as a phone that is in reach again."""
    page.evaluate("dispatchEvent(new Event('online'))")


def answered(page: Page, act: Callable[[], object]) -> None:
    """Do something that makes the page ask, and let it have its answer."""
    with page.expect_event("requestfinished", lambda request: "seen=" in request.url):
        act()
