"""The field of a note."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.play import started, with_pen
from tests.support.server import Server


def test_it_is_as_high_as_its_rows(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game) as page:
        page.goto(f"{game.url}/note")
        height, line = page.locator("#note").evaluate(
            "field => [field.clientHeight, parseFloat(getComputedStyle(field).lineHeight)]"
        )
        assert height >= 4 * line
