"""What is worth a moment, on all phones, and what is said before the end."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.following import ask_now
from tests.browser.play import (
    FIRST,
    Hand,
    at_table,
    expect_clean,
    expect_hand,
    expect_totals,
    heading,
    open_prepared,
    save,
    save_button,
    sheet_rows,
    tap,
)
from tests.browser.ways import HTMX
from tests.support.browser import phone
from tests.support.server import Server

_MOON = Hand((0, 13, 0, 0), 1)
_MIDDLE = Hand((4, 4, 5, 0), 3)


def test_a_moon_has_its_moment_on_all_phones(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as writing, HTMX.phone(browser) as looking:
        open_prepared(writing.page, scorepad)
        looking.page.goto(writing.page.url)
        entry = writing.page.locator("form.entry")
        place = entry.bounding_box()
        tap(writing.page, _MOON)
        save(writing.page)
        sheet_rows(writing.page).wait_for()
        ask_now(looking.page)
        for handset in (writing, looking):
            expect(handset.page.locator(".picture .moment")).to_have_text(
                re.compile("^Moon for .Ben.!$")
            )
        assert entry.bounding_box() == place
        tap(writing.page, _MIDDLE)
        save(writing.page)
        expect_hand(writing.page, 3)
        ask_now(looking.page)
        for handset in (writing, looking):
            expect_hand(handset.page, 3)
            expect(handset.page.locator(".moment")).to_have_count(0)
            expect_clean(handset)


def test_a_moment_moves_only_for_those_who_want_it(browser: Browser, scorepad: Server) -> None:
    with phone(browser) as handset:
        page = handset.page
        open_prepared(page, scorepad, hands=[_MOON])
        animation = "(moment) => getComputedStyle(moment).animationName"
        assert page.locator(".moment").evaluate(animation) == "moment"
        page.emulate_media(reduced_motion="reduce")
        assert page.locator(".moment").evaluate(animation) == "none"


def test_what_ends_the_game_says_so_on_save(browser: Browser, scorepad: Server) -> None:
    """Without moving anything; after a rematch, what was said of the old end is gone."""
    with at_table(browser, scorepad, target=20, hands=[_MIDDLE]) as page:
        page.set_viewport_size({"width": 360, "height": 640})
        place = save_button(page).bounding_box()
        tap(page, Hand((3, 3, 0, 7), 3))
        ending = page.locator("#ending")
        expect(ending).to_have_text("Ends the game: Cara wins")
        expect(save_button(page)).to_have_accessible_name("Save hand 2 Ends the game: Cara wins")
        assert save_button(page).bounding_box() == place
        # It is about what is tapped now.
        page.locator("label.key", has=page.locator("[name=hearts_0][value='3']")).click()
        expect(ending).to_be_hidden()
        page.locator("label.key", has=page.locator("[name=hearts_0][value='3']")).click()
        expect(ending).to_be_visible()
        save(page)
        expect(heading(page)).to_have_text("Cara wins with 5.")
        heard = page.locator("#heard")
        expect(heard).to_contain_text("The game is over.")
        page.locator("#rematch-kept").click()
        expect_hand(page, 1, "ends at 20")
        expect(heard).to_have_text("")


def test_far_from_the_end_nothing_is_asked(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        tap(page, FIRST)
        save(page)
        expect(sheet_rows(page)).to_have_count(1)
        assert not [address for address in asked if "/outcome" in address]


def test_a_hand_is_corrected_and_deleted_from_where_things_are_fixed(
    browser: Browser, scorepad: Server
) -> None:
    with at_table(browser, scorepad, hands=[FIRST, _MIDDLE]) as page:
        page.get_by_role("link", name="Correct / more").click()
        latest = page.locator("#fix .latest a")
        expect(latest).to_have_text(["2", "1"])
        latest.last.click()
        expect(heading(page)).to_have_text("Correct hand 1")
        tap_other = page.locator("label.key", has=page.locator("[name=cards_QS][value='0']"))
        tap_other.click()
        save(page)
        expect_totals(page, [22, 12, 5, 13])
        page.get_by_role("link", name="Correct / more").click()
        page.get_by_role("button", name="Delete hand 2").click()
        expect_totals(page, [18, 8, 0, 0])
        page.locator("#quick-undo").click()
        expect_totals(page, [22, 12, 5, 13])
