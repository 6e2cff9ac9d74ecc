"""Texts at twice their size on a small phone: numbers, places and keys are whole."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad.web.http.language import LANGUAGES
from tests.browser.fitting import show_on
from tests.browser.pens import pad_of
from tests.browser.play import Hand, expect_clean, sit_down, started
from tests.support.browser import phone
from tests.support.server import Server
from tests.support.torture import sample

_LETTERS: Final = 32
_NAMES: Final = ("Anna", "Karl-Heinz", "Johannes", "Christina")
_HAND: Final = Hand((0, 11, 2, 0), 1)
_NUMBERS: Final = ".place, .gain, td, .totals :is(b, small, i), .standing b, .counts .key span"
# Of these elements, those whose text is in more than one line, besides lines of their own.
_BROKEN: Final = """(numbers) => [...document.querySelectorAll(numbers)].flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken = [];
    const range = document.createRange();
    while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) broken.push(texts.currentNode.data.trim());
    }
    return broken;
})"""


def _look(page: Page) -> None:
    """Nothing is broken, and the page itself is not scrolled sideways."""
    assert page.evaluate(_BROKEN, _NUMBERS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


# Keys that the small print about the rows below lies on.
_COVERED: Final = """() => {
    const { left, right, top, bottom } =
        document.querySelector(".taken").getBoundingClientRect();
    return [...document.querySelectorAll(".taker .key")].filter((key) => {
        const box = key.getBoundingClientRect();
        return Math.min(right, box.right) - Math.max(left, box.left) > 1
            && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
    }).map((key) => key.textContent);
}"""


@pytest.mark.parametrize("language", sample(sorted(LANGUAGES)))  # German is longer.
def test_save_is_in_sight_with_large_texts(
    browser: Browser, scorepad: Server, language: str
) -> None:
    tables = (
        started(scorepad, _NAMES, [_HAND], target=200),
        started(scorepad, (*_NAMES, "Tom", "Christopher"), target=200),
    )
    with phone(browser, language=language) as handset:
        page = handset.page
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": _LETTERS}})
        for game in tables:
            sit_down(page, game)
            for width, height in ((360, 640), (640, 360), (844, 390)):
                show_on(page, width, height)
                save = page.locator(".finish > .go").bounding_box()
                assert save is not None
                assert save["y"] >= 0
                assert save["y"] + save["height"] <= height
                assert page.evaluate(_COVERED) == []
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect_clean(handset)


@pytest.mark.parametrize("language", sample(sorted(LANGUAGES)))
def test_numbers_places_and_keys_never_break(
    browser: Browser, scorepad: Server, language: str
) -> None:
    running = started(scorepad, _NAMES, [_HAND] * 4, target=200)
    over = started(scorepad, _NAMES, [_HAND], target=20)
    with phone(browser, language=language) as handset:
        page = handset.page
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": _LETTERS}})
        page.goto(running.url)  # As anybody sees it, with the totals.
        expect(page.locator(".totals .total")).to_have_count(4)
        _look(page)
        for game in (running, over):
            game.give_pen(page)
            for path in ("", "players", "evenings"):
                page.goto(f"{pad_of(game.url)}{path}")
                _look(page)
            page.goto(game.url)
            _look(page)
        expect(page.locator(".places .place")).to_have_count(4)
        page.goto(f"{over.url.replace('table', 'evening')}/story")
        expect(page.locator("#send-story")).to_be_visible()
        _look(page)
        page.goto(f"{pad_of(over.url)}players")
        page.locator(".figure-table tbody a").first.click()
        expect(page.locator(".chart img")).to_be_visible()
        _look(page)
        # What is wider than the screen is scrolled in its own box.
        page.go_back()
        table = page.locator(".wide")
        assert table.evaluate("(box) => box.scrollWidth > box.clientWidth")
        expect_clean(handset)
