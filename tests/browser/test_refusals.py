"""What cannot be saved is refused with a reason, and nothing that was tapped is lost."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.play import (
    QUEEN,
    Game,
    expect_hand,
    expect_totals,
    key,
    radio,
    save,
    tapped,
    with_pen,
)
from tests.browser.ways import Way, with_and_without_htmx


@with_and_without_htmx
def test_an_incomplete_hand(browser: Browser, game: Game, way: Way) -> None:
    with with_pen(browser, game, way, provoked=[422]) as page:
        address = page.url
        key(page, QUEEN, "Ben").click()
        key(page, "Hearts of Anna", 8).click()
        key(page, "Hearts of Dora", 3).click()
        save(page)
        expect(page.get_by_text("Not saved: 2 ♥ still to place.")).to_be_visible()
        expect(radio(page, QUEEN, "Ben")).to_be_checked()
        expect(radio(page, "Hearts of Anna", 8)).to_be_checked()
        expect(radio(page, "Hearts of Dora", 3)).to_be_checked()
        if way.javascript:
            expect(radio(page, "Hearts of Ben", 3)).to_be_disabled()
        expect(tapped(page).and_(page.locator(".hearts [name]:checked"))).to_have_count(2)
        assert page.url == address
        key(page, "Hearts of Cara", 2).click()
        # What was missing is there: nothing says any more that it is not.
        said = 0 if way.javascript else 1
        expect(page.get_by_text("Not saved")).to_have_count(said)
        save(page)
        expect_hand(page, 2)
        expect_totals(page, [8, 13, 2, 3])
        expect(page.get_by_text("Not saved")).to_have_count(0)
        expect(page.locator(".hearts [name]:checked")).to_have_count(0)
        assert page.url == address
