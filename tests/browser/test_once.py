"""Double taps, reloads, the way back: a hand is stored once, and none is lost."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.outbox import saved
from tests.browser.play import (
    FIRST,
    SECOND,
    expect_hand,
    expect_totals,
    sheet_rows,
    started,
    take_down,
    tap,
    tapped,
    with_pen,
)
from tests.browser.ways import Way, with_and_without_htmx
from tests.support.server import Server

_AFTER_FIRST = [5, 21, 0, 0]
_AFTER_BOTH = [5, 22, 15, 10]


def _expect_first_hand_only(page: Page) -> None:
    expect_hand(page, 2)
    expect(saved(page)).to_have_count(1)
    expect(saved(page).locator("td b")).to_have_text([str(total) for total in _AFTER_FIRST])


@with_and_without_htmx
def test_a_double_click_or_a_reload_saves_nothing_more(
    browser: Browser, scorepad: Server, way: Way
) -> None:
    with with_pen(browser, started(scorepad), way) as page:
        tap(page, FIRST)
        page.get_by_role("button", name="Save hand 1").dblclick()
        _expect_first_hand_only(page)
        page.reload()
        _expect_first_hand_only(page)
        expect(tapped(page)).to_have_count(0)
        take_down(page, 2, SECOND)
        page.reload()
        expect(sheet_rows(page)).to_have_count(2)
        expect_totals(page, _AFTER_BOTH)


@with_and_without_htmx
def test_the_way_back_after_a_save(browser: Browser, scorepad: Server, way: Way) -> None:
    """Back from the table is the page before it, and both are up to date."""
    with with_pen(browser, started(scorepad), way) as page:
        table = page.url
        page.goto(scorepad.address)
        page.locator("a.running").click()
        take_down(page, 1, FIRST)
        page.go_back()
        if page.url == table:  # Without htmx, a browser may keep the page before the save.
            _expect_first_hand_only(page)
            # Chromium fills in again what was tapped: a tap on Save would double the hand.
            expect(tapped(page)).to_have_count(0)
            page.go_back()
        expect(page.locator("a.running .standing")).to_contain_text("Ben 21")
        page.go_forward()
        _expect_first_hand_only(page)
        expect(tapped(page)).to_have_count(0)
        take_down(page, 2, SECOND)
        expect_totals(page, _AFTER_BOTH)
