"""A hand that waits is changed like any other, also while it is on its way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.following import ask_now
from tests.browser.kept import HERE, expect_kept
from tests.browser.outbox import (
    CORRECTED_POINTS,
    FIRST_POINTS,
    SECOND_POINTS,
    THIRD,
    THIRD_POINTS,
    change,
    correct_first,
    counted,
    discard,
    enter,
    expect_nothing_kept,
    expect_sent,
    hands_on,
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
    another_tab,
    dealer,
    expect_hand,
    key,
    radio,
    save,
    save_button,
    sheet_rows,
    started,
    tap,
    tapped,
)
from tests.support.bad_network import BadNetwork, Fate, bad_network
from tests.support.browser import NAME_IN_THE_HOUSE, phone_with_workers
from tests.support.hosting import until
from tests.support.server import running_scorepad


@pytest.mark.sample
def test_any_of_them_in_its_place(offline: Page, game: Game) -> None:
    page = offline
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
    assert hands_on(game) == [FIRST_POINTS, (0, 1, 2, 23), THIRD_POINTS]


def test_the_last_one_is_discarded_and_another_one_entered(offline: Page, game: Game) -> None:
    enter(offline, FIRST)
    enter(offline, SECOND)
    change(offline, 2)
    discard(offline)
    expect_hand(offline, 2)
    expect(tapped(offline)).to_have_count(0)
    enter(offline, THIRD)
    offline.context.set_offline(False)
    expect_sent(offline, 2)
    assert hands_on(game) == [FIRST_POINTS, THIRD_POINTS]


def test_one_after_the_other(offline: Page, game: Game) -> None:
    enter(offline, FIRST)
    enter(offline, SECOND)
    change(offline, 1)
    key(offline, QUEEN, "Anna").click()
    # The first one stays as it is.
    change(offline, 2)
    expect(radio(offline, QUEEN, "Cara")).to_be_checked()
    save(offline)
    expect_hand(offline, 3)
    expect(tapped(offline)).to_have_count(0)
    offline.context.set_offline(False)
    expect_sent(offline, 2)
    assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]


@pytest.mark.parametrize("by_another_tab", [False, True])
def test_what_is_sent_while_it_is_changed_is_corrected(
    online: Page, game: Game, *, by_another_tab: bool
) -> None:
    tab = another_tab(online) if by_another_tab else online
    online.context.set_offline(True)
    enter(online, FIRST)
    expect(waits(tab)).to_have_count(1)
    change(online, 1)
    key(online, QUEEN, "Dora").click()
    online.context.set_offline(False)
    expect_nothing_kept(tab)
    assert hands_on(game) == [FIRST_POINTS]
    # It is still in the entry.
    expect(radio(online, QUEEN, "Dora")).to_be_checked()
    save(online)
    expect(online.locator("form.entry[data-mends]")).to_have_count(0)
    expect_nothing_kept(online)
    expect_sent(online, 1)
    expect(tapped(online)).to_have_count(0)
    assert hands_on(game) == [CORRECTED_POINTS]


@contextmanager
def asking_for_a_token(page: Page) -> Iterator[None]:
    """The phone has a network again, and asks for a token with which it may send."""
    page.evaluate("for (const each of document.getElementsByName('csrf_token')) each.value = ''")
    routes: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET" and "seen=" not in route.request.url:
            routes.append(route)
        else:
            route.fallback()

    def is_asked() -> bool:
        page.wait_for_function("() => new Promise(requestAnimationFrame)")
        return bool(routes)

    page.route(f"{page.url}*", hold)
    page.context.set_offline(False)
    ask_now(page)
    until(is_asked, "a request")
    yield
    for route in routes:
        route.continue_()
    page.unroute(f"{page.url}*", hold)


@pytest.mark.parametrize("discards", [False, True])
def test_what_was_about_to_be_sent_is_sent_as_it_is_then(
    offline: Page, game: Game, *, discards: bool
) -> None:
    enter(offline, FIRST)
    enter(offline, SECOND)
    with asking_for_a_token(offline):
        if discards:
            change(offline, 1)
            discard(offline)
        else:
            correct_first(offline)
    expect_sent(offline, 1 if discards else 2)
    assert hands_on(game) == [*([] if discards else [CORRECTED_POINTS]), SECOND_POINTS]


@contextmanager
def sent_from_one_of_two_tabs(
    browser: Browser, game: Game, host: str
) -> Iterator[tuple[Page, Page, BadNetwork]]:
    """A tab that has sent a hand of which no word has come yet, and another one that shows it."""
    with ExitStack() as running:
        network = running.enter_context(bad_network(game.server.port))
        game = through(network, game)
        if host == HERE:
            page = running.enter_context(phone_with_workers(browser)).new_page()
            open_table(page, game, host)
            expect_kept(page, {game.path})
            tab = page.context.new_page()
            tab.goto(page.url)
        else:
            page = running.enter_context(online_phone(browser, game))
            tab = another_tab(page)
        with network.is_now("down"):
            enter(page, FIRST)
            expect(waits(tab)).to_have_count(1)
        with network.is_now("held"):
            ask_now(page)
            network.wait_for_held()
            yield page, tab, network


# With a service worker, and on plain HTTP without one.
@pytest.mark.parametrize(
    ("host", "fate"),
    [(NAME_IN_THE_HOUSE, "answered"), (HERE, "lost"), (NAME_IN_THE_HOUSE, "unheard")],
)
@pytest.mark.parametrize("discards", [False, True])
def test_changed_in_one_tab_while_the_other_sends_it(
    browser: Browser, game: Game, host: str, fate: Fate, *, discards: bool
) -> None:
    with sent_from_one_of_two_tabs(browser, game, host) as (page, tab, network):
        if discards:
            change(tab, 1)
            discard(tab)
            expect(waits(tab)).to_have_count(0)
        else:
            correct_first(tab)
        network.weather = "up"
        network.release(fate)
        expect_nothing_kept(tab)
        for each in (page, tab):
            expect_sent(each, 0 if discards else 1)
        assert hands_on(game) == ([] if discards else [CORRECTED_POINTS])


@pytest.mark.parametrize("looks", ["waits", "was sent"])
def test_look_at_the_moon_chooser(browser: Browser, tmp_path: Path, looks: str) -> None:
    """While a hand waits whose answer was lost, or that was sent and is not on the page yet."""
    with running_scorepad(tmp_path) as server, bad_network(server.port) as network:
        game = through(network, started(server, moon="choice"))
        with online_phone(browser, game) as page:
            # Nor does the page ask what the server has.
            page.route("**/*seen=*", lambda route: route.abort())
            with network.is_now("held"):
                tap(page, FIRST)
                save(page)
                network.wait_for_held()
                network.release("unheard")
                expect(waits(page)).to_have_count(1)
                if looks == "waits":
                    look_at_moons(page)
                    enter(page, SECOND)
            if looks == "was sent":
                # Nothing takes the place of what is being tapped.
                key(page, QUEEN, "Cara").click()
                ask_now(page)
                expect(page.locator("#heard")).to_have_text("Hand sent.")
                key(page, QUEEN, "Cara").click()
                look_at_moons(page)
                with network.is_now("down"):
                    tap(page, SECOND)
                    save(page)
                    expect(page.locator("#heard")).to_contain_text("is kept on this phone")
            expect(sheet_rows(page)).to_have_count(2)
            page.unroute("**/*seen=*")
            ask_now(page)
            expect_sent(page, 2)
            assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]


def look_at_moons(page: Page) -> None:
    """See how a moon of Ben’s would count, and cancel it."""
    page.locator("#moon").click()
    key(page, "Who shot the moon", "Ben").click()
    expect(page.locator("#moons .outcome .of").first).to_be_visible()
    key(page, "Who shot the moon", "Cancel").click()
    expect(page.locator("#moons .outcome")).to_have_count(0)
