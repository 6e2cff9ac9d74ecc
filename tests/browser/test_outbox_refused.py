"""Hands that waited and that the server refuses: why is told, and what can be done about them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.outbox import (
    FIRST_POINTS,
    SECOND_POINTS,
    SENT_WITHIN,
    THIRD,
    THIRD_POINTS,
    choice,
    enter,
    expect_sent,
    hands_on,
    offline_phone,
    waits,
)
from tests.browser.pens import other_holder
from tests.browser.play import FIRST, QUEEN, SECOND, Game, key, radio, save, started
from tests.support.server import Server


def conflicting(game: Game, page: Page) -> None:
    """This phone has entered the first hand and the second one; another one was faster."""
    enter(page, FIRST)
    enter(page, SECOND)
    other_holder(game, "Ben’s phone").take_down(THIRD)
    page.context.set_offline(False)
    expect(choice(page)).to_be_visible(timeout=SENT_WITHIN)


@pytest.mark.sample
def test_a_conflict_is_told_and_keeps_both(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        conflicting(game, page)
        expect(choice(page)).to_contain_text("Ben’s phone")
        # Both hands side by side.
        expect(choice(page).locator("tbody tr")).to_have_count(2)
        expect(choice(page)).to_be_in_viewport()
        # The hand behind it waits, here and after a reload.
        assert hands_on(game) == [THIRD_POINTS]
        page.reload()
        expect(choice(page)).to_have_count(1)
        expect(waits(page)).to_have_count(2)
        assert hands_on(game) == [THIRD_POINTS]


@pytest.mark.parametrize(
    ("way", "left"),
    [
        (".go", [THIRD_POINTS, SECOND_POINTS]),
        ("#save-next", [THIRD_POINTS, FIRST_POINTS, SECOND_POINTS]),
        ("#correct-to-mine", [FIRST_POINTS, SECOND_POINTS]),
    ],
)
def test_the_writer_chooses_which_hands_stay(
    browser: Browser, scorepad: Server, way: str, left: list[tuple[int, ...]]
) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        conflicting(game, page)
        choice(page).locator(way).click()
        expect(choice(page)).to_have_count(0)
        expect_sent(page, len(left))
        assert hands_on(game) == left


@pytest.mark.sample
def test_a_refused_hand_can_be_mended(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        conflicting(game, page)
        # By its number on the sheet.
        waits(page).first.get_by_role("link").click()
        expect(radio(page, QUEEN, "Ben")).to_be_checked()
        key(page, QUEEN, "Dora").click()
        save(page)
        expect_sent(page, 3)
        assert hands_on(game) == [THIRD_POINTS, (5, 8, 0, 13), (0, 1, 15, 10)]
