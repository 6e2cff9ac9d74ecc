"""What waits on a phone whose storage cannot be read for a while."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.outbox import (
    enter,
    expect_sent,
    hands_on,
    let_storage_fail,
    open_table,
    storage_off,
    waits,
)
from tests.browser.play import FIRST, SECOND, save, started, tap
from tests.support.browser import phone
from tests.support.server import Server

FIRST_POINTS = (5, 21, 0, 0)
SECOND_POINTS = (0, 1, 15, 10)


def test_what_waits_is_not_forgotten_while_it_cannot_be_read(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        let_storage_fail(page)
        open_table(page, game)
        page.context.set_offline(True)
        enter(page, FIRST)
        with storage_off(page.context):
            page.context.set_offline(False)
            # As it does by itself: it looks again.
            page.evaluate("() => { dispatchEvent(new Event('online')); }")
            tap(page, SECOND)
            save(page)
            expect(page.locator("#news")).to_contain_text("no room to keep the hand")
            expect(waits(page)).to_have_count(1)
            assert hands_on(game) == []
        save(page)
        expect_sent(page, 2)
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]
