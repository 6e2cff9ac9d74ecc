"""htmx's own server accepts and never answers, or late: our own scripts wait for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.play import (
    FIRST,
    QUEEN,
    Game,
    heading,
    key,
    save,
    sheet_rows,
    started,
    tap,
)
from tests.support.browser import HTMX_ADDRESS, HTMX_FILE, HTMX_HEADERS
from tests.support.server import Server


@contextmanager
def hanging(browser: Browser, game: Game) -> Iterator[tuple[Page, list[Route]]]:
    """The table on a phone that waits for htmx, and what it waits for."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640},
        is_mobile=True,
        has_touch=True,
        service_workers="block",
    )
    try:
        page = context.new_page()
        held: list[Route] = []
        page.route(HTMX_ADDRESS, lambda route: held.append(route))
        game.give_pen(page)
        # A script that does not come puts off the load event.
        page.goto(game.url, wait_until="domcontentloaded")
        yield page, held
    finally:
        context.close()


def test_a_hand_is_saved_before_htmx_comes(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with hanging(browser, game) as (page, held):
        # A second tap takes a key back only with our script.
        key(page, QUEEN, "Cara").click()
        key(page, QUEEN, "Cara").click()
        expect(page.locator("form.entry :checked:not([value=''])")).to_have_count(0)
        tap(page, FIRST)
        save(page)
        expect(sheet_rows(page)).to_have_count(1)
        assert not page.evaluate("Boolean(window.htmx)")
        (route,) = held
        route.fulfill(headers=HTMX_HEADERS, body=HTMX_FILE.read_bytes())
        # Late, it follows the game, and puts answers in place.
        page.wait_for_function("window.htmx && document.querySelector('[data-htmx-powered]')")
        page.evaluate("window.same = true")
        game.take_down(FIRST)
        expect(sheet_rows(page)).to_have_count(2)
        page.locator(".undo-corner").first.click()
        expect(heading(page)).to_contain_text("Hand 2")
        assert page.evaluate("window.same")
