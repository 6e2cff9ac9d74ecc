"""Each way in which the outbox has lost a hand, doubled it, or put it in the wrong place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.following import ask_now
from tests.browser.kept import HERE, expect_kept, phone_with
from tests.browser.other_phone import OtherPhone
from tests.browser.outbox import (
    FIRST_POINTS,
    SECOND_POINTS,
    SENT_WITHIN,
    THIRD,
    THIRD_POINTS,
    back,
    change,
    choice,
    counted,
    enter,
    expect_nothing_kept,
    expect_sent,
    hands_on,
    held_storage,
    offline_phone,
    open_table,
    refused,
    standing_clock,
    taps,
    told,
    waits,
)
from tests.browser.pens import other_holder
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Game,
    key,
    radio,
    save,
    save_button,
    started,
    tap,
)
from tests.support.bad_network import BadNetwork, Fate, bad_network
from tests.support.browser import NAME_IN_THE_HOUSE, new_tab, phone, phone_with_workers
from tests.support.server import Server, running_scorepad

# FIRST with the queen taken by Dora.
CORRECTED_POINTS = (5, 8, 0, 13)


@pytest.mark.sample
def test_kept_page_opened_three_times(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with phone_with(browser, game) as page:
        page.context.set_offline(True)
        for waiting, hand in enumerate((FIRST, SECOND, THIRD)):
            page.reload()
            expect(waits(page)).to_have_count(waiting)
            enter(page, hand)
        page.context.set_offline(False)
        expect_sent(page, 3)
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS, THIRD_POINTS]


def discard_changed(page: Page) -> None:
    """Discard the hand that is in the entry."""
    discard = page.locator(".beside .refused")
    discard.get_by_text("Discard it", exact=True).click()
    discard.get_by_role("button", name="Discard for good").click()
    expect(discard).to_have_count(0)


def discard_first_of_two(page: Page) -> None:
    """Enter two hands that wait, and discard the first of them."""
    enter(page, FIRST)
    enter(page, SECOND)
    change(page, int(waits(page).first.get_by_role("link").inner_text()))
    discard_changed(page)
    expect(waits(page)).to_have_count(1)


def test_discarded_then_another_hand_of_another_pen(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        discard_first_of_two(page)
        other_holder(game, "Ben’s phone").take_down(THIRD)
        page.context.set_offline(False)
        expect(told(page)).to_have_count(1, timeout=SENT_WITHIN)
        expect(told(page)).to_contain_text("Ben’s phone")
        assert hands_on(game) == [THIRD_POINTS]


def test_discarded_then_undone_by_another_pen(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[THIRD])
    with offline_phone(browser, game) as page:
        discard_first_of_two(page)
        OtherPhone(game, print).undo_once()
        page.context.set_offline(False)
        expect(refused(page)).to_have_count(1, timeout=SENT_WITHIN)
        assert hands_on(game) == []
        refused(page).get_by_role("button", name="Send it again").click()
        expect_sent(page, 1)
        assert hands_on(game) == [SECOND_POINTS]


def test_a_request_that_the_server_does_not_take_says_why(
    browser: Browser, scorepad: Server
) -> None:
    """As where a privacy setting hides from which page it comes."""
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        open_table(page, game)
        answer = game.client.post(game.path, {})
        assert answer.status == 400

        def refuse(route: Route) -> None:
            if route.request.method == "POST":
                route.fulfill(status=400, content_type="text/html", body=answer.text)
            else:
                route.fallback()

        page.route("**", refuse)
        tap(page, FIRST)
        save(page)
        expect(refused(page)).to_contain_text("reload the page")
        page.reload()
        expect(refused(page)).to_contain_text("reload the page")
        page.unroute("**", refuse)
        refused(page).get_by_role("button", name="Send it again").click()
        expect_sent(page, 1)
        assert hands_on(game) == [FIRST_POINTS]


@contextmanager
def restored_meanwhile(
    browser: Browser, folder: Path, *, discards: bool
) -> Iterator[tuple[Page, Game]]:
    """A phone with a hand that waits, and a server with a database from before the hand THIRD.

    ``discards``: whether another hand waited before that.
    """
    data, copy = folder / "data", folder / "copy"
    with ExitStack() as running:
        with running_scorepad(data) as server:
            game = started(server)
        shutil.copytree(data, copy)
        with running_scorepad(data, options=back(server)):
            game.take_down(THIRD)
            page = running.enter_context(phone(browser)).page
            open_table(page, game)
            expect(page.locator(".sheet tbody tr")).to_have_count(1)
        if discards:
            discard_first_of_two(page)
        else:
            enter(page, SECOND)
        # It must not find the server before the test is done there.
        page.context.set_offline(True)
        shutil.rmtree(data)
        copy.rename(data)
        running.enter_context(running_scorepad(data, options=back(server)))
        yield page, game


@pytest.mark.parametrize(("others", "discards"), [(0, False), (1, True), (2, False)])
def test_older_database(browser: Browser, tmp_path: Path, *, discards: bool, others: int) -> None:
    """Other hands are played since then, so that its revision may be that of the page."""
    with restored_meanwhile(browser, tmp_path, discards=discards) as (page, game):
        theirs = [FIRST_POINTS, THIRD_POINTS][:others]
        for hand in (FIRST, THIRD)[:others]:
            game.take_down(hand)
        page.context.set_offline(False)
        expect(told(page)).to_have_count(1, timeout=SENT_WITHIN)
        assert hands_on(game) == theirs
        # The same hand or another one.
        told(page).locator(".again, #save-next").click()
        expect_sent(page, 1 + others)
        assert hands_on(game) == [*theirs, SECOND_POINTS]


@pytest.mark.parametrize("looks", ["waits", "was sent"])
def test_look_at_the_moon_chooser(browser: Browser, tmp_path: Path, looks: str) -> None:
    """While a hand waits whose answer was lost, or that was sent and is not on the page yet."""
    with running_scorepad(tmp_path) as server, bad_network(server.port) as network:
        game = through(network, started(server, moon="choice"))
        with phone(browser) as handset:
            page = handset.page
            open_table(page, game)
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
            expect(page.locator(".sheet tbody tr")).to_have_count(2)
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


def through(network: BadNetwork, game: Game) -> Game:
    """The same game, which phones reach by this network."""
    address = f"http://127.0.0.1:{network.port}"
    return replace(game, server=replace(game.server, address=address))


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
        else:
            page = running.enter_context(phone(browser)).page
        open_table(page, game, host)
        if host == HERE:
            expect_kept(page, {game.path})
        tab = page.context.new_page() if host == HERE else new_tab(page)
        tab.goto(page.url)
        with network.is_now("down"):
            enter(page, FIRST)
            expect(waits(tab)).to_have_count(1)
        with network.is_now("held"):
            ask_now(page)
            network.wait_for_held()
            yield page, tab, network


# With a service worker, and on plain HTTP without one.
_FATES = [(NAME_IN_THE_HOUSE, "answered"), (HERE, "lost"), (NAME_IN_THE_HOUSE, "unheard")]


@pytest.mark.parametrize(("host", "fate"), _FATES)
def test_discarded_in_one_tab_while_the_other_sends_it(
    browser: Browser, scorepad: Server, host: str, fate: Fate
) -> None:
    game = started(scorepad)
    with sent_from_one_of_two_tabs(browser, game, host) as (page, tab, network):
        change(tab, 1)
        discard_changed(tab)
        expect(waits(tab)).to_have_count(0)
        network.weather = "up"
        network.release(fate)
        expect_nothing_kept(tab)
        expect_sent(page, 0)
        expect_sent(tab, 0)
        assert hands_on(game) == []


@pytest.mark.parametrize(("host", "fate"), _FATES)
def test_corrected_in_a_second_tab_while_being_sent(
    browser: Browser, scorepad: Server, host: str, fate: Fate
) -> None:
    game = started(scorepad)
    with sent_from_one_of_two_tabs(browser, game, host) as (page, tab, network):
        correct_first(tab)
        network.weather = "up"
        network.release(fate)
        expect_sent(page, 1)
        expect_sent(tab, 1)
        assert hands_on(game) == [CORRECTED_POINTS]


def correct_first(page: Page) -> None:
    """Correct a hand FIRST that waits."""
    change(page, 1)
    expect(radio(page, QUEEN, "Ben")).to_be_checked()
    key(page, QUEEN, "Dora").click()
    save(page)
    expect(counted(page, 0).last).to_have_text("13 ~13")


def test_choice_of_two_hands_then_reload(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        open_table(page, game)
        tap(page, FIRST)
        other_holder(game, "Ben’s phone").take_down(THIRD)
        save(page)
        expect(choice(page)).to_be_visible()
        for _ in range(2):
            page.reload()
            expect(told(page)).to_have_count(1)
            expect(told(page)).to_contain_text("21")
        page.get_by_role("button", name="Mine is hand 2").click()
        expect_sent(page, 2)
        assert hands_on(game) == [THIRD_POINTS, FIRST_POINTS]


def test_wrong_data_folder_then_reload(browser: Browser, tmp_path: Path) -> None:
    with phone(browser) as handset:
        page = handset.page
        with running_scorepad(tmp_path / "right") as server:
            game = started(server)
            open_table(page, game)
        with running_scorepad(tmp_path / "wrong", options=back(server)):
            tap(page, FIRST)
            save(page)
            expect(taps(page)).to_have_count(0)
            for _ in range(2):
                page.reload()
                expect(told(page)).to_have_count(1)
                expect(told(page)).to_contain_text("21")
        with running_scorepad(tmp_path / "right", options=back(server)):
            page.reload()
            refused(page).get_by_role("button", name="Send it again").click()
            expect_sent(page, 1)
            assert hands_on(game) == [FIRST_POINTS]


def test_a_hand_that_comes_back_is_not_overtaken(browser: Browser, scorepad: Server) -> None:
    """Two quick saves on a storage that keeps neither, without a network."""
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, THIRD)
        with held_storage(page), standing_clock(page):
            tap(page, FIRST)
            save(page)
            if not taps(page).count():
                tap(page, SECOND)
                save(page)
            page.clock.run_for(3000)
            expect(page.locator("#news")).to_be_visible()
            expect(radio(page, QUEEN, "Ben")).to_be_checked()
        save(page)
        expect(waits(page)).to_have_count(2)
        expect(counted(page, 1).first).to_have_text("5 ~21")
        if taps(page).count():
            save(page)
        else:
            enter(page, SECOND)
        page.context.set_offline(False)
        expect_sent(page, 3)
        assert hands_on(game) == [THIRD_POINTS, FIRST_POINTS, SECOND_POINTS]


def test_two_equal_hands_with_a_lost_answer(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with bad_network(scorepad.port) as network, phone(browser) as handset:
        page = handset.page
        open_table(page, through(network, game))
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


@pytest.mark.parametrize("how", ["at once", "as a thumb does"])
def test_double_tap_after_a_correction(browser: Browser, scorepad: Server, how: str) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        tap(page, SECOND)
        change(page, 1)
        key(page, QUEEN, "Dora").click()
        if how == "at once":
            save_button(page).evaluate("(button) => { button.click(); button.click(); }")
        else:
            save_button(page).dblclick()
        expect(counted(page, 0).last).to_have_text("13 ~13")
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        page.context.set_offline(False)
        expect_sent(page, 1)
        assert hands_on(game) == [CORRECTED_POINTS]
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
