"""Seven hearts and more of five and six players: behind one more key, so that a seat is one row."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    FOUR,
    QUEEN,
    expect_totals,
    gains,
    key,
    radio,
    save,
    save_button,
    started,
    with_pen,
)
from tests.browser.ways import Way, with_and_without_htmx
from tests.support.server import Server

_SIX = (*FOUR, "Emil", "Frida")


def _more(page: Page, name: str) -> Locator:
    return page.get_by_role("radiogroup", name=f"Hearts of {name}", exact=True).locator(".more")


@with_and_without_htmx
def test_a_large_count_is_one_tap_further(browser: Browser, scorepad: Server, way: Way) -> None:
    with with_pen(browser, started(scorepad, _SIX), way) as page:
        key(page, QUEEN, "Anna").click()
        expect(key(page, "Hearts of Ben", 8)).to_be_hidden()
        _more(page, "Ben").click()
        expect(key(page, "Hearts of Ben", 6)).to_be_hidden()
        expect(key(page, "Hearts of Cara", 6)).to_be_visible()
        key(page, "Hearts of Ben", 8).click()
        key(page, "Hearts of Anna", 4).click()
        save(page)
        expect_totals(page, [16, 8, 0, 0, 0, 0])


def test_the_small_counts_come_back(browser: Browser, scorepad: Server) -> None:
    with with_pen(browser, started(scorepad, _SIX)) as page:
        _more(page, "Ben").click()
        key(page, "Hearts of Ben", 8).click()
        expect(gains(page).nth(1)).to_have_text("+8")
        key(page, "Hearts of Ben", 8).click()  # Once more: taken back.
        expect(key(page, "Hearts of Ben", 3)).to_be_visible()
        _more(page, "Ben").click()
        key(page, "Hearts of Ben", 0).click()
        expect(key(page, "Hearts of Ben", 3)).to_be_visible()
        expect(radio(page, "Hearts of Ben", 0)).to_be_checked()


def test_a_rest_of_seven_or_more_needs_no_tap(browser: Browser, scorepad: Server) -> None:
    with with_pen(browser, started(scorepad, _SIX)) as page:
        key(page, QUEEN, "Anna").click()
        for name in ("Anna", "Cara", "Dora", "Emil"):
            key(page, f"Hearts of {name}", 1).click()
        key(page, "Hearts of Frida", 0).click()
        expect(gains(page).nth(1)).to_have_text("+8")
        expect(_more(page, "Ben")).to_have_class("key more meant")
        expect(save_button(page)).to_have_text("Save hand 1")
        save(page)
        expect_totals(page, [13, 8, 1, 1, 1, 0])
