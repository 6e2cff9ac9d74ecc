"""Whoever enters something while the page follows the game keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.following import IN_TIME, KEPT, news
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    another_tab,
    at_table,
    expect_hand,
    expect_totals,
    key,
    radio,
    save,
    sheet_rows,
    take_down,
    tap,
    tapped,
)
from tests.support.server import Server

_WROTE = "Somebody else wrote in this game meanwhile"


def mishaps(page: Page) -> Locator:
    """The fold with what goes wrong, opened."""
    fold = page.locator("details.mishaps")
    fold.get_by_text("Mishaps", exact=True).click()
    return fold


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


def test_who_tapped_something_keeps_it_and_is_told(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, provoked=[409]) as first:
        second = another_tab(first)
        tap(second, SECOND)
        chosen = tapped(second).count()
        take_down(first, 1, FIRST)
        expect(news(second)).to_contain_text(_WROTE, timeout=IN_TIME)
        expect(news(second)).to_contain_text(KEPT)
        expect(news(second)).to_be_in_viewport()
        expect(tapped(second)).to_have_count(chosen)
        expect_hand(second, 1)
        save(second)
        expect(news(second)).to_be_hidden()
        expect(second.locator(".alert").filter(visible=True)).to_have_text(
            [
                "This game was changed meanwhile, so nothing was saved. Here it is as it is now; "
                "your entry is still there.",
                "A hand was taken down: ♥ Anna 5 and Ben 8; ♠Q Ben.",
            ]
        )
        expect_hand(second, 2)
        expect(sheet_rows(second)).to_have_count(1)
        expect(radio(second, QUEEN, "Cara")).to_be_checked()
        expect(radio(second, "Hearts of Dora", 10)).to_be_checked()
        save(second)
        expect(sheet_rows(second)).to_have_count(2)
        expect_totals(first, [5, 22, 15, 10])


def test_who_tapped_nothing_follows_and_can_go_on(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        take_down(first, 1, FIRST)
        expect_hand(second, 2)
        expect(second.locator(":is(.taker, .hearts) :checked")).to_have_count(0)
        expect(news(second)).to_be_hidden()
        take_down(second, 2, SECOND)
        expect_hand(first, 3)
        expect_totals(first, [5, 22, 15, 10])


def test_what_was_typed_among_the_mishaps_stays(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        mishaps(second).get_by_label("plays", exact=True).fill("Emil")
        take_down(first, 1, FIRST)
        expect(news(second)).to_contain_text(_WROTE)
        expect(second.get_by_label("plays", exact=True)).to_have_value("Emil")
        expect(second.get_by_label("plays", exact=True)).to_be_visible()


def test_what_was_chosen_among_the_mishaps_stays(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        mishaps(second).get_by_label("Dealer", exact=True).select_option("Cara")
        take_down(first, 1, FIRST)
        expect(news(second)).to_contain_text(_WROTE)
        expect(second.get_by_label("Dealer", exact=True)).to_have_value("2")


def test_who_takes_back_what_they_tapped_follows_again(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        key(second, QUEEN, "Cara").click()
        take_down(first, 1, FIRST)
        expect(news(second)).to_contain_text(_WROTE)
        key(second, QUEEN, "Cara").click()
        expect_hand(second, 2)
        # It is no longer so.
        expect(news(second)).to_be_hidden()


def test_an_entry_that_was_overtaken_is_kept_when_it_happens_again(
    browser: Browser, scorepad: Server
) -> None:
    """It came back with the page, so that no tap of it was made there."""
    with at_table(browser, scorepad, provoked=[409]) as first:
        second = another_tab(first)
        tap(second, SECOND)
        take_down(first, 1, FIRST)
        save(second)
        expect(sheet_rows(second)).to_have_count(1)
        take_down(first, 2, FIRST)
        expect(news(second).or_(sheet_rows(second).nth(1))).to_be_visible()
        expect(radio(second, QUEEN, "Cara")).to_be_checked()
        expect(radio(second, "Hearts of Dora", 10)).to_be_checked()


def test_an_entry_that_was_refused_is_kept(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, provoked=[422]) as first:
        second = another_tab(first)
        key(second, QUEEN, "Cara").click()
        save(second)
        expect(second.locator(".alert")).to_contain_text("not complete yet")
        take_down(first, 1, FIRST)
        expect(news(second).or_(sheet_rows(second).first)).to_be_visible()
        expect(radio(second, QUEEN, "Cara")).to_be_checked()


def test_a_late_answer_does_not_stop_a_page_that_went_on(
    browser: Browser, scorepad: Server
) -> None:
    """What was asked before a save is answered after it."""
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        with held_back(second, "**?seen=1"):
            take_down(second, 1, FIRST)
        expect_hand(second, 2)
        expect(sheet_rows(second)).to_have_count(1)
        expect_hand(first, 2)
        take_down(first, 2, SECOND)
        expect_hand(second, 3)


def test_a_refusal_is_not_covered_by_a_late_answer(browser: Browser, scorepad: Server) -> None:
    """That one shows the game as it now is too, but without the entry."""
    with at_table(browser, scorepad, provoked=[409]) as first:
        second = another_tab(first)
        with held_back(second, "**?seen=1"):
            take_down(first, 1, FIRST)
            tap(second, SECOND)
            save(second)
            expect(sheet_rows(second)).to_have_count(1)
        expect(radio(second, QUEEN, "Cara")).to_be_checked()
        expect(second.locator(".alert").first).to_contain_text("nothing was saved")


def test_what_is_being_done_is_answered_whatever_was_asked_before(
    browser: Browser, scorepad: Server
) -> None:
    with at_table(browser, scorepad, hands=[FIRST], provoked=[409]) as first:
        second = another_tab(first)
        expect_hand(second, 2)
        undo = second.get_by_role("button", name="A hand was taken down")
        with held_back(second, "**/undo"):
            with held_back(second, "**?seen=2"):
                take_down(first, 2, SECOND)
                with second.expect_request("**/undo"):
                    undo.click()
            expect(sheet_rows(second)).to_have_count(1)
        expect(second.locator(".alert").first).to_contain_text("nothing was saved")
        expect(sheet_rows(second)).to_have_count(2)
