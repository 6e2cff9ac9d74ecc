"""A hand that waits is changed like any other, also while it is on its way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.outbox import (
    THIRD,
    change,
    counted,
    enter,
    expect_nothing_kept,
    expect_sent,
    hands_on,
    offline_phone,
    waits,
)
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    dealer,
    expect_hand,
    key,
    radio,
    save,
    save_button,
    started,
)
from tests.support.browser import new_tab
from tests.support.hosting import until
from tests.support.server import Server


def taps(page: Page) -> int:
    return page.locator(".entry :is(.counts, .taker) :checked").count()


@contextmanager
def held(page: Page, method: str) -> Iterator[list[Route]]:
    """Requests of this method are not answered before the block ends."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == method and "seen=" not in route.request.url:
            routes.append(route)
        else:
            route.fallback()

    page.route(f"{page.url}*", hold)
    yield routes
    for route in routes:
        route.continue_()
    page.unroute(f"{page.url}*", hold)


def until_asked(page: Page, routes: list[Route]) -> None:
    page.evaluate("dispatchEvent(new Event('online'))")

    def is_asked() -> bool:
        page.wait_for_function("() => new Promise(requestAnimationFrame)")
        return bool(routes)

    until(is_asked, "a request")


@pytest.mark.sample
def test_any_of_them_in_its_place(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        for hand in (FIRST, SECOND, THIRD):
            enter(page, hand)
        key(page, QUEEN, "Anna").click()
        change(page, 2)
        # The table before it, and what was tapped for it.
        expect_hand(page, 2)
        expect(dealer(page)).to_contain_text("Ben")
        expect(save_button(page)).to_have_text("Save hand 2")
        expect(page.locator(".scene .total").first).to_have_text("~5+5")
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        expect(save_button(page)).to_be_focused()
        key(page, QUEEN, "Dora").click()
        save(page)
        expect(counted(page, 1)).to_have_text(["0 ~5", "1 ~22", "2 ~2", "23 ~23"])
        expect(waits(page)).to_have_count(3)
        # What was being tapped is back.
        expect_hand(page, 4)
        expect(radio(page, QUEEN, "Anna")).to_be_checked()
        page.context.set_offline(False)
        expect_sent(page, 3)
        assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 2, 23), (16, 3, 3, 4)]


def test_the_last_one_is_taken_back(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        change(page, 2)
        expect(page.get_by_role("heading", name="Correct hand 2")).to_be_visible()
        page.get_by_text("Discard it", exact=True).click()
        page.get_by_role("button", name="Discard for good").click()
        expect(waits(page)).to_have_count(1)
        expect_hand(page, 2)
        assert taps(page) == 0
        enter(page, THIRD)
        page.context.set_offline(False)
        expect_sent(page, 2)
        assert hands_on(game) == [(5, 21, 0, 0), (16, 3, 3, 4)]


def test_what_is_sent_while_it_is_changed_is_corrected(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        change(page, 1)
        page.context.set_offline(False)
        expect_nothing_kept(page)
        assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10)]
        expect(radio(page, QUEEN, "Ben")).to_be_checked()
        key(page, QUEEN, "Dora").click()
        save(page)
        expect(page.locator("form.entry[data-mends]")).to_have_count(0)
        expect_nothing_kept(page)
        expect_sent(page, 2)
        assert hands_on(game) == [(5, 8, 0, 13), (0, 1, 15, 10)]


def test_one_after_the_other(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        change(page, 1)
        key(page, QUEEN, "Anna").click()
        # The first one stays as it is.
        change(page, 2)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        save(page)
        expect_hand(page, 3)
        assert taps(page) == 0
        page.context.set_offline(False)
        expect_sent(page, 2)
        assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10)]


@pytest.mark.parametrize("discards", [False, True])
def test_what_was_about_to_be_sent_is_sent_as_it_is_then(
    browser: Browser, scorepad: Server, *, discards: bool
) -> None:
    """The phone was asking for a token already, with the hand as it was."""
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        page.evaluate(
            "for (const each of document.getElementsByName('csrf_token')) each.value = ''"
        )
        with held(page, "GET") as routes:
            page.context.set_offline(False)
            until_asked(page, routes)
            change(page, 1)
            if discards:
                page.get_by_text("Discard it", exact=True).click()
                page.get_by_role("button", name="Discard for good").click()
                expect(waits(page)).to_have_count(1)
            else:
                key(page, QUEEN, "Dora").click()
                save(page)
                expect(counted(page, 0).last).to_have_text("13 ~13")
        expect_sent(page, 1 if discards else 2)
        assert hands_on(game) == [*([] if discards else [(5, 8, 0, 13)]), (0, 1, 15, 10)]


def test_another_tab_sends_what_is_being_changed(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        page.context.set_offline(False)
        tab = new_tab(page)
        tab.goto(page.url)
        page.context.set_offline(True)
        enter(page, FIRST)
        expect(waits(tab)).to_have_count(1)
        change(page, 1)
        key(page, QUEEN, "Dora").click()
        page.context.set_offline(False)
        expect_sent(tab, 1)
        assert hands_on(game) == [(5, 21, 0, 0)]
        # It is still in the entry.
        expect(radio(page, QUEEN, "Dora")).to_be_checked()
        save(page)
        expect(page.locator("form.entry[data-mends]")).to_have_count(0)
        expect_nothing_kept(page)
        expect_sent(page, 1)
        assert taps(page) == 0
        assert hands_on(game) == [(5, 8, 0, 13)]
