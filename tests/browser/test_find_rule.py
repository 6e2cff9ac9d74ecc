"""The search of the start form: what it finds is chosen with a tap, or is said not to be scored."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.play import fill_in_names, press_start
from tests.browser.ways import HTMX
from tests.support.server import Server


def test_a_rule_is_found_by_what_people_call_it(browser: Browser, scorepad: Server) -> None:
    with HTMX.page(browser) as page:
        page.goto(scorepad.address)
        fill_in_names(page)
        page.locator("#rules > summary").click()
        page.locator("#find").fill("pink lady")
        expect(page.locator("#found")).to_contain_text("not scored")
        page.locator("#find").fill("ten of diamonds")
        page.locator("#found button").click()
        expect(page.locator("#rules-line")).to_contain_text("♦10 −10")
        expect(page.locator("#bonus")).to_have_value("ten")
        expect(page.locator("#find")).to_have_value("")
        page.locator("#find").fill("kitty")
        expect(page.locator("#found")).to_have_text("With so many players no card is left over.")
        page.locator("#find").fill("shooting the sun")
        # Nothing starts while a rule is looked for.
        page.keyboard.press("Enter")
        page.locator("#found button").click()
        expect(page.locator("#rules-line")).to_contain_text("sun counts double")
        press_start(page)
        expect(page.locator("form.entry")).to_be_visible()
