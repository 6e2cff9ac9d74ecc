"""What was tapped and not saved yet outlives whatever happens to the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import (
    FIRST,
    SECOND,
    Game,
    expect_hand,
    save,
    save_button,
    sheet_rows,
    started,
    tap,
    tapped,
    with_pen,
)
from tests.support.keys import key_selector
from tests.support.server import Server


def _expect_the_taps(page: Page, game: Game) -> None:
    """Those of the second hand, as they were."""
    assert page.url == game.url
    expect(tapped(page)).to_have_count(3)
    expect(page.locator(key_selector("cards_QS-2"))).to_be_checked()
    expect(page.locator(key_selector("hearts_3-10"))).to_be_checked()
    expect(save_button(page)).to_have_text("1 more ♥")
    # What cannot be any more is as faint as it was.
    expect(page.locator(key_selector("hearts_0-3"))).to_be_disabled()


def test_it_is_there_again_until_it_is_saved(browser: Browser, scorepad: Server) -> None:
    """After a reload, a look at another page, and one at the pad and back."""
    game = started(scorepad, hands=[FIRST])
    with with_pen(browser, game) as page:
        for button in ("cards_QS-2", "hearts_2-2", "hearts_3-10"):
            page.locator("label.key", has=page.locator(key_selector(button))).click()
        page.reload()
        _expect_the_taps(page, game)
        page.get_by_role("link", name="More").click()
        page.get_by_role("link", name="‹ Table").click()
        _expect_the_taps(page, game)
        page.get_by_role("link", name="‹ Pad").click()
        page.wait_for_url("**/")
        page.go_back()
        _expect_the_taps(page, game)
        page.locator("label.key", has=page.locator(key_selector("hearts_1-1"))).click()
        save(page)
        expect_hand(page, 3)
        page.reload()
        expect(sheet_rows(page)).to_have_count(2)
        expect(tapped(page)).to_have_count(0)
        expect(page.locator(".draft")).to_have_count(0)


@pytest.mark.parametrize("answer", ["Bring it back", "Discard"])
def test_after_the_game_went_on_it_is_offered(table: Page, game: Game, answer: str) -> None:
    tap(table, SECOND)
    game.take_down(FIRST)
    table.reload()
    expect_hand(table, 2)
    expect(tapped(table)).to_have_count(0)
    table.get_by_role("button", name=answer).click()
    expect(tapped(table)).to_have_count(4 if answer == "Bring it back" else 0)
    expect(table.locator(".draft")).to_have_count(0)
    table.reload()
    expect_hand(table, 2)
    expect(table.locator(".draft")).to_have_count(0)
