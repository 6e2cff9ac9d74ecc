"""A hand whose answer is on the page is over, however slow the phone is to forget it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.outbox import (
    acts_kept,
    at_home,
    expect_nothing_kept,
    expect_sent,
    hands_on,
    held_storage,
    open_table,
    refused,
    waits,
)
from tests.browser.pens import other_holder
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Game,
    Hand,
    expect_hand,
    key,
    radio,
    save,
    started,
    tap,
)
from tests.support.browser import phone
from tests.support.server import Server

ADDED = (26, 0, 26, 26)


@contextmanager
def forgetting_nothing(page: Page) -> Iterator[None]:
    """The phone's storage takes hands out of the outbox no more."""
    page.evaluate(
        """() => {
            window.forget = IDBObjectStore.prototype.delete;
            IDBObjectStore.prototype.delete = () => { throw new DOMException("", "UnknownError"); };
        }"""
    )
    yield
    page.evaluate("() => { IDBObjectStore.prototype.delete = window.forget; }")


@contextmanager
def table(browser: Browser, game: Game) -> Iterator[Page]:
    """The game's table on a phone with its pen."""
    with phone(browser) as handset:
        open_table(handset.page, game)
        yield handset.page


def save_undecided_moon(page: Page) -> None:
    """Save all cards of Ben’s, and be asked how they count."""
    key(page, QUEEN, "Ben").click()
    key(page, "Hearts of Ben", 13).click()
    save(page)
    expect(page.locator("#moon-add")).to_be_visible()


def test_what_is_answered_is_saved_at_once_however_slow_the_storage(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, moon="choice")
    with table(browser, game) as page:
        with held_storage(page):
            save_undecided_moon(page)
            page.locator("#moon-add").click()
        expect_sent(page, 1)
        assert hands_on(game) == [ADDED]


def test_what_the_storage_could_not_forget_is_not_sent_again(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with table(browser, game) as page:
        # An entry that is being tapped is not replaced by what another phone did.
        tap(page, FIRST)
        other_holder(game, "Emil’s phone").take_down(Hand((6, 7, 0, 0), 0))
        with forgetting_nothing(page):
            save(page)
            expect(page.locator(".duplicate")).to_be_visible()
            # What waits is sent whenever the network is back.
            page.evaluate("dispatchEvent(new Event('online'))")
        page.get_by_role("button", name="Mine is hand 2").click()
        expect_sent(page, 2)
        expect(refused(page)).to_have_count(0)
        assert hands_on(game) == [(19, 7, 0, 0), (5, 21, 0, 0)]


def test_what_is_sent_again_with_a_choice_is_kept_although_it_was_to_be_forgotten(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, moon="choice")
    with table(browser, game) as page:
        with forgetting_nothing(page):
            save_undecided_moon(page)
            page.context.set_offline(True)
            page.locator("#moon-add").click()
            expect(waits(page)).to_have_count(1)
        page.context.set_offline(False)
        expect_sent(page, 1)
        assert hands_on(game) == [ADDED]


@pytest.mark.sample
def test_the_next_hand_can_be_tapped_before_a_choice_is_answered(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, moon="choice")
    with table(browser, game) as page:
        save_undecided_moon(page)
        held: list[Route] = []
        page.route(at_home(game), lambda route: held.append(route), times=1)
        with page.expect_request(at_home(game)):
            page.locator("#moon-add").click()
        key(page, QUEEN, "Cara").click()
        held[0].continue_()
        expect_sent(page, 1)
        expect(waits(page)).to_have_count(0)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        assert hands_on(game) == [ADDED]


def test_a_hand_seen_in_the_outbox_before_its_answer_keeps_no_other_one_waiting(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with table(browser, game) as page:
        held: list[Route] = []
        page.route(at_home(game), lambda route: held.append(route))
        tap(page, FIRST)
        with page.expect_request(at_home(game)):
            save(page)
        # The phone looks into its outbox, as it does every few seconds.
        page.evaluate("dispatchEvent(new Event('pageshow'))")
        acts_kept(page)
        held.pop().continue_()
        expect_hand(page, 2)
        expect_nothing_kept(page)
        tap(page, SECOND)
        with page.expect_request(at_home(game)):
            save(page)
        expect(waits(page)).to_have_count(0)
        held.pop().continue_()
        expect_sent(page, 2)


def test_what_is_said_of_an_incomplete_hand_does_not_come_over_the_complete_one(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with table(browser, game) as page:
        held: list[Route] = []
        page.route(at_home(game), lambda route: held.append(route))
        key(page, QUEEN, "Ben").click()
        with page.expect_request(at_home(game)):
            save(page)
        # Its answer is slow; meanwhile the hand is completed, and saved.
        key(page, "Hearts of Ben", 13).click()
        with page.expect_request(at_home(game)):
            save(page)
        for route in held:
            route.continue_()
        expect_sent(page, 1)
        expect(page.locator(".entry :is(.counts, .taker) [name]:checked")).to_have_count(0)
