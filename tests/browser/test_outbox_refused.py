"""Hands that waited and that the server refuses: why is told, and what can be done about them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.other_phone import OtherPhone
from tests.browser.outbox import (
    SENT_WITHIN,
    THIRD,
    at_home,
    choice,
    enter,
    expect_sent,
    hands_on,
    offline_phone,
    refused,
    waits,
)
from tests.browser.pens import link_of, other_holder, withdraw
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
        assert hands_on(game) == [(16, 3, 3, 4)]
        page.reload()
        expect(choice(page)).to_have_count(1)
        expect(waits(page)).to_have_count(2)
        assert hands_on(game) == [(16, 3, 3, 4)]


def test_a_refused_hand_can_be_discarded(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        conflicting(game, page)
        choice(page).get_by_role("link").click()
        expect(choice(page)).to_have_count(0)
        expect_sent(page, 2)
        assert hands_on(game) == [(16, 3, 3, 4), (0, 1, 15, 10)]


def test_a_refused_hand_can_be_sent_again_as_the_next_one(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        conflicting(game, page)
        choice(page).get_by_role("button", name="Mine is hand 2").click()
        expect_sent(page, 3)
        assert hands_on(game) == [(16, 3, 3, 4), (5, 21, 0, 0), (0, 1, 15, 10)]


def test_a_refused_hand_can_take_the_place_of_the_other(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        conflicting(game, page)
        choice(page).get_by_role("button", name="Replace hand 1 with mine").click()
        expect_sent(page, 2)
        assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10)]


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
        assert hands_on(game) == [(16, 3, 3, 4), (5, 8, 0, 13), (0, 1, 15, 10)]


def test_a_pen_that_was_withdrawn_meanwhile(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    holder = other_holder(game, "Ben’s phone")
    with offline_phone(browser, holder) as page:
        enter(page, FIRST)
        withdraw(game)
        page.context.set_offline(False)
        expect(refused(page)).to_contain_text("only a phone with a pen", timeout=SENT_WITHIN)
        assert hands_on(game) == []
        page.reload()
        expect(refused(page)).to_have_count(1)
        # With a new pen it is sent.
        page.goto(link_of(game).replace("127.0.0.1", "scorepad.test"))
        page.get_by_label("What is this phone called?").fill("Ben’s phone")
        page.get_by_role("button", name="Take the pen", exact=True).click()
        expect(page.locator("form.entry")).to_be_visible()
        page.goto(at_home(game))
        refused(page).get_by_role("button", name="Send it again").click()
        expect_sent(page, 1)
        assert hands_on(game) == [(5, 21, 0, 0)]


def test_a_game_that_was_over_meanwhile(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[FIRST])
    with offline_phone(browser, game) as page:
        enter(page, SECOND)
        assert OtherPhone(game, print).stop()
        page.context.set_offline(False)
        expect(refused(page)).to_have_count(1, timeout=SENT_WITHIN)
        expect(refused(page).locator(".reason")).not_to_be_empty()
        expect(refused(page).get_by_role("button", name="Change it")).to_be_hidden()
        assert hands_on(game) == [(5, 21, 0, 0)]
