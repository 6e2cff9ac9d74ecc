"""What was tapped and not saved yet outlives whatever happens to the page."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    FIRST,
    SECOND,
    Game,
    expect_hand,
    expect_totals,
    save,
    save_button,
    sheet_rows,
    started,
    tap,
    with_pen,
)
from tests.browser.ways import Way, with_script
from tests.support.keys import key_selector
from tests.support.server import Server


def _taps(page: Page) -> Locator:
    return page.locator("form.entry :is(.taker, .counts) [name]:checked")


def _expect_the_taps(page: Page, game: Game) -> None:
    """Those of the second hand, as they were."""
    assert page.url == game.url
    expect(_taps(page)).to_have_count(3)
    expect(page.locator(key_selector("cards_QS-2"))).to_be_checked()
    expect(page.locator(key_selector("hearts_3-10"))).to_be_checked()
    expect(save_button(page)).to_have_text("1 more ♥")
    # What cannot be any more is as faint as it was.
    expect(page.locator(key_selector("hearts_0-3"))).to_be_disabled()


@with_script
def test_it_is_there_again(browser: Browser, scorepad: Server, way: Way) -> None:
    """After a reload, a look at another page, and one at the pad and back."""
    game = started(scorepad, hands=[FIRST])
    with with_pen(browser, game, way) as page:
        for button in ("cards_QS-2", "hearts_2-2", "hearts_3-10"):
            page.locator("label.key", has=page.locator(key_selector(button))).click()
        page.reload()
        _expect_the_taps(page, game)
        page.get_by_role("link", name="More").click()
        page.get_by_role("link", name="History").click()
        page.get_by_role("link", name="‹ Table").click()
        _expect_the_taps(page, game)
        page.get_by_role("link", name="‹ Pad").click()
        page.wait_for_url("**/")
        page.go_back()
        _expect_the_taps(page, game)


@with_script
def test_what_was_saved_does_not_come_back(browser: Browser, scorepad: Server, way: Way) -> None:
    game = started(scorepad)
    with with_pen(browser, game, way) as page:
        tap(page, FIRST)
        save(page)
        expect_hand(page, 2)
        page.reload()
        expect(sheet_rows(page)).to_have_count(1)
        expect(_taps(page)).to_have_count(0)
        expect(page.locator(".draft")).to_have_count(0)


def test_after_the_game_went_on_it_is_offered(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game) as page:
        tap(page, SECOND)
        game.take_down(FIRST)
        page.reload()
        expect_hand(page, 2)
        expect(_taps(page)).to_have_count(0)
        page.get_by_role("button", name="Bring it back").click()
        expect(_taps(page)).to_have_count(4)
        expect(page.locator(".draft")).to_have_count(0)
        save(page)
        expect_hand(page, 3)
        expect_totals(page, [5, 22, 15, 10])


def test_an_offer_can_be_declined(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game) as page:
        tap(page, SECOND)
        game.take_down(FIRST)
        page.reload()
        page.get_by_role("button", name="Discard").click()
        expect(page.locator(".draft")).to_have_count(0)
        page.reload()
        expect_hand(page, 2)
        expect(page.locator(".draft")).to_have_count(0)
        expect(_taps(page)).to_have_count(0)
