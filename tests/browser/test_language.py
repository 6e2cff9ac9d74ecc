"""A page in another language: what scripts say and show follows it, and a tap changes it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.play import (
    fill_in_names,
    heading,
    name_field,
    sit_down,
    start_button,
    started,
)
from tests.browser.ways import HTMX
from tests.support.browser import phone
from tests.support.server import Server


def test_what_was_typed_outlives_the_change(browser: Browser, scorepad: Server) -> None:
    with HTMX.page(browser) as page:
        page.goto(f"{scorepad.address}/new")
        fill_in_names(page, ("Anna", "Ben", "Cara", "Dora", "Emil"))
        page.locator("#rules > summary").click()
        page.locator("#target").fill("70")
        page.locator("#sun").check()
        page.locator("label.dealer input[value='1']").check()
        page.get_by_role("link", name="Deutsch").click()
        expect(heading(page)).to_have_text("Wer spielt mit?")
        for place, name in enumerate(("Anna", "Ben", "Cara", "Dora", "Emil")):
            expect(name_field(page, place)).to_have_value(name)
        expect(page.locator("#rules-line")).to_contain_text("5 Spieler")
        start_button(page).click()
        expect(heading(page)).to_have_text("Runde 1 bis 70")
        picture = page.locator("svg.picture")
        expect(picture).to_have_attribute("aria-label", re.compile("Ben\u2069 0, gibt"))
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.goto(f"{page.url.partition('table/')[0]}pens")
        page.get_by_role("link", name="English").click()
        expect(page).to_have_url(re.compile("/pens$"))
        expect(heading(page)).to_have_text("Who can write")
        # What was typed was brought back once; another form is empty.
        page.goto(f"{scorepad.address}/new")
        expect(name_field(page, 0)).to_have_value("")


def test_scripts_speak_it(browser: Browser, scorepad: Server) -> None:
    with phone(browser, language="de") as handset:
        page = handset.page
        sit_down(page, started(scorepad))
        page.goto(page.url.partition("table/")[0])
        expect(page.locator("h1 time")).to_have_text(
            re.compile(
                r"^\d+\. (Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November"
                r"|Dezember) \d{4}$"
            )
        )
        page.goto(f"{page.url}new")
        page.context.set_offline(True)
        start_button(page).click()
        expect(page.get_by_role("alert").filter(visible=True)).to_have_text(
            "Keine Antwort. Das geht nur mit dem Server: Bitte versuche es noch einmal, wenn er "
            "erreichbar ist."
        )
