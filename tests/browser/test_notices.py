"""One kind of notice, over the felt: it moves no key, and goes with a tap or with its cause."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.following import news
from tests.browser.play import FIRST, QUEEN, SECOND, key, radio, started, with_pen
from tests.support.server import Server


def test_no_notice_moves_a_key(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[FIRST, SECOND])
    with with_pen(browser, game) as page:
        queen, notice = key(page, QUEEN, "Cara"), page.locator(".notice")
        place = queen.bounding_box()
        page.locator("#quick-undo").click()
        expect(notice).to_contain_text("Hand 2 undone.")
        assert queen.bounding_box() == place
        notice.get_by_role("button", name="Close").click()
        expect(notice).to_have_count(0)
        page.locator("#quick-undo").click()
        page.locator("#quick-redo").click()
        expect(notice).to_contain_text("Hand 1 redone.")
        assert queen.bounding_box() == place
        # The next hand is begun.
        queen.click()
        expect(notice).to_have_count(0)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()


def test_what_the_phone_says_moves_none_either(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[FIRST])
    with with_pen(browser, game, provoked=[503]) as page:
        queen = key(page, QUEEN, "Cara")
        place = queen.bounding_box()
        busy = '<main id="main" class="paper"><h1>Busy</h1><p>Later.</p></main>'
        page.route(
            "**/undo", lambda route: route.fulfill(status=503, body=busy, content_type="text/html")
        )
        page.locator("#quick-undo").click()
        expect(news(page)).to_be_visible()
        assert queen.bounding_box() == place
        news(page).click()
        expect(news(page)).to_be_hidden()
