"""Texts at twice their size on a small phone: numbers, places and keys are whole."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Browser

from scorepad.web.words.translation import LANGUAGES
from tests.browser.fitting import show_on
from tests.browser.play import Hand, expect_clean, sit_down, started
from tests.support.browser import phone
from tests.support.server import Server
from tests.support.torture import sample

_LETTERS: Final = 32
_NAMES: Final = ("Anna", "Karl-Heinz", "Johannes", "Christina")
_HAND: Final = Hand((0, 11, 2, 0), 1)


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
