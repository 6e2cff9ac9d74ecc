"""What is being entered while the page follows the game is kept."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Browser, Page, expect

from tests.browser.following import KEPT, answered, ask_now, news
from tests.browser.outbox import choice, saved
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Game,
    expect_hand,
    expect_totals,
    key,
    radio,
    save,
    tap,
    tapped,
    with_pen,
)

_WROTE = "This game has changed in the meantime"

_TOP = "(element) => element.getBoundingClientRect().top"


def test_who_tapped_something_keeps_it_and_is_told(browser: Browser, game: Game) -> None:
    with with_pen(browser, game, provoked=[409]) as page:
        tap(page, SECOND)
        chosen = tapped(page).count()
        game.take_down(FIRST)
        ask_now(page)
        expect(news(page)).to_contain_text(_WROTE)
        expect(news(page)).to_contain_text(KEPT)
        expect(news(page)).to_be_in_viewport()
        expect(tapped(page)).to_have_count(chosen)
        expect_hand(page, 1)
        save(page)
        expect(news(page)).to_be_hidden()
        expect(choice(page).get_by_role("heading")).to_have_text("This phone already saved hand 1")
        expect(choice(page).get_by_role("heading")).to_be_focused()
        expect_hand(page, 2)
        expect(saved(page)).to_have_count(1)
        # The choice is kept when somebody writes again.
        game.take_down(FIRST)
        ask_now(page)
        expect(saved(page)).to_have_count(2)
        choice(page).get_by_role("button", name="Replace hand 1 with mine").click()
        expect_totals(page, [5, 22, 15, 10])


def test_no_key_moves_under_the_thumb(table: Page, game: Game) -> None:
    queen = key(table, QUEEN, "Cara")
    queen.click()
    game.take_down(FIRST)
    before = queen.evaluate(_TOP)
    ask_now(table)
    expect(news(table)).to_be_visible()
    # In px: as near as the page can be scrolled.
    assert abs(queen.evaluate(_TOP) - before) < 1


def test_an_entry_that_was_refused_is_kept(browser: Browser, game: Game) -> None:
    with with_pen(browser, game, provoked=[422]) as page:
        key(page, QUEEN, "Cara").click()
        save(page)
        expect(page.locator(".alert")).to_contain_text("Not saved: 13 ♥ still to place.")
        game.take_down(FIRST)
        answered(page, partial(ask_now, page))
        expect(news(page)).to_contain_text(_WROTE)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
