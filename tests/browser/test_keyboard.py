"""The keyboard alone: from the first name to a hand that is saved."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    FOUR,
    QUEEN,
    expect_clean,
    expect_hand,
    expect_totals,
    keys,
    name_field,
    radio,
    save_button,
    start_button,
)
from tests.browser.ways import Way, with_and_without_htmx
from tests.support.server import Server

_MOST_STOPS = 30
_FEW_STOPS = 4


def _tab_to(page: Page, place: Locator, most: int = _MOST_STOPS) -> None:
    """Press Tab until the focus is there."""
    for _ in range(most):
        if place.and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    expect(place).to_be_focused()


def _tab_into(page: Page, group: str, most: int = _MOST_STOPS) -> None:
    """Press Tab until the focus is on the first key of a group."""
    _tab_to(page, keys(page, group).get_by_role("radio").first, most)


@with_and_without_htmx
def test_the_keyboard_alone(browser: Browser, scorepad: Server, way: Way) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        for place, name in enumerate(FOUR):
            _tab_to(page, name_field(page, place))
            page.keyboard.type(name)
        _tab_to(page, start_button(page))
        page.keyboard.press("Enter")
        expect_hand(page, 1)

        _tab_into(page, QUEEN)
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
        expect(radio(page, QUEEN, "Ben")).to_be_checked()
        _tab_into(page, "Hearts of Anna")
        page.keyboard.press("Space")
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        expect(radio(page, "Hearts of Anna", 5)).to_be_checked()
        _tab_into(page, "Hearts of Ben")
        page.keyboard.press("Space")
        for _ in range(8):
            page.keyboard.press("ArrowRight")
        expect(radio(page, "Hearts of Ben", 8)).to_be_checked()
        _tab_to(page, page.get_by_role("button", name="Save hand 1"))
        page.keyboard.press("Space")
        expect_hand(page, 2)
        expect_totals(page, [5, 21, 0, 0])

        # And on to the next hand: the focus is not left behind, where Enter would save nothing.
        expect(save_button(page)).not_to_be_focused()
        _tab_into(page, QUEEN, _FEW_STOPS)
        expect(page.locator(".key", has=page.locator(":focus"))).to_be_in_viewport()
        page.keyboard.press("Space")
        expect(radio(page, QUEEN, "Anna")).to_be_checked()
        expect_clean(handset)
