"""What a page that follows the game says when the server is gone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.following import news
from tests.browser.play import (
    FIRST,
    SECOND,
    expect_hand,
    sit_down,
    started,
    take_down,
)
from tests.browser.ways import HTMX
from tests.support.server import running_scorepad

_LATE = "No connection, as of "


def _note(page: Page) -> Locator:
    return page.locator(".scene .note")


@pytest.mark.slow
def test_a_server_that_is_gone_is_told_until_it_is_back(browser: Browser, tmp_path: Path) -> None:
    with HTMX.phone(browser) as handset, HTMX.phone(browser) as other:
        writer, page = handset.page, other.page
        with running_scorepad(tmp_path) as server:
            sit_down(writer, started(server, hands=[FIRST]))
            page.goto(writer.url)
            expect_hand(page, 2)
        expect(_note(page)).to_contain_text(_LATE)
        expect(_note(page)).to_be_in_viewport()
        # In place of undo, which needs the server; nothing else is where it was not.
        expect(writer.locator(".scene button")).to_be_hidden()
        expect(news(page)).to_be_hidden()
        expect_hand(page, 2)
        port = urlsplit(page.url).port
        with running_scorepad(tmp_path, options=["--port", str(port)]):
            expect(_note(page)).to_have_count(0)
            expect(_note(writer)).to_have_count(0)
            expect(writer.locator(".scene button")).to_be_visible()
            take_down(writer, 2, SECOND)
            expect_hand(page, 3)
