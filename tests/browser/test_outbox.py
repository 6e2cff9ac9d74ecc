"""Hands that are entered while the server cannot be reached: none is lost, none is there twice.

Over plain HTTP by a name, as in most homes, where there is neither a service worker nor a Web Lock.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.following import ask_now
from tests.browser.outbox import (
    CORRECTED_POINTS,
    FIRST_POINTS,
    KEPT,
    SECOND_POINTS,
    SENT_WITHIN,
    THIRD,
    THIRD_POINTS,
    at_home,
    back,
    change,
    counted,
    enter,
    expect_nothing_kept,
    expect_sent,
    hands_on,
    offline_phone,
    online_phone,
    open_table,
    through,
    waits,
)
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Game,
    Hand,
    another_tab,
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
    tapped,
)
from tests.browser.ways import CDN_DEAD, HTMX
from tests.support.bad_network import bad_network
from tests.support.browser import phone
from tests.support.keys import key_selector
from tests.support.server import Server, running_scorepad
from tests.support.torture import examples


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
        expect(tapped(page)).to_have_count(0)
    expect(counted(page, 1)).to_have_text(["0 ~5", "1 ~22", "15 ~15", "10 ~10"])
    expect(page.locator(".scene")).to_contain_text("3 hands not sent yet")
    expect(page.locator("#heard")).to_contain_text("hand 3 is kept on this phone")
    key(page, QUEEN, "Cara").click()


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
                expect_totals(page, [21, 25, 18, 14])
                expect(radio(page, QUEEN, "Cara")).to_be_checked()
                assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS, THIRD_POINTS]
        assert [each for each in one.errors + other.errors if "Uncaught" in each] == []


def test_a_server_that_dies_at_any_moment_has_each_hand_once(
    browser: Browser, tmp_path: Path
) -> None:
    kills = examples(8, 80)
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


def test_hands_whose_answer_was_lost_stand_once(browser: Browser, game: Game) -> None:
    """Two of the same cards, too: the second one is another hand."""
    with (
        bad_network(game.server.port) as network,
        online_phone(browser, through(network, game)) as page,
    ):
        with network.is_now("down"):
            enter(page, FIRST)
            enter(page, FIRST)
        with network.is_now("held"):
            ask_now(page)
            network.wait_for_held()
            network.release("unheard")
            network.weather = "up"
            expect_sent(page, 2)
        assert hands_on(game) == [FIRST_POINTS] * 2
        page.reload()
        expect_sent(page, 2)
        expect(page.locator(".draft")).to_have_count(0)


def test_another_page_tells_of_what_waits_and_sends_it(offline: Page, game: Game) -> None:
    table = at_home(game)
    enter(offline, FIRST)
    # Not even a moment to send it in the old page, nor in the new one at once.
    offline.route(f"{table}*", lambda route: route.abort())
    offline.context.set_offline(False)
    offline.goto(f"{table.partition('/pad/')[0]}/new")
    expect(offline.locator("#outbox")).to_contain_text("1 hand of another game not sent yet")
    offline.unroute(f"{table}*")
    ask_now(offline)
    expect(offline.locator("#outbox")).to_be_empty(timeout=SENT_WITHIN)
    offline.goto(table)
    expect_sent(offline, 1)


def test_what_is_not_known_of_the_next_hand_is_not_shown(offline: Page) -> None:
    # As after more hands than the page knows.
    offline.locator("#ahead").evaluate("ahead => ahead.remove()")
    enter(offline, FIRST)
    expect(heading(offline)).to_contain_text("Hand 2")
    expect(offline.locator("svg.picture")).to_have_count(0)
    expect(dealer(offline)).to_have_count(0)
    enter(offline, SECOND)
    expect(heading(offline)).to_contain_text("Hand 3")
    offline.context.set_offline(False)
    expect_sent(offline, 2)
    expect(dealer(offline)).to_contain_text("Cara")


def test_only_what_is_complete_waits(offline: Page) -> None:
    key(offline, QUEEN, "Cara").click()
    save(offline)
    expect(save_button(offline)).to_have_text("13 more ♥")
    expect(waits(offline)).to_have_count(0)
    enter(offline, FIRST)
    save(offline)
    expect(waits(offline)).to_have_count(1)


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


def test_two_tabs_send_each_hand_once(online: Page, game: Game) -> None:
    page, tab = online, another_tab(online)
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
    assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]
    assert sorted(sent.values()) == [1, 1]


def test_a_hotels_front_page_is_no_answer(online: Page, game: Game) -> None:
    online.route(
        f"{at_home(game)}*",
        lambda route: route.fulfill(content_type="text/html", body="<h1>Welcome!</h1>"),
    )
    enter(online, FIRST)
    online.unroute(f"{at_home(game)}*")
    expect_sent(online, 1)
    assert hands_on(game) == [FIRST_POINTS]


def test_a_page_whose_token_is_out_of_date_loses_nothing(online: Page, game: Game) -> None:
    """As after the browser was closed: its session is over, the pen is not."""
    online.context.clear_cookies(name="scorepad_session")
    tap(online, FIRST)
    save(online)
    expect_sent(online, 1)
    assert hands_on(game) == [FIRST_POINTS]


@pytest.mark.sample
def test_hands_are_tapped_and_saved_before_the_answer_comes(browser: Browser, game: Game) -> None:
    with (
        bad_network(game.server.port) as network,
        online_phone(browser, through(network, game)) as page,
        network.is_now("held"),
    ):
        tap(page, FIRST)
        save(page)
        network.wait_for_held()
        # The phone looks into its outbox, as it does every few seconds.
        page.evaluate("dispatchEvent(new Event('pageshow'))")
        page.evaluate(KEPT)
        enter(page, SECOND)
        key(page, QUEEN, "Cara").click()
        assert hands_on(game) == []
        network.weather = "up"
        network.release("answered")
        expect_sent(page, 2)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]
        expect_nothing_kept(page)
        # What was seen in the outbox keeps no other hand waiting.
        network.weather = "held"
        tap(page, THIRD)
        save(page)
        network.wait_for_held()
        expect(waits(page)).to_have_count(0)


def test_what_is_said_of_an_incomplete_hand_does_not_come_over_the_complete_one(
    browser: Browser, game: Game
) -> None:
    with (
        bad_network(game.server.port) as network,
        online_phone(browser, through(network, game)) as page,
        network.is_now("held"),
    ):
        key(page, QUEEN, "Ben").click()
        save(page)
        network.wait_for_held()
        # Its answer is slow; meanwhile the hand is completed, and saved.
        key(page, "Hearts of Ben", 13).click()
        save(page)
        network.wait_for_held(2)
        network.weather = "up"
        network.release("answered")
        expect_sent(page, 1)
        expect(tapped(page)).to_have_count(0)


@pytest.mark.parametrize("how", ["at once", "as a thumb does"])
def test_double_tap_after_a_correction(offline: Page, game: Game, how: str) -> None:
    enter(offline, FIRST)
    tap(offline, SECOND)
    change(offline, 1)
    key(offline, QUEEN, "Dora").click()
    if how == "at once":
        save_button(offline).evaluate("(button) => { button.click(); button.click(); }")
    else:
        save_button(offline).dblclick()
    expect(counted(offline, 0).last).to_have_text("13 ~13")
    expect(radio(offline, QUEEN, "Cara")).to_be_checked()
    offline.context.set_offline(False)
    expect_sent(offline, 1)
    assert hands_on(game) == [CORRECTED_POINTS]
    expect(radio(offline, QUEEN, "Cara")).to_be_checked()
