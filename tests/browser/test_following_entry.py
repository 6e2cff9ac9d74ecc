"""Whoever enters something while the page follows the game keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.following import KEPT, ask_now, news
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    another_tab,
    at_table,
    expect_hand,
    expect_totals,
    fixes,
    key,
    radio,
    save,
    sheet_rows,
    started,
    take_down,
    tap,
    tapped,
    with_pen,
)
from tests.support.server import Server

_WROTE = "Somebody else has changed this game in the meantime"

_TOP = "(element) => element.getBoundingClientRect().top"


def duplicate(page: Page) -> Locator:
    """The choice after another phone saved a hand first."""
    return page.locator(".duplicate")


@contextmanager
def held_back(page: Page, address: str) -> Iterator[None]:
    """Hold back what is asked there until the end; a question of the page itself is waited for."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    while "seen=" in address and not held:
        expect(page.locator("#follow.htmx-request")).to_be_attached()
    yield
    (route,) = held
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.continue_()
    page.unroute(address)


@pytest.mark.sample
def test_who_tapped_something_keeps_it_and_is_told(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
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
        expect(duplicate(page).get_by_role("heading")).to_have_text(
            "This phone already saved hand 1"
        )
        expect(duplicate(page).get_by_role("heading")).to_be_focused()
        expect_hand(page, 2)
        expect(sheet_rows(page)).to_have_count(1)
        duplicate(page).get_by_role("button", name="Mine is hand 2").click()
        expect(sheet_rows(page)).to_have_count(2)
        expect_totals(page, [5, 22, 15, 10])


@pytest.mark.sample
def test_who_tapped_nothing_follows_and_can_go_on(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        take_down(first, 1, FIRST)
        ask_now(second)
        expect_hand(second, 2)
        expect(second.locator(":is(.taker, .hearts) [name]:checked")).to_have_count(0)
        expect(news(second)).to_be_hidden()
        take_down(second, 2, SECOND)
        ask_now(first)
        expect_hand(first, 3)
        expect_totals(first, [5, 22, 15, 10])


def test_no_key_moves_under_the_thumb(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game) as page:
        queen = key(page, QUEEN, "Cara")
        queen.click()
        game.take_down(FIRST)
        before = queen.evaluate(_TOP)
        ask_now(page)
        expect(news(page)).to_be_visible()
        # In px: as near as the page can be scrolled.
        assert abs(queen.evaluate(_TOP) - before) < 1


def test_what_was_typed_among_the_fixes_stays(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game) as page:
        fixes(page).get_by_label("Joining", exact=True).fill("Emil")
        game.take_down(FIRST)
        ask_now(page)
        expect(news(page)).to_contain_text(_WROTE)
        expect(page.get_by_label("Joining", exact=True)).to_have_value("Emil")
        expect(page.get_by_label("Joining", exact=True)).to_be_visible()


def test_what_was_chosen_among_the_fixes_stays(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game) as page:
        fixes(page).get_by_label("Dealer", exact=True).select_option("Cara")
        game.take_down(FIRST)
        ask_now(page)
        expect(news(page)).to_contain_text(_WROTE)
        expect(page.get_by_label("Dealer", exact=True)).to_have_value("2")


def test_who_takes_back_what_they_tapped_follows_again(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game) as page:
        key(page, QUEEN, "Cara").click()
        game.take_down(FIRST)
        ask_now(page)
        expect(news(page)).to_contain_text(_WROTE)
        key(page, QUEEN, "Cara").click()
        expect_hand(page, 2)
        # It is no longer so.
        expect(news(page)).to_be_hidden()


def test_a_choice_is_kept_when_somebody_writes_again(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game, provoked=[409]) as page:
        tap(page, SECOND)
        game.take_down(FIRST)
        save(page)
        expect(sheet_rows(page)).to_have_count(1)
        game.take_down(FIRST)
        ask_now(page)
        expect(news(page)).to_be_visible()
        duplicate(page).get_by_role("button", name="Replace hand 1 with mine").click()
        # That was chosen without knowing the second one.
        expect(page.locator(".alert").first).to_contain_text("nothing was saved")


def test_an_entry_that_was_refused_is_kept(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game, provoked=[422]) as page:
        key(page, QUEEN, "Cara").click()
        save(page)
        expect(page.locator(".alert")).to_contain_text("Not saved: 13 ♥ still to place.")
        game.take_down(FIRST)
        ask_now(page)
        expect(news(page).or_(sheet_rows(page).first)).to_be_visible()
        expect(radio(page, QUEEN, "Cara")).to_be_checked()


def test_a_late_answer_does_not_stop_a_page_that_went_on(
    browser: Browser, scorepad: Server
) -> None:
    """What was asked before a save is answered after it."""
    game = started(scorepad)
    with with_pen(browser, game) as page:
        with held_back(page, "**?seen=1&pen=*"):
            take_down(page, 1, FIRST)
        expect_hand(page, 2)
        expect(sheet_rows(page)).to_have_count(1)
        game.take_down(SECOND)
        expect_hand(page, 3)


def test_a_refusal_is_not_covered_by_a_late_answer(browser: Browser, scorepad: Server) -> None:
    """That one shows the game as it now is too, but without the entry."""
    game = started(scorepad)
    with with_pen(browser, game, provoked=[409]) as page:
        with held_back(page, "**?seen=1&pen=*"):
            game.take_down(FIRST)
            tap(page, SECOND)
            save(page)
            expect(sheet_rows(page)).to_have_count(1)
        expect(duplicate(page)).to_contain_text("The hand that you just entered is not saved yet.")
        expect(duplicate(page).locator("td.differs")).to_have_count(4)


def test_what_is_being_done_is_answered_whatever_was_asked_before(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, hands=[FIRST])
    with with_pen(browser, game, provoked=[409]) as page:
        expect_hand(page, 2)
        undo = page.locator("#quick-undo")
        with held_back(page, "**/undo"):
            with held_back(page, "**?seen=2&pen=*"):
                game.take_down(SECOND)
                with page.expect_request("**/undo"):
                    undo.click()
            expect(sheet_rows(page)).to_have_count(1)
        expect(page.locator(".alert").first).to_contain_text("nothing was saved")
        expect(sheet_rows(page)).to_have_count(2)
