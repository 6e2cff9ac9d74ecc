"""The server goes away in mid-game, as it does on the laptop in the next room."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.browser.play import (
    QUEEN,
    Hand,
    expect_hand,
    expect_totals,
    open_prepared,
    radio,
    save,
    sheet_rows,
    tap,
    tapped,
)
from tests.browser.ways import HTMX
from tests.support.server import running_scorepad


def test_a_hand_outlives_the_server(browser: Browser, tmp_path: Path) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        with running_scorepad(tmp_path) as server:
            table = open_prepared(page, server, hands=[Hand((5, 8, 0, 0), 1)]).url
            tap(page, Hand((0, 1, 2, 10), 2))
        chosen = tapped(page).count()
        save(page)
        news = page.locator("#news")
        expect(news).to_be_visible()
        expect(news).to_contain_text("What you entered is still here")
        expect(news).to_be_in_viewport()
        expect(tapped(page)).to_have_count(chosen)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        expect(radio(page, "Hearts of Dora", 10)).to_be_checked()
        assert page.url == table

        port = urlsplit(table).port
        with running_scorepad(tmp_path, options=["--port", str(port)]):
            save(page)
            expect_hand(page, 3)
            expect(sheet_rows(page)).to_have_count(2)
            expect_totals(page, [5, 22, 15, 10])
            expect(news).to_be_hidden()
        assert handset.strangers == []
