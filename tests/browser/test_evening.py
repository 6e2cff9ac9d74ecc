"""An evening at the table, from the first visit to the file with the hands, tap by tap."""

from __future__ import annotations

import csv
import io
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.play import (
    FIRST,
    FOUR,
    SECOND,
    Hand,
    choose_dealer,
    correction_link,
    expect_hand,
    expect_totals,
    fill_in_names,
    heading,
    press_start,
    save,
    sheet_rows,
    tap,
    tap_every_key,
)
from tests.browser.ways import CDN_DEAD, HTMX, NO_SCRIPT, Way
from tests.support.server import Server
from tests.support.torture import sample


def _hands_sent(page: Page) -> list[str]:
    """The entry ids of the hands that are sent from now on."""
    sent: list[str] = []

    def look(request: Request) -> None:
        if request.method == "POST":
            sent.extend(parse_qs(request.post_data or "").get("entry_id", []))

    page.on("request", look)
    return sent


@pytest.mark.parametrize("way", sample([HTMX, NO_SCRIPT, CDN_DEAD]), ids=str)
def test_an_evening(browser: Browser, scorepad: Server, way: Way) -> None:
    with way.page(browser) as page:
        page.goto(scorepad.address)
        fill_in_names(page)
        choose_dealer(page, 1)
        press_start(page)
        address = page.url
        sent = _hands_sent(page)

        def take_down(number: int, hand: Hand) -> None:
            expect_hand(page, number)
            page.evaluate("document.marked = true")
            # Queen, hearts, save: a number a seat, but for the last of four.
            assert tap(page, hand) + 1 == 2 + min(sum(map(bool, hand.hearts)), 3)
            save(page)
            expect(sheet_rows(page)).to_have_count(number)
            # With a script the page stays; nothing is sent again, or loads it under the thumb.
            assert page.evaluate("document.marked === true") == way.javascript
            assert len(sent) == len(set(sent)) > 0
            assert page.url == address

        take_down(1, SECOND)
        expect_totals(page, [0, 1, 15, 10])
        take_down(2, Hand((0, 0, 13, 0), 3))
        correction_link(page, 1).click()
        expect(heading(page)).to_have_text("Correct hand 1")
        tap_every_key(page, FIRST)
        save(page)
        expect_totals(page, [5, 21, 13, 13])
        take_down(3, FIRST)
        correction_link(page, 3).click()
        expect(heading(page)).to_have_text("Correct hand 3")
        page.get_by_text("Delete this hand", exact=True).click()
        page.get_by_role("button", name="Delete hand 3").click()
        expect(sheet_rows(page)).to_have_count(2)
        take_down(3, Hand((5, 8, 0, 0), 1))
        expect_totals(page, [10, 42, 13, 13])
        take_down(4, Hand((0, 12, 1, 0), 1))
        take_down(5, Hand((1, 12, 0, 0), 1))
        take_down(6, Hand((0, 9, 3, 1), 0))
        expect(heading(page)).to_have_text("Dora wins with 14.")
        expect(page.locator(".places li")).to_have_text(
            ["1st Dora 14", "2nd Cara 17", "3rd Anna 24", "4th Ben 101"]
        )
        expect(page.locator("form.entry")).to_have_count(0)

        page.get_by_role("link", name="More").click()
        with page.expect_download() as started:
            page.get_by_role("link", name="This game as CSV", exact=True).click()
        data = started.value.path().read_bytes().decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(data)))
        assert [(row["player"], row["total"]) for row in rows[-4:]] == [
            *zip(FOUR, ["24", "101", "17", "14"], strict=True)
        ]
