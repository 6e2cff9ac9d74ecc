"""What a page that follows the game says when nobody answers it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.browser.following import KEPT, looking_on, news, questions, show
from tests.browser.play import (
    FIRST,
    expect_hand,
    open_prepared,
    save,
    started,
    take_down,
    tap,
)
from tests.browser.ways import CDN_DEAD, HTMX
from tests.support.server import Server, running_scorepad

_LATE = "this may be out of date"


def test_a_server_that_is_gone_is_told_until_it_is_back(browser: Browser, tmp_path: Path) -> None:
    with HTMX.phone(browser) as handset, HTMX.phone(browser) as other:
        writer, page = handset.page, other.page
        with running_scorepad(tmp_path) as server:
            open_prepared(writer, server)
            page.goto(writer.url)
            expect_hand(page, 1)
        expect(news(page)).to_contain_text(_LATE)
        expect(news(page)).to_be_in_viewport()
        expect_hand(page, 1)
        port = urlsplit(page.url).port
        with running_scorepad(tmp_path, options=["--port", str(port)]):
            expect(news(page)).to_be_hidden()
            expect(news(writer)).to_be_hidden()
            take_down(writer, 1, FIRST)
            expect_hand(page, 2)


def test_a_save_that_was_not_answered_is_told_until_it_is_repeated(
    browser: Browser, tmp_path: Path
) -> None:
    """That the page is out of date as well is the lesser news, and no news when it is over."""
    with HTMX.phone(browser) as handset:
        page = handset.page
        with running_scorepad(tmp_path) as server:
            open_prepared(page, server)
            tap(page, FIRST)
        save(page)
        expect(news(page)).to_contain_text(KEPT)
        with page.expect_event("requestfailed", lambda request: "seen=" in request.url):
            pass
        expect(news(page)).to_contain_text(KEPT)
        port = urlsplit(page.url).port
        with running_scorepad(tmp_path, options=["--port", str(port)]):
            with page.expect_event("requestfinished", lambda request: "seen=" in request.url):
                pass
            expect(news(page)).to_contain_text(KEPT)
            save(page)
            expect_hand(page, 2)
            expect(news(page)).to_be_hidden()


def test_a_proxy_without_its_server_is_told_too(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with looking_on(browser, game, HTMX, 502) as page:
        page.route("**?seen=*", lambda route: route.fulfill(status=502, body="Bad Gateway"))
        expect(news(page)).to_contain_text(_LATE)
        expect_hand(page, 1)
        page.unroute("**?seen=*")
        expect(news(page)).to_be_hidden()


def test_without_htmx_a_reload_shows_what_is_new(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with looking_on(browser, game, CDN_DEAD, clock=True) as page:
        asked = questions(page)
        game.take_down(FIRST)
        page.clock.run_for(10_000)
        show(page, hidden=True)
        show(page, hidden=False)
        expect_hand(page, 1)
        expect(news(page)).to_be_hidden()
        page.reload()
        expect_hand(page, 2)
        assert asked == []
