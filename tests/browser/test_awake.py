"""The screen stays on while the table is in sight, where the phone lets it; else More says why.

Chromium's own locks are counted, which it gives to whom they are permitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.following import ask_now, show
from tests.browser.play import (
    FIRST,
    Game,
    Hand,
    expect_clean,
    expect_hand,
    heading,
    sheet_rows,
    started,
    take_down,
)
from tests.browser.ways import HTMX, NO_SCRIPT, Way, with_script
from tests.support.browser import NAME_IN_THE_HOUSE, Phone
from tests.support.server import Server

_COUNT_LOCKS: Final = """
window.locks = [];
window.asked = 0;
const request = navigator.wakeLock?.request.bind(navigator.wakeLock);
if (request) navigator.wakeLock.request = async (kind) => {
    window.asked += 1;
    const lock = await request(kind);
    window.locks.push(lock);
    return lock;
};
"""
# Chromium says so of every page that comes over plain HTTP.
_PLAIN_HTTP: Final = "Cross-Origin-Opener-Policy header has been ignored"


@contextmanager
def _phone(
    browser: Browser, game: Game, way: Way = HTMX, *, scripts: str = "", pen: bool = True
) -> Iterator[Page]:
    """The table on a phone that lets pages keep its screen on."""
    with way.phone(browser) as handset:
        page = handset.page
        page.context.grant_permissions(["screen-wake-lock"])
        page.add_init_script(_COUNT_LOCKS + scripts)
        if pen:
            game.give_pen(page)
        page.goto(game.url)
        yield page
        expect_clean(handset)


def _switch(page: Page) -> Locator:
    return page.get_by_role("switch", name="Keep the screen on")


def _open_more(page: Page, game: Game) -> None:
    """Open the page that has the switch."""
    page.goto(f"{game.url}/more")
    expect(heading(page)).to_have_text("More")


def _turn(page: Page) -> None:
    page.locator(".awake label").click()


def _expect_locks(page: Page, held: int, asked: int) -> None:
    """So many locks are held now, of so many that were asked for since the page was loaded."""
    page.wait_for_function(
        "([held, asked]) => window.asked === asked"
        " && window.locks.filter((lock) => !lock.released).length === held",
        arg=[held, asked],
    )


def test_the_screen_stays_on_for_the_table_in_the_middle(
    browser: Browser, scorepad: Server
) -> None:
    with _phone(browser, started(scorepad), pen=False) as page:
        page.goto(f"{page.url}/middle")
        _expect_locks(page, 1, 1)


@pytest.mark.sample
@pytest.mark.parametrize("pen", [True, False], ids=["pen", "looking on"])
def test_the_screen_stays_on_while_the_table_is_in_sight(
    browser: Browser, scorepad: Server, *, pen: bool
) -> None:
    game = started(scorepad)
    with _phone(browser, game, pen=pen) as page:
        expect(_switch(page)).to_have_count(0)
        _expect_locks(page, 1, 1)
        if pen:
            take_down(page, 1, FIRST)
        else:
            game.take_down(FIRST)
            ask_now(page)
        # The new page needs no new lock.
        expect(sheet_rows(page)).to_have_count(1)
        _expect_locks(page, 1, 1)
        show(page, hidden=True)
        _expect_locks(page, 0, 1)
        show(page, hidden=False)
        _expect_locks(page, 1, 2)
        # Out of sight, the browser itself lets go.
        page.evaluate("locks.at(-1).release()")
        show(page, hidden=False)
        _expect_locks(page, 1, 3)


def test_after_the_end_the_screen_may_go_off(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, target=20)
    with _phone(browser, game) as page:
        _expect_locks(page, 1, 1)
        take_down(page, 1, FIRST)
        expect(heading(page)).to_contain_text("share first place")
        _expect_locks(page, 0, 1)
        # And on again with the next game.
        page.get_by_role("button", name="Rematch", exact=True).click()
        expect_hand(page, 1, "ends at 20")
        _expect_locks(page, 1, 2)


@pytest.mark.sample
@with_script
def test_who_turns_it_off_has_it_off_for_good(browser: Browser, scorepad: Server, way: Way) -> None:
    game = started(scorepad)
    with _phone(browser, game, way) as page:
        _open_more(page, game)
        expect(_switch(page)).to_be_checked()
        _expect_locks(page, 1, 1)
        _turn(page)
        _expect_locks(page, 0, 1)
        page.goto(game.url)
        take_down(page, 1, FIRST)
        _expect_locks(page, 0, 0)
        _open_more(page, game)
        expect(_switch(page)).not_to_be_checked()
        _expect_locks(page, 0, 0)
        _turn(page)
        _expect_locks(page, 1, 1)
        page.goto(game.url)
        _expect_locks(page, 1, 1)
        _open_more(page, game)
        expect(_switch(page)).to_be_checked()


def _expect_refused(page: Page) -> None:
    expect(_switch(page)).not_to_be_checked()
    expect(page.locator(".awake")).to_contain_text("Your phone won’t keep the screen on")


def _expect_on(page: Page) -> None:
    expect(_switch(page)).to_be_checked()
    expect(page.locator(".awake .hint")).to_be_hidden()


@contextmanager
def _refusing(browser: Browser, address: str) -> Iterator[Page]:
    """A phone that permits no lock, such as one that saves its battery."""
    with HTMX.phone(browser) as handset:
        page = handset.page
        # What is not granted is denied: of itself, Chromium permits it where it has windows.
        page.context.grant_permissions([])
        page.add_init_script(_COUNT_LOCKS)
        page.goto(address)
        _expect_locks(page, 0, 1)
        yield page
        expect_clean(handset)


def _permit(page: Page) -> None:
    page.context.grant_permissions(["screen-wake-lock"])


def test_refused_lock_is_told_and_asked_for_when_seen(browser: Browser, scorepad: Server) -> None:
    with _refusing(browser, f"{started(scorepad).url}/more") as page:
        _expect_refused(page)
        show(page, hidden=False)
        _expect_locks(page, 0, 2)
        _expect_refused(page)
        _permit(page)
        show(page, hidden=False)
        _expect_locks(page, 1, 3)
        _expect_on(page)


def test_lock_lost_in_sight_is_asked_for_again(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with _phone(browser, game) as page:
        _open_more(page, game)
        _expect_locks(page, 1, 1)
        page.evaluate("locks.at(-1).release()")
        _expect_locks(page, 1, 2)
        _expect_on(page)


def _expect_told(handset: Phone, table: str, why: str) -> None:
    """More says why where the switch would be, and in the middle that is said until it is read."""
    page = handset.page
    hint = page.locator(".awake .hint")
    for _ in range(2):
        page.goto(f"{table}/more")
        expect(hint).to_contain_text(why)
        expect(hint).to_contain_text("in your phone’s settings")
        expect(_switch(page)).to_have_count(0)
    page.goto(f"{table}/middle")
    expect(hint).to_contain_text(why)
    page.get_by_role("button", name="Got it").click()
    expect(hint).to_be_hidden()
    page.reload()
    expect(page.locator(".awake")).to_be_attached()
    expect(page.locator(".awake")).to_be_hidden()
    assert [error for error in handset.errors if _PLAIN_HTTP not in error] == []


def test_without_https_the_page_says_so(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        table = started(scorepad).url.replace("127.0.0.1", NAME_IN_THE_HOUSE)
        handset.page.goto(f"{table}/more")
        assert not handset.page.evaluate("isSecureContext")
        how = handset.page.locator(".awake .hint").get_by_role("link")
        expect(how).to_have_attribute("href", re.compile("/docs/https.md$"))
        _expect_told(handset, table, "Only over HTTPS can a page keep the screen on")


def test_without_script_there_is_no_switch(browser: Browser, scorepad: Server) -> None:
    with NO_SCRIPT.phone(browser) as handset:
        handset.page.goto(f"{started(scorepad, hands=[Hand((5, 8, 0, 0), 1)]).url}/more")
        expect(_switch(handset.page)).to_have_count(0)
        expect(handset.page.locator(".awake")).to_be_hidden()
        expect_clean(handset)
