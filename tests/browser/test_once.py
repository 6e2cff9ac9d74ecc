"""Double taps, reloads, the way back, two tabs: a hand is stored once, and none is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    FIRST,
    SECOND,
    at_table,
    expect_clean,
    expect_hand,
    expect_totals,
    fill_in_names,
    save,
    sheet_rows,
    start_button,
    started,
    take_down,
    tap,
    tapped,
    with_pen,
)
from tests.browser.ways import HTMX, Way, with_and_without_htmx
from tests.support.server import Server

_AFTER_FIRST = [5, 21, 0, 0]
_AFTER_BOTH = [5, 22, 15, 10]


def _expect_first_hand_only(page: Page) -> None:
    expect_hand(page, 2)
    saved = page.locator(".sheet tbody tr:not(.waiting)")
    expect(saved).to_have_count(1)
    expect(saved.locator("td b")).to_have_text([str(total) for total in _AFTER_FIRST])


def _tapped(page: Page) -> Locator:
    return tapped(page).and_(page.locator(".taker [name]:checked, .hearts [name]:checked"))


@pytest.mark.sample
@with_and_without_htmx
def test_neither_a_double_click_nor_a_reload_saves_anew(
    browser: Browser, scorepad: Server, way: Way
) -> None:
    with at_table(browser, scorepad, way) as page:
        tap(page, FIRST)
        page.get_by_role("button", name="Save hand 1").dblclick()
        _expect_first_hand_only(page)
        page.reload()
        _expect_first_hand_only(page)
        expect(_tapped(page)).to_have_count(0)
        take_down(page, 2, SECOND)
        page.reload()
        expect(sheet_rows(page)).to_have_count(2)
        expect_totals(page, _AFTER_BOTH)


def test_a_double_click_on_start_starts_one_game(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        fill_in_names(page)
        start_button(page).dblclick()
        expect_hand(page, 1)
        page.goto(scorepad.address)
        expect(page.locator("a.running")).to_have_count(1)
        expect_clean(handset)


@pytest.mark.sample
@with_and_without_htmx
def test_the_way_back_after_a_save(browser: Browser, scorepad: Server, way: Way) -> None:
    """Back from the table is the page before it, and both are up to date."""
    with at_table(browser, scorepad, way) as page:
        table = page.url
        page.goto(scorepad.address)
        page.locator("a.running").click()
        take_down(page, 1, FIRST)
        page.go_back()
        if page.url == table:  # Without htmx, a browser may keep the page before the save.
            _expect_first_hand_only(page)
            # Chromium fills in again what was tapped: a tap on Save would double the hand.
            expect(_tapped(page)).to_have_count(0)
            page.go_back()
        expect(page.locator("a.running .standing")).to_contain_text("Ben 21")
        page.go_forward()
        _expect_first_hand_only(page)
        expect(_tapped(page)).to_have_count(0)
        take_down(page, 2, SECOND)
        expect_totals(page, _AFTER_BOTH)


def test_the_second_tab_says_what_the_first_one_did(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game, provoked=[409]) as page:
        # An entry that is being tapped is not replaced by what the other one did.
        tap(page, SECOND)
        game.take_down(FIRST)
        save(page)
        expect(page.get_by_role("alert")).to_contain_text("This phone already saved hand 1")
        assert page.url == game.url
        _expect_first_hand_only(page)
        page.get_by_role("button", name="Mine is hand 2").click()
        expect(sheet_rows(page)).to_have_count(2)
        expect_totals(page, _AFTER_BOTH)
        expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)
        page.reload()
        expect(sheet_rows(page)).to_have_count(2)
        expect_totals(page, _AFTER_BOTH)
