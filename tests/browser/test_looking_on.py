"""Whoever has the address sees the table, and nothing to write with."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.play import (
    Hand,
    expect_clean,
    expect_hand,
    expect_totals,
    heading,
    sheet_rows,
    started,
)
from tests.browser.ways import Way, with_and_without_htmx
from tests.support.server import Server


@with_and_without_htmx
def test_another_phone_sees_and_cannot_write(browser: Browser, scorepad: Server, way: Way) -> None:
    game = started(scorepad, hands=[Hand((5, 8, 0, 0), 1)])
    with way.phone(browser) as onlooker:
        page = onlooker.page
        page.goto(game.url)
        expect_hand(page, 2)
        expect(page.locator(".deal")).to_have_text("Ben deals")
        expect_totals(page, [5, 21, 0, 0])
        expect(sheet_rows(page)).to_have_count(1)
        # Whether the screen stays on is the phone's own affair.
        written = page.locator("form, input:not([role=switch]), button, select")
        expect(written).to_have_count(0)
        expect(page.locator(".sheet a")).to_have_count(0)
        expect(page.get_by_text("Tap a hand’s number to correct it")).to_have_count(0)

        game.take_down(Hand((0, 1, 2, 10), 2))
        page.reload()
        expect_totals(page, [5, 22, 15, 10])

        page.get_by_role("link", name="Pad").click()
        expect(page.locator("a.running")).to_have_count(1)
        expect(page.get_by_role("link", name="New game")).to_have_count(0)
        page.goto(f"{game.url}/hand/1")
        expect(heading(page)).to_have_text("This phone has no pen")

        # Having looked on does not make it this phone's pad.
        page.goto(scorepad.address)
        expect(heading(page)).to_have_text("Who’s playing?")
        expect(page.get_by_label("Name of player 1", exact=True)).to_have_value("")
        expect_clean(onlooker, 403)
