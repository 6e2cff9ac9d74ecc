"""Moons and suns, as they are tapped and as they count."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    QUEEN,
    expect_clean,
    expect_hand,
    expect_totals,
    heading,
    key,
    open_moon,
    save,
    sheet_rows,
    start_game,
)
from tests.browser.ways import HTMX, Way, with_and_without_htmx
from tests.support.server import Server


def _outcome(page: Page, moon: str) -> Locator:
    return page.locator("#moons button").filter(has_text=moon)


def _take_all_the_cards(page: Page, name: str) -> None:
    key(page, QUEEN, name).click()
    key(page, f"Hearts of {name}", 13).click()


@with_and_without_htmx
def test_an_old_moon_takes_three_taps(browser: Browser, scorepad: Server, way: Way) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        start_game(page, scorepad.address)
        open_moon(page)
        key(page, "Who shot the moon", "Cara").click()
        save(page)
        expect_hand(page, 2)
        expect_totals(page, [26, 26, 0, 26])
        expect(sheet_rows(page).first.get_by_title("old moon")).to_be_visible()
        expect_clean(handset)


@with_and_without_htmx
@pytest.mark.parametrize(
    ("chosen", "totals", "told"),
    [
        ("old moon", [26, 0, 26, 26], "Ben wins with 0."),
        ("new moon", [0, -26, 0, 0], "Hand 2 to 20"),
    ],
)
def test_the_shooter_sees_both_outcomes_and_chooses(
    browser: Browser, scorepad: Server, way: Way, chosen: str, totals: list[int], told: str
) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        start_game(page, scorepad.address, target=20, moon="the shooter chooses")
        _take_all_the_cards(page, "Ben")
        save(page)
        old, new = _outcome(page, "old moon"), _outcome(page, "new moon")
        expect(old.locator(".of")).to_have_text(["Anna 26", "Ben 0", "Cara 26", "Dora 26"])
        expect(old).to_contain_text("The game ends. Ben wins with 0.")
        expect(new.locator(".of")).to_have_text(["Anna 0", "Ben −26", "Cara 0", "Dora 0"])
        expect(new).not_to_contain_text("The game ends")
        expect(sheet_rows(page)).to_have_count(0)
        _outcome(page, chosen).click()
        expect(heading(page)).to_have_text(told)
        expect_totals(page, totals)
        expect(sheet_rows(page).first.get_by_title(chosen)).to_be_visible()
        expect_clean(handset, 422)


def test_a_shortcut_with_its_choice_needs_no_second_page(
    browser: Browser, scorepad: Server
) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        start_game(page, scorepad.address, moon="the shooter chooses")
        open_moon(page)
        key(page, "Who shot the moon", "Dora").click()
        key(page, "How the moon counts", "new moon").click()
        save(page)
        expect_hand(page, 2)
        expect_totals(page, [0, 0, 0, -26])
        expect_clean(handset)


@with_and_without_htmx
def test_a_sun_counts_twice(browser: Browser, scorepad: Server, way: Way) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        start_game(page, scorepad.address, sun=True)
        open_moon(page)
        key(page, "Who shot the moon", "Anna").click()
        page.get_by_label("Sun: every trick as well").check()
        save(page)
        expect_hand(page, 2)
        expect_totals(page, [0, 52, 52, 52])
        expect_clean(handset)


def test_a_sun_without_a_moon_is_refused(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        start_game(page, scorepad.address, sun=True)
        key(page, QUEEN, "Anna").click()
        key(page, "Hearts of Ben", 13).click()
        open_moon(page)
        page.get_by_label("Sun: every trick as well").check()
        save(page)
        expect(page.get_by_role("alert").filter(visible=True)).to_have_count(1)
        expect(page.get_by_label("Sun: every trick as well")).to_be_checked()
        expect(sheet_rows(page)).to_have_count(0)
        expect_clean(handset, 422)
