"""Hands that wait count into the totals on the phone, and are marked as waiting."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.outbox import counted, enter, expect_sent, offline_phone, online_phone, waits
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Hand,
    another_tab,
    key,
    keys,
    more,
    started,
)
from tests.support.server import Server


def plates(page: Page) -> Locator:
    """The totals in the picture, with what the last hand did to them."""
    return page.locator(".scene .total")


def notes(page: Page) -> list[str]:
    """What the keys of the queen say below each name."""
    read = "keys => keys.map((key) => key.querySelector('small')?.textContent ?? '')"
    found: list[str] = keys(page, QUEEN).locator("label").evaluate_all(read)
    return found


def leading(page: Page) -> list[str]:
    """Who is marked as ahead in the picture."""
    return page.locator(".scene .leads .name").all_text_contents()


@pytest.mark.sample
def test_they_count_until_they_are_sent(browser: Browser, scorepad: Server) -> None:
    # 5, 21, 0, 0.
    game = started(scorepad, hands=[FIRST], target=30)
    with offline_phone(browser, game) as page:
        picture = page.locator(".scene .picture")
        assert leading(page) == ["\u2068Cara\u2069", "\u2068Dora\u2069"]
        enter(page, Hand((0, 1, 2, 10), 3))
        expect(plates(page)).to_have_text(["~50", "~22+1", "~2+2", "~23+23"])
        expect(plates(page).first).to_have_css("font-style", "italic")
        assert leading(page) == ["\u2068Cara\u2069"]
        assert notes(page) == ["", "~8 left", "", "~7 left"]
        expect(keys(page, QUEEN).locator("small").nth(1)).to_have_css("font-style", "italic")
        expect(picture).to_have_attribute(
            "aria-label",
            re.compile(
                "Anna\u2069 ~5; .*Ben\u2069 ~22; .*Cara\u2069 ~2, deals; .*Dora\u2069 ~23\\."
            ),
        )
        enter(page, Hand((13, 0, 0, 0), 2))
        expect(counted(page, 1)).to_have_text(["13 ~18", "0 ~22", "13 ~15", "0 ~23"])
        expect(plates(page)).to_have_text(["~18+13", "~220", "~15+13", "~230"])
        # They are counted without a look at any page.
        page.context.set_offline(False)
        expect_sent(page, 3, "ends at 30")
        expect(plates(page)).to_have_text(["18+13", "220", "15+13", "230"])
        expect(plates(page).first).to_have_css("font-style", "normal")
        assert notes(page) == ["", "8 left", "", "7 left"]


def test_after_a_hand_that_may_end_the_game_no_total_is_shown(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, hands=[FIRST], target=30)
    with offline_phone(browser, game) as page:
        enter(page, Hand((0, 9, 4, 0), 0))
        expect(counted(page, 0)).to_have_text(["13 ~18", "9 ~30", "4 ~4", "0 ~0"])
        assert notes(page) == ["", "", "", ""]
        enter(page, SECOND)
        expect(counted(page, 1)).to_have_text(["0 ?", "1 ?", "15 ?", "10 ?"])


def test_what_acts_on_the_last_hand_of_the_server_is_out_of_the_way(
    browser: Browser, scorepad: Server
) -> None:
    with online_phone(browser, started(scorepad, hands=[FIRST])) as page:
        tab = another_tab(page)
        more(tab)
        acts = tab.locator("section.undo")
        expect(acts).to_be_visible()
        page.context.set_offline(True)
        expect(page.locator("#quick-undo")).to_be_visible()
        enter(page, SECOND)
        expect(page.locator("#quick-undo")).to_be_hidden()
        expect(acts).to_be_hidden()
        expect(tab.get_by_role("link", name="1 hand not sent yet")).to_be_visible()
        key(page, QUEEN, "Ben").click()
        page.get_by_role("link", name="1 hand not sent yet").click()
        expect(waits(page)).to_be_in_viewport()
