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

from tests.browser.following import show
from tests.browser.play import (
    FIRST,
    Game,
    expect_hand,
    heading,
    started,
    take_down,
)
from tests.browser.ways import HTMX
from tests.support.browser import NAME_IN_THE_HOUSE
from tests.support.server import Server

_COUNT_LOCKS: Final = """
window.locks = [];
window.answered = 0;
const request = navigator.wakeLock?.request.bind(navigator.wakeLock);
if (request) navigator.wakeLock.request = async (kind) => {
    try {
        const lock = await request(kind);
        window.locks.push(lock);
        return lock;
    } finally {
        window.answered += 1;
    }
};
"""
# Chromium says so of every page that comes over plain HTTP.
_PLAIN_HTTP: Final = "Cross-Origin-Opener-Policy header has been ignored"


@contextmanager
def _phone(browser: Browser, game: Game, page_of: str = "", *, pen: bool = True) -> Iterator[Page]:
    """A page of the table on a phone that lets pages keep its screen on."""
    with HTMX.page(browser) as page:
        page.context.grant_permissions(["screen-wake-lock"])
        page.add_init_script(_COUNT_LOCKS)
        if pen:
            game.give_pen(page)
        page.goto(f"{game.url}{page_of}")
        yield page


def _switch(page: Page) -> Locator:
    return page.get_by_role("switch", name="Keep the screen on")


def _open_more(page: Page, game: Game) -> None:
    """Open the page that has the switch."""
    page.goto(f"{game.url}/more")
    expect(heading(page)).to_have_text("More")


def _turn(page: Page) -> None:
    page.locator(".awake label").click()


def _expect_locks(page: Page, held: int, answered: int) -> None:
    """So many locks are held now; so many requests were answered since the page was loaded."""
    page.wait_for_function(
        "([held, answered]) => window.answered === answered"
        " && window.locks.filter((lock) => !lock.released).length === held",
        arg=[held, answered],
    )


@pytest.mark.parametrize("pen", [True, False], ids=["pen", "looking on"])
def test_the_screen_stays_on_while_the_table_is_in_sight(
    browser: Browser, scorepad: Server, *, pen: bool
) -> None:
    game = started(scorepad, target=20)
    with _phone(browser, game, "" if pen else "/middle", pen=pen) as page:
        _expect_locks(page, 1, 1)
        show(page, hidden=True)
        _expect_locks(page, 0, 1)
        show(page, hidden=False)
        _expect_locks(page, 1, 2)
        # Lost in sight, it is asked for again.
        page.evaluate("locks.at(-1).release()")
        _expect_locks(page, 1, 3)
        if not pen:
            return
        # After the end the screen may go off; it is on again with the next game.
        take_down(page, 1, FIRST)
        expect(heading(page)).to_contain_text("share first place")
        _expect_locks(page, 0, 3)
        page.get_by_role("button", name="Rematch", exact=True).click()
        expect_hand(page, 1, "ends at 20")
        _expect_locks(page, 1, 4)


def test_turned_off_it_stays_off(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with _phone(browser, game, "/more") as page:
        expect(_switch(page)).to_be_checked()
        _expect_locks(page, 1, 1)
        _turn(page)
        _expect_locks(page, 0, 1)
        page.goto(game.url)
        take_down(page, 1, FIRST)
        _expect_locks(page, 0, 0)
        _open_more(page, game)
        expect(_switch(page)).not_to_be_checked()
        _turn(page)
        _expect_locks(page, 1, 1)
        page.goto(game.url)
        _expect_locks(page, 1, 1)


def _expect_refused(page: Page) -> None:
    expect(_switch(page)).not_to_be_checked()
    expect(page.locator(".awake")).to_contain_text("Your phone won’t keep the screen on")


def test_refused_lock_is_told_and_asked_for_when_seen(browser: Browser, scorepad: Server) -> None:
    with HTMX.page(browser) as page:
        # What is not granted is denied: of itself, Chromium permits it where it has windows.
        page.context.grant_permissions([])
        page.add_init_script(_COUNT_LOCKS)
        page.goto(f"{started(scorepad).url}/more")
        _expect_locks(page, 0, 1)
        _expect_refused(page)
        show(page, hidden=False)
        _expect_locks(page, 0, 2)
        _expect_refused(page)
        page.context.grant_permissions(["screen-wake-lock"])
        show(page, hidden=False)
        _expect_locks(page, 1, 3)
        expect(_switch(page)).to_be_checked()
        expect(page.locator(".awake .hint")).to_be_hidden()


@pytest.mark.slow
def test_without_https_the_page_says_so(browser: Browser, scorepad: Server) -> None:
    """More does where the switch would be; in the middle it is said until it is read."""
    with HTMX.phone(browser) as handset:
        page = handset.page
        table = started(scorepad).url.replace("127.0.0.1", NAME_IN_THE_HOUSE)
        why = "Only over HTTPS can a page keep the screen on"
        hint = page.locator(".awake .hint")
        page.goto(f"{table}/more")
        assert not page.evaluate("isSecureContext")
        expect(hint).to_contain_text(why)
        expect(hint.get_by_role("link")).to_have_attribute("href", re.compile("/docs/https.md$"))
        expect(_switch(page)).to_have_count(0)
        page.goto(f"{table}/middle")
        expect(hint).to_contain_text(why)
        page.get_by_role("button", name="Got it").click()
        expect(hint).to_be_hidden()
        page.reload()
        expect(page.locator(".awake")).to_be_attached()
        expect(page.locator(".awake")).to_be_hidden()
        assert [error for error in handset.errors if _PLAIN_HTTP not in error] == []
