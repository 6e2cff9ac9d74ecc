"""Hands that are entered while the server cannot be reached: none is lost, none is there twice.

Over plain HTTP by a name, as in most homes, where there is neither a service worker nor a Web Lock.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.following import ask_now
from tests.browser.outbox import (
    SENT_WITHIN,
    THIRD,
    at_home,
    back,
    counted,
    enter,
    expect_sent,
    hands_on,
    offline_phone,
    open_table,
    waits,
)
from tests.browser.pens import other_holder
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Hand,
    dealer,
    expect_hand,
    expect_totals,
    heading,
    key,
    open_moon,
    passes,
    radio,
    save,
    save_button,
    sheet_rows,
    started,
    tap,
)
from tests.browser.ways import CDN_DEAD, HTMX
from tests.support.browser import new_tab, phone
from tests.support.keys import key_selector
from tests.support.server import Server, running_scorepad
from tests.support.torture import short_and_long

AFTER_ALL_THREE: Final = [21, 25, 18, 14]


def _enter_three(page: Page) -> None:
    """Enter three hands that wait, and begin the next one."""
    for number, (hand, deals, way) in enumerate(
        (
            (FIRST, "Ben", "pass right"),
            (SECOND, "Cara", "pass across"),
            (THIRD, "Dora", "hold – no passing"),
        ),
        start=1,
    ):
        enter(page, hand)
        expect_hand(page, number + 1)
        expect(dealer(page)).to_contain_text(deals)
        expect(passes(page)).to_have_text(way)
        expect(page.locator(".entry :is(.counts, .taker) [name]:checked")).to_have_count(0)
    expect(counted(page, 1)).to_have_text(["0 ~5", "1 ~22", "15 ~15", "10 ~10"])
    expect(page.locator(".scene")).to_contain_text("3 hands not sent yet")
    expect(page.locator("#heard")).to_contain_text("hand 3 is kept on this phone")
    key(page, QUEEN, "Cara").click()


def test_that_there_is_no_connection_is_not_said_over_a_hand_that_is_kept(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        held: list[Route] = []
        page.route("**seen=**", lambda route: held.append(route))
        with page.expect_request("**seen=**"):
            open_table(page, game)
        page.context.set_offline(True)
        enter(page, FIRST)
        heard = page.locator("#heard")
        expect(heard).to_contain_text("hand 1 is kept on this phone")
        # Only now the question fails that was on its way; the next one comes after that was said.
        with page.expect_request("**seen=**"):
            held[0].abort()
        assert "hand 1 is kept on this phone" in heard.inner_text()


@pytest.mark.sample
def test_hands_go_on_without_the_server_and_are_sent_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    with HTMX.phone(browser) as one, CDN_DEAD.phone(browser) as other:
        with running_scorepad(tmp_path) as server:
            games = {handset.page: started(server) for handset in (one, other)}
            for page, game in games.items():
                open_table(page, game)
        for page in games:
            _enter_three(page)
        with running_scorepad(tmp_path, options=back(server)):
            for page, game in games.items():
                expect_sent(page, 3)
                expect_totals(page, AFTER_ALL_THREE)
                expect(radio(page, QUEEN, "Cara")).to_be_checked()
                assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10), (16, 3, 3, 4)]
        assert [each for each in one.errors + other.errors if "Uncaught" in each] == []


@pytest.mark.parametrize("kills", short_and_long(2, 8))
def test_a_server_that_dies_at_any_moment_has_each_hand_once(
    browser: Browser, tmp_path: Path, kills: int
) -> None:
    # In milliseconds after the tap: before a hand is saved, while it is, and after it.
    moments = [60 * at // kills for at in range(kills)]
    hands = [Hand((1 + at % 12, 12 - at % 12, 0, 0), at % 4) for at in range(kills)]
    with phone(browser) as handset, ExitStack() as running:
        page = handset.page
        server = running.enter_context(running_scorepad(tmp_path))
        options = back(server)
        game = started(server, target=1000)
        open_table(page, game)
        for number, (moment, hand) in enumerate(zip(moments, hands, strict=True), start=1):
            tap(page, hand)
            save_button(page).dispatch_event("click")
            page.wait_for_timeout(moment)
            server.process.kill()
            server.process.wait()
            server = running.enter_context(running_scorepad(tmp_path, options=options))
            ask_now(page)
            expect_sent(page, number, end="ends at 1000")
        raw = [
            tuple(hand.hearts[seat] + 13 * (seat == hand.queen) for seat in range(4))
            for hand in hands
        ]
        assert hands_on(game) == raw


def test_a_hand_whose_answer_was_lost_is_sent_once_more_and_stands_once(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        open_table(page, game, "127.0.0.1")
        lost: list[str | None] = []

        def lose(route: Route) -> None:
            if route.request.method == "POST" and not lost:
                lost.append(route.request.post_data)
                route.fetch(max_redirects=0)
                route.abort("connectionreset")
            else:
                route.continue_()

        page.route(game.url, lose)
        tap(page, FIRST)
        save(page)
        expect_sent(page, 1)
        assert len(lost) == 1
        assert hands_on(game) == [(5, 21, 0, 0)]
        page.reload()
        expect_sent(page, 1)
        expect(page.locator(".draft")).to_have_count(0)


def test_what_waits_is_there_after_a_reload(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        # Not even a moment to send it in the old page, nor in the new one at once.
        page.route(f"{at_home(game)}*", lambda route: route.abort())
        page.context.set_offline(False)
        page.goto(f"{at_home(game).partition('/pad/')[0]}/new")
        expect(page.locator("#outbox")).to_contain_text("1 hand of another game not sent yet")
        page.unroute(f"{at_home(game)}*")
        ask_now(page)
        expect(page.locator("#outbox")).to_be_empty(timeout=SENT_WITHIN)
        page.goto(at_home(game))
        expect_sent(page, 1)


def test_what_is_not_known_of_the_next_hand_is_not_shown(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        game.give_pen(page)
        page.goto(game.url)
        # As after more hands than the page knows, or on one that an earlier release has made.
        page.locator("#ahead").evaluate("ahead => ahead.remove()")
        page.context.set_offline(True)
        enter(page, FIRST)
        expect(heading(page)).to_contain_text("Hand 2")
        expect(page.locator("svg.picture")).to_have_count(0)
        expect(dealer(page)).to_have_count(0)
        enter(page, SECOND)
        expect(heading(page)).to_contain_text("Hand 3")
        page.context.set_offline(False)
        expect_sent(page, 2)
        expect(dealer(page)).to_contain_text("Cara")


def test_only_what_is_complete_waits(browser: Browser, scorepad: Server) -> None:
    with offline_phone(browser, started(scorepad)) as page:
        key(page, QUEEN, "Cara").click()
        save(page)
        expect(save_button(page)).to_have_text("13 more ♥")
        expect(waits(page)).to_have_count(0)
        enter(page, FIRST)
        save(page)
        expect(waits(page)).to_have_count(1)


@pytest.mark.sample
def test_the_shooters_choice_can_be_made_without_the_server(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, moon="choice")
    with offline_phone(browser, game) as page:
        open_moon(page)
        page.locator("label.key", has=page.locator(key_selector("shooter-1"))).click()
        page.get_by_role("button", name="− shooter").click()
        expect(counted(page, 0)).to_have_text(["0 ~0", "−26 ~−26", "0 ~0", "0 ~0"])
        expect_hand(page, 2)
        page.context.set_offline(False)
        expect_sent(page, 1)
        assert hands_on(game) == [(0, -26, 0, 0)]


def test_what_needs_the_server_says_so(browser: Browser, scorepad: Server) -> None:
    with offline_phone(browser, started(scorepad, hands=[FIRST])) as page:
        page.get_by_role("button", name="Undo hand 1").first.click()
        expect(page.locator("#news")).to_contain_text("This needs the server")
        expect(sheet_rows(page)).to_have_count(1)


def test_the_same_hand_from_two_phones_is_one(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        other = other_holder(game, "Ben’s phone")
        other.take_down(FIRST)
        other.take_down(SECOND)
        page.context.set_offline(False)
        expect_sent(page, 2)
        assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10)]


def test_two_tabs_send_each_hand_once(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        page.context.set_offline(False)
        tab = new_tab(page)
        tab.goto(page.url)
        sent: Counter[str] = Counter()

        def count(request: Request) -> None:
            if request.method == "POST":
                sent[(request.post_data or "").partition("entry_id=")[2].partition("&")[0]] += 1

        page.context.set_offline(True)
        enter(page, FIRST)
        # The other tab goes on with it, and adds one.
        expect_hand(tab, 2)
        expect(waits(tab)).to_have_count(1)
        enter(tab, SECOND)
        expect(waits(page)).to_have_count(2)
        # A tab may still be without a network when the other one is not.
        page.context.on("requestfinished", count)
        page.context.set_offline(False)
        expect_sent(page, 2)
        expect_sent(tab, 2)
        assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10)]
        assert sorted(sent.values()) == [1, 1]


def test_a_hotels_front_page_is_no_answer(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        open_table(page, game)
        page.route(
            f"{at_home(game)}*",
            lambda route: route.fulfill(content_type="text/html", body="<h1>Welcome!</h1>"),
        )
        tap(page, FIRST)
        save(page)
        expect(waits(page)).to_have_count(1)
        page.unroute(f"{at_home(game)}*")
        expect_sent(page, 1)
        assert hands_on(game) == [(5, 21, 0, 0)]
