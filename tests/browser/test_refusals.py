"""What cannot be saved is refused with a reason, and nothing that was tapped is lost."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.play import (
    QUEEN,
    at_table,
    choose_dealer,
    dealer,
    expect_clean,
    expect_hand,
    expect_totals,
    fill_in_names,
    key,
    name_field,
    press_start,
    radio,
    save,
    sheet_rows,
    start_button,
    tapped,
)
from tests.browser.ways import Way, all_ways, with_and_without_htmx
from tests.support.server import Server


@all_ways
def test_an_incomplete_hand(browser: Browser, scorepad: Server, way: Way) -> None:
    with at_table(browser, scorepad, way, provoked=[422]) as page:
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
        save(page)
        expect_hand(page, 2)
        expect_totals(page, [8, 13, 2, 3])
        expect(page.get_by_text("Not saved")).to_have_count(0)
        expect(page.locator(".hearts [name]:checked")).to_have_count(0)
        assert page.url == address


@with_and_without_htmx
def test_a_game_that_cannot_start(browser: Browser, scorepad: Server, way: Way) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        page.goto(f"{scorepad.address}/new")
        fill_in_names(page, ["Anna", "Ben", "anna", "Dora"])
        choose_dealer(page, 3)
        start_button(page).click()
        expect(page.locator(".alert.fault")).to_have_text(
            "Two players are called \u2068anna\u2069."
        )
        expect(name_field(page, 3)).to_have_value("Dora")
        expect(page.locator(".players .dealer input").nth(3)).to_be_checked()
        assert page.url == f"{scorepad.address}/new"
        name_field(page, 2).fill("Cara")
        press_start(page)
        expect(dealer(page)).to_contain_text("Dora")
        expect(sheet_rows(page)).to_have_count(0)
        expect_clean(handset, 422)
