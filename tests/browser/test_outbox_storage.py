"""The outbox on a phone whose storage is off or full, slow or silent, or was cleared."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.outbox import (
    FIRST_POINTS,
    SECOND_POINTS,
    THIRD,
    THIRD_POINTS,
    at_home,
    enter,
    expect_sent,
    hands_on,
    held_storage,
    let_storage_fail,
    offline_phone,
    open_table,
    standing_clock,
    storage_off,
    taps,
    waits,
)
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    radio,
    save,
    sheet_rows,
    started,
    tap,
)
from tests.support.browser import phone
from tests.support.server import Server

# In milliseconds: more than the outbox has with a database that does not answer.
_PATIENCE = 3000


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


def test_a_phone_without_room_says_so_and_keeps_the_entry(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        session = page.context.new_cdp_session(page)
        origin = at_home(game).partition("/pad/")[0]
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
        tap(page, FIRST)
        save(page)
        expect(page.locator("#news")).to_contain_text("no room to keep the hand")
        expect(radio(page, QUEEN, "Ben")).to_be_checked()
        expect(waits(page)).to_have_count(0)
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        save(page)
        expect(waits(page)).to_have_count(1)
        page.context.set_offline(False)
        expect_sent(page, 1)


def test_hand_stays_on_the_entry_while_it_is_being_kept(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        with held_storage(page), standing_clock(page):
            tap(page, SECOND)
            save(page)
            save(page)
            expect(page.locator("form.entry.saving")).to_be_visible()
            expect(radio(page, QUEEN, "Cara")).to_be_checked()
            expect(waits(page)).to_have_count(1)
        expect(waits(page)).to_have_count(2)
        expect(taps(page)).to_have_count(0)
        enter(page, THIRD)
        page.context.set_offline(False)
        expect_sent(page, 3)
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS, THIRD_POINTS]


@pytest.mark.slow
def test_what_cannot_be_kept_is_told_and_stays(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        with held_storage(page), standing_clock(page):
            tap(page, SECOND)
            save(page)
            expect(page.locator("form.entry.saving")).to_be_visible()
            page.clock.run_for(_PATIENCE)
            expect(page.locator("#news")).to_contain_text("no room to keep the hand")
            expect(radio(page, QUEEN, "Cara")).to_be_checked()
            expect(radio(page, "Hearts of Dora", 10)).to_be_checked()
        # Whether or not a slow phone has kept it after all, it is the same hand.
        save(page)
        expect(waits(page)).to_have_count(2)
        expect(taps(page)).to_have_count(0)
        page.context.set_offline(False)
        expect_sent(page, 2)
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]


@pytest.mark.slow
def test_a_database_that_never_answers_stands_in_nobodys_way(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        page.add_init_script("indexedDB.open = () => ({});")
        game.give_pen(page)
        page.goto(game.url)
        tap(page, FIRST)
        save(page)
        expect(sheet_rows(page)).to_have_count(1)
        assert hands_on(game) == [FIRST_POINTS]


@pytest.mark.slow
def test_what_was_cleared_is_kept_again(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        session = page.context.new_cdp_session(page)
        origin = at_home(game).partition("/pad/")[0]
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
        tap(page, SECOND)
        save(page)
        expect(taps(page)).to_have_count(0)
        page.context.set_offline(False)
        expect_sent(page, 2)
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]
