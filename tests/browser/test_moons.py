"""Moons and suns, as they are tapped and as they count."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.play import (
    QUEEN,
    expect_totals,
    heading,
    key,
    keys,
    open_moon,
    save,
    sheet_rows,
    started,
    with_pen,
)
from tests.browser.ways import CDN_DEAD
from tests.support.server import Server


def _outcome(page: Page, moon: str) -> Locator:
    return page.locator("#moons button").filter(has_text=moon)


def test_the_shooter_sees_both_outcomes_and_chooses(browser: Browser, scorepad: Server) -> None:
    with with_pen(browser, started(scorepad, target=20, moon="choice"), provoked=[422]) as page:
        key(page, QUEEN, "Ben").click()
        key(page, "Hearts of Ben", 13).click()
        save(page)
        old, new = _outcome(page, "+26 to the others"), _outcome(page, "−26 for Ben")
        expect(old.locator(".of")).to_have_text(
            ["Anna +26 26", "Ben 0 0", "Cara +26 26", "Dora +26 26"]
        )
        expect(old).to_contain_text("The game ends. Ben wins with 0.")
        expect(new.locator(".of")).to_have_text(["Anna 0 0", "Ben −26 −26", "Cara 0 0", "Dora 0 0"])
        expect(new).not_to_contain_text("The game ends")
        expect(page.locator(".sheet tbody tr:not(.waiting)")).to_have_count(0)
        new.click()
        expect(heading(page)).to_have_text("Hand 2 ends at 20")
        expect_totals(page, [0, -26, 0, 0])
        counted = sheet_rows(page).first.get_by_title("moon: − for the shooter")
        expect(counted).to_be_visible()


def test_what_a_choice_leads_to_follows_what_is_tapped(browser: Browser, scorepad: Server) -> None:
    with with_pen(browser, started(scorepad, moon="choice", sun=True), CDN_DEAD) as page:
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
        # An answer that is late says nothing of a moon that was taken back.
        held: list[Route] = []
        page.route("**/outcome?*", lambda route: held.append(route))
        with page.expect_request("**/outcome?*"):
            key(page, "Who shot the moon", "Ben").click()
        key(page, "Who shot the moon", "Cancel").click()
        with page.expect_event("requestfinished", lambda request: "outcome" in request.url):
            held[0].continue_()
        page.evaluate("() => fetch(location.href).then((later) => later.text())")
        expect(old).to_have_count(0)
