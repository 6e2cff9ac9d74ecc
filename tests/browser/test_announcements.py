"""What is said after a save, and where the focus is then: for who does not look at the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Hand,
    at_table,
    correction_link,
    fill_in_names,
    heading,
    key,
    keys,
    save,
    save_button,
    tap,
)
from tests.browser.ways import HTMX
from tests.support.server import Server

_MOON: Final = Hand((0, 13, 0, 0), 1)


@contextmanager
def _announced(page: Page, sentence: str) -> Iterator[None]:
    """What is done in the block is said, in a region that screen readers listened to before."""
    heard = page.locator("#heard").and_(page.get_by_role("status"))
    listened_to = heard.element_handle()
    yield
    expect(heard).to_have_text(sentence)
    assert listened_to.evaluate("(region) => region.isConnected")


def _entry(page: Page, number: int) -> Locator:
    return page.get_by_role("form", name=f"Enter hand {number}", exact=True)


def _press(button: Locator) -> None:
    """Press it with the keyboard."""
    button.focus()
    button.press("Enter")


def test_what_is_saved_is_said_with_all_that_it_changed(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, target=40) as page:
        tap(page, FIRST)
        with _announced(page, "Hand 1 saved. Anna 0 → 5. Ben 0 → 21."):
            save(page)
        tap(page, SECOND)
        with _announced(page, "Hand 2 saved. Ben 21 → 22. Cara 0 → 15. Dora 0 → 10."):
            save(page)
        with _announced(page, "Hand 2 undone. Ben 22 → 21. Cara 15 → 0. Dora 10 → 0."):
            page.locator("#quick-undo").click()
        correction_link(page, 1).click()
        expect(heading(page)).to_have_text("Correct hand 1")
        key(page, QUEEN, "Anna").click()
        with _announced(page, "Hand 1 corrected. Anna 5 → 18. Ben 21 → 8."):
            save(page)
        tap(page, _MOON)
        with _announced(
            page,
            "Hand 2 saved. Moon for \u2068Ben\u2069! Anna 18 → 44. Cara 0 → 26. Dora 0 → 26. "
            "The game is over. Ben wins with 8.",
        ):
            save(page)


def test_the_focus_goes_to_what_comes_next(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        fill_in_names(page)
        _press(page.locator("#start"))
        expect(_entry(page, 1)).to_be_focused()
        tap(page, FIRST)
        _press(save_button(page))
        expect(_entry(page, 2)).to_be_focused()
        _press(page.locator("#quick-undo"))
        expect(_entry(page, 1)).to_be_focused()
        _press(page.locator("#quick-redo"))
        expect(_entry(page, 2)).to_be_focused()
        # An impatient second press saves nothing, and refuses nothing.
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(keys(page, QUEEN).get_by_role("radio").first).to_be_focused()
        correction_link(page, 1).click()
        key(page, QUEEN, "Anna").click()
        _press(save_button(page))
        expect(_entry(page, 2)).to_be_focused()
        expect(page.locator(".alert")).to_have_count(0)
        _press(page.get_by_role("link", name="More"))
        _press(page.locator("summary", has_text="End game now"))
        _press(page.get_by_role("button", name="Yes, end it"))
        expect(heading(page)).to_be_focused()
        expect(heading(page)).to_have_text("A tie: Cara and Dora share first place with 0.")
