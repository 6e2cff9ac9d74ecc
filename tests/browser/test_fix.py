"""Corrections seen beforehand, undo, and an early end, with and without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import (
    FIRST,
    FOUR,
    SECOND,
    Hand,
    correction_link,
    expect_hand,
    expect_totals,
    heading,
    key,
    more,
    news,
    radio,
    save,
    started,
    take_down,
    tap_every_key,
    with_pen,
)
from tests.browser.ways import NO_SCRIPT
from tests.support.server import Server

_ENDING = Hand((7, 4, 2, 0), 0)  # Of a game to 20.


def _act(page: Page, what: str) -> None:
    page.get_by_role("button", name=what, exact=True).click()


def _expect_at_the_bottom(page: Page, seat: int) -> None:
    tops = [
        page.locator(f".seat[data-seat='{each}'] .plate").evaluate(
            "(plate) => plate.getBoundingClientRect().top"
        )
        for each in range(4)
    ]
    assert tops.index(max(tops)) == seat


def test_a_correction_is_shown_before_and_after(browser: Browser, scorepad: Server) -> None:
    changes = ["Ben 4 → 0.", "Dora 0 → 4.", "Ben wins instead of Dora."]
    with with_pen(browser, started(scorepad, hands=[_ENDING], target=20)) as page:
        expect(heading(page)).to_have_text("Dora wins with 0.")
        correction_link(page, 1).click()
        expect(heading(page)).to_have_text("Correct hand 1")
        corrected = Hand((7, 0, 2, 4), 0)
        tap_every_key(page, corrected)
        _act(page, "Preview new totals")
        expect(page.locator("#changes li")).to_have_text(changes)
        expect(heading(page)).to_have_text("Correct hand 1")
        for name, count in zip(FOUR, corrected.hearts, strict=True):
            expect(radio(page, f"Hearts of {name}", count)).to_be_checked()
        page.reload()  # Shown, not saved.
        expect_totals(page, [20, 4, 2, 0])
        tap_every_key(page, corrected)
        save(page)
        expect(heading(page)).to_have_text("Ben wins with 0.")
        expect(news(page)).to_have_text(" ".join(["Hand 1 corrected.", *changes]))
        expect_totals(page, [20, 0, 2, 4])
        page.reload()
        expect(news(page)).to_have_count(0)


@pytest.mark.slow
def test_all_of_it_works_without_script(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[FIRST])
    with with_pen(browser, game, NO_SCRIPT, provoked=[422]) as page:
        # A correction, seen beforehand, saved, undone and redone.
        correction_link(page, 1).click()
        key(page, "Hearts of Ben", 9).click()
        _act(page, "Preview new totals")
        expect(page.get_by_text("Not saved: 1 ♥ too many.")).to_be_visible()
        tap_every_key(page, SECOND)
        _act(page, "Preview new totals")
        expect(page.locator("#changes li")).to_have_count(4)
        expect(radio(page, "Hearts of Dora", 10)).to_be_checked()
        save(page)
        expect_totals(page, [0, 1, 15, 10])
        expect(news(page)).to_contain_text("Anna 5 → 0.")
        more(page)
        page.locator("#undo").click()
        expect_totals(page, [5, 21, 0, 0])
        page.locator("#quick-redo").click()
        expect_totals(page, [0, 1, 15, 10])
        page.locator("#quick-undo").click()
        expect_totals(page, [5, 21, 0, 0])
        # The end, and back; then another seat at the bottom of the picture.
        more(page)
        _act(page, "Yes, end it")
        expect(heading(page)).to_contain_text("share first place with 0.")
        more(page)
        _act(page, "Resume")
        expect_hand(page, 2)
        more(page)
        page.locator(".sit").get_by_role("link", name="Cara").click()
        _expect_at_the_bottom(page, 2)
        take_down(page, 2, SECOND)
        _expect_at_the_bottom(page, 2)
