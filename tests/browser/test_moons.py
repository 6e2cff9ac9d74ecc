"""Moons and suns, as they are tapped and as they count."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    QUEEN,
    at_table,
    expect_hand,
    expect_totals,
    gains,
    heading,
    key,
    keys,
    open_moon,
    open_prepared,
    save,
    sheet_rows,
)
from tests.browser.ways import HTMX, NO_SCRIPT, Way, with_and_without_htmx
from tests.support.server import Server


def _outcome(page: Page, moon: str) -> Locator:
    return page.locator("#moons button").filter(has_text=moon)


def _take_all_the_cards(page: Page, name: str) -> None:
    key(page, QUEEN, name).click()
    key(page, f"Hearts of {name}", 13).click()


@with_and_without_htmx
def test_an_old_moon_takes_three_taps(browser: Browser, scorepad: Server, way: Way) -> None:
    with at_table(browser, scorepad, way) as page:
        open_moon(page)
        key(page, "Who shot the moon", "Cara").click()
        save(page)
        expect_hand(page, 2)
        expect_totals(page, [26, 26, 0, 26])
        expect(sheet_rows(page).first.get_by_title("moon: + for the others")).to_be_visible()


@pytest.mark.parametrize(
    ("way", "chosen", "totals", "title", "counted"),
    [
        (HTMX, "+26 to the others", [26, 0, 26, 26], "Ben wins with 0.", "moon: + for the others"),
        (NO_SCRIPT, "−26 for Ben", [0, -26, 0, 0], "Hand 2 ends at 20", "moon: − for the shooter"),
    ],
    ids=["+26", "-26 without script"],
)
def test_the_shooter_sees_both_outcomes_and_chooses(
    browser: Browser,
    scorepad: Server,
    way: Way,
    chosen: str,
    totals: list[int],
    title: str,
    counted: str,
) -> None:
    with at_table(browser, scorepad, way, provoked=[422], target=20, moon="choice") as page:
        _take_all_the_cards(page, "Ben")
        save(page)
        old, new = _outcome(page, "+26 to the others"), _outcome(page, "−26 for Ben")
        expect(old.locator(".of")).to_have_text(
            ["Anna +26 26", "Ben 0 0", "Cara +26 26", "Dora +26 26"]
        )
        expect(old).to_contain_text("The game ends. Ben wins with 0.")
        expect(new.locator(".of")).to_have_text(["Anna 0 0", "Ben −26 −26", "Cara 0 0", "Dora 0 0"])
        expect(new).not_to_contain_text("The game ends")
        expect(sheet_rows(page)).to_have_count(0)
        _outcome(page, chosen).click()
        expect(heading(page)).to_have_text(title)
        expect_totals(page, totals)
        expect(sheet_rows(page).first.get_by_title(counted)).to_be_visible()


def test_a_moon_with_a_choice_takes_three_taps(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, moon="choice") as page:
        open_moon(page)
        key(page, "Who shot the moon", "Dora").click()
        _outcome(page, "Save: −26 for Dora").click()
        expect_hand(page, 2)
        expect_totals(page, [0, 0, 0, -26])


def test_what_a_choice_leads_to_follows_what_is_tapped(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, moon="choice", sun=True) as page:
        open_moon(page)
        shooters = keys(page, "Who shot the moon")
        where = shooters.bounding_box()
        key(page, "Who shot the moon", "Dora").click()
        old = _outcome(page, "to the others")
        expect(old.locator(".of")).to_have_text(
            ["Anna +26 26", "Ben +26 26", "Cara +26 26", "Dora 0 0"]
        )
        page.get_by_label("Sun: every trick as well").check()
        expect(old.locator(".of")).to_have_text(
            ["Anna +52 52", "Ben +52 52", "Cara +52 52", "Dora 0 0"]
        )
        assert shooters.bounding_box() == where
        key(page, "Who shot the moon", "Cancel").click()
        expect(old).to_have_count(0)
        open_moon(page)
        key(page, "Who shot the moon", "Anna").click()
        expect(old.locator(".of").first).to_have_text("Anna 0 0")


def test_an_outcome_of_another_shooter_cannot_be_tapped(browser: Browser, scorepad: Server) -> None:
    """While the answer about the new one is under way, nothing stands there."""
    with HTMX.phone(browser) as handset:
        page = handset.page
        open_prepared(page, scorepad, moon="choice")
        open_moon(page)
        key(page, "Who shot the moon", "Dora").click()
        expect(_outcome(page, "to the others")).to_be_visible()
        page.route("**/outcome?*", lambda route: route.abort("connectionfailed"))
        key(page, "Who shot the moon", "Ben").click()
        # Without an answer there is the choice, but not what it leads to.
        expect(page.get_by_role("button", name="+ others", exact=True)).to_be_visible()
        expect(_outcome(page, "to the others")).to_have_count(0)


def test_the_points_of_a_moon_stand_beside_the_names(browser: Browser, scorepad: Server) -> None:
    gained = ["+26", "+16", "0", "+26"]
    with at_table(browser, scorepad, preset="omnibus") as page:
        open_moon(page)
        key(page, "Who shot the moon", "Cara").click()
        # A card that the moon leaves can still be anybody's.
        expect(gains(page)).to_have_text(["?", "?", "☾", "?"])
        key(page, "Who took the jack of diamonds", "Ben").click()
        expect(gains(page)).to_have_text(gained)
        save(page)
        expect_totals(page, [int(points) for points in gained])


def test_a_sun_without_a_moon_is_refused(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, provoked=[422], sun=True) as page:
        key(page, QUEEN, "Anna").click()
        key(page, "Hearts of Ben", 13).click()
        open_moon(page)
        page.get_by_label("Sun: every trick as well").check()
        save(page)
        expect(page.get_by_role("alert").filter(visible=True)).to_have_count(1)
        expect(page.get_by_label("Sun: every trick as well")).to_be_checked()
        expect(sheet_rows(page)).to_have_count(0)
