"""The outbox on a phone whose storage is off or full, slow or silent, or was cleared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.following import ask_now
from tests.browser.outbox import (
    FAILING_STORAGE,
    FIRST_POINTS,
    SECOND_POINTS,
    THIRD,
    THIRD_POINTS,
    at_home,
    choice,
    counted,
    enter,
    expect_sent,
    hands_on,
    held_storage,
    online_phone,
    refused,
    standing_clock,
    storage_off,
    through,
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
    sheet_rows,
    started,
    tap,
    tapped,
)
from tests.support.bad_network import bad_network
from tests.support.server import Server

# In milliseconds: more than the outbox has with a database that does not answer.
_PATIENCE = 3000
_ADDED = (26, 0, 26, 26)
_NO_ROOM = "no room to keep the hand"


def test_what_waits_is_not_forgotten_while_it_cannot_be_read(online: Page, game: Game) -> None:
    page = online
    page.add_init_script(FAILING_STORAGE)
    page.reload()
    page.context.set_offline(True)
    enter(page, FIRST)
    with storage_off(page.context):
        page.context.set_offline(False)
        # As it does by itself: it looks again.
        ask_now(page)
        tap(page, SECOND)
        save(page)
        expect(page.locator("#news")).to_contain_text(_NO_ROOM)
        expect(waits(page)).to_have_count(1)
        assert hands_on(game) == []
    save(page)
    expect_sent(page, 2)
    assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]


def test_a_phone_without_room_says_so_and_keeps_the_entry(offline: Page, game: Game) -> None:
    session = offline.context.new_cdp_session(offline)
    origin = at_home(game).partition("/pad/")[0]
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    tap(offline, FIRST)
    save(offline)
    expect(offline.locator("#news")).to_contain_text(_NO_ROOM)
    expect(radio(offline, QUEEN, "Ben")).to_be_checked()
    expect(waits(offline)).to_have_count(0)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    save(offline)
    expect(waits(offline)).to_have_count(1)
    offline.context.set_offline(False)
    expect_sent(offline, 1)


def test_hand_stays_on_the_entry_while_it_is_being_kept(offline: Page, game: Game) -> None:
    enter(offline, FIRST)
    with held_storage(offline), standing_clock(offline):
        tap(offline, SECOND)
        save(offline)
        save(offline)
        expect(offline.locator("form.entry.saving")).to_be_visible()
        expect(radio(offline, QUEEN, "Cara")).to_be_checked()
        expect(waits(offline)).to_have_count(1)
    expect(waits(offline)).to_have_count(2)
    expect(tapped(offline)).to_have_count(0)
    enter(offline, THIRD)
    offline.context.set_offline(False)
    expect_sent(offline, 3)
    assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS, THIRD_POINTS]


def test_what_cannot_be_kept_is_told_stays_and_is_not_overtaken(offline: Page, game: Game) -> None:
    """Two quick saves on a storage that keeps neither, without a network."""
    page = offline
    enter(page, THIRD)
    with held_storage(page), standing_clock(page):
        tap(page, FIRST)
        save(page)
        expect(page.locator("form.entry.saving")).to_be_visible()
        if not tapped(page).count():
            tap(page, SECOND)
            save(page)
        page.clock.run_for(_PATIENCE)
        expect(page.locator("#news")).to_contain_text(_NO_ROOM)
        expect(radio(page, QUEEN, "Ben")).to_be_checked()
        expect(radio(page, "Hearts of Ben", 8)).to_be_checked()
    # Whether or not a slow phone has kept it after all, it is the same hand.
    save(page)
    expect(waits(page)).to_have_count(2)
    expect(counted(page, 1).first).to_have_text("5 ~21")
    if tapped(page).count():
        save(page)
    else:
        enter(page, SECOND)
    page.context.set_offline(False)
    expect_sent(page, 3)
    assert hands_on(game) == [THIRD_POINTS, FIRST_POINTS, SECOND_POINTS]


def test_a_database_that_never_answers_stands_in_nobodys_way(online: Page, game: Game) -> None:
    online.add_init_script("indexedDB.open = () => ({});")
    online.reload()
    tap(online, FIRST)
    save(online)
    expect(sheet_rows(online)).to_have_count(1)
    assert hands_on(game) == [FIRST_POINTS]


def test_what_was_cleared_is_kept_again(offline: Page, game: Game) -> None:
    enter(offline, FIRST)
    session = offline.context.new_cdp_session(offline)
    origin = at_home(game).partition("/pad/")[0]
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    tap(offline, SECOND)
    save(offline)
    expect(tapped(offline)).to_have_count(0)
    offline.context.set_offline(False)
    expect_sent(offline, 2)
    assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]


# A hand whose answer is on the page is over, however slow the phone is to forget it.


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


@pytest.fixture
def undecided(scorepad: Server) -> Game:
    """A game in which the shooter of a moon is asked how it counts."""
    return started(scorepad, moon="choice")


def save_moon(page: Page) -> None:
    """Save all cards of Ben’s, and be asked how they count."""
    key(page, QUEEN, "Ben").click()
    key(page, "Hearts of Ben", 13).click()
    save(page)
    expect(page.locator("#moon-add")).to_be_visible()


def test_what_is_answered_is_saved_at_once_however_slow_the_storage(
    browser: Browser, undecided: Game
) -> None:
    with online_phone(browser, undecided) as page:
        with held_storage(page):
            save_moon(page)
            page.locator("#moon-add").click()
        expect_sent(page, 1)
        assert hands_on(undecided) == [_ADDED]


def test_what_the_storage_could_not_forget_is_not_sent_again(online: Page, game: Game) -> None:
    # An entry that is being tapped is not replaced by what another phone did.
    tap(online, FIRST)
    other_holder(game, "Emil’s phone").take_down(THIRD)
    with forgetting_nothing(online):
        save(online)
        expect(choice(online)).to_be_visible()
        # What waits is sent whenever the network is back.
        ask_now(online)
    online.get_by_role("button", name="Mine is hand 2").click()
    expect_sent(online, 2)
    expect(refused(online)).to_have_count(0)
    assert hands_on(game) == [THIRD_POINTS, FIRST_POINTS]


def test_what_is_sent_again_with_a_choice_is_kept_although_it_was_to_be_forgotten(
    browser: Browser, undecided: Game
) -> None:
    with online_phone(browser, undecided) as page:
        with forgetting_nothing(page):
            save_moon(page)
            page.context.set_offline(True)
            page.locator("#moon-add").click()
            expect(waits(page)).to_have_count(1)
        page.context.set_offline(False)
        expect_sent(page, 1)
        assert hands_on(undecided) == [_ADDED]


@pytest.mark.sample
def test_the_next_hand_can_be_tapped_before_a_choice_is_answered(
    browser: Browser, undecided: Game
) -> None:
    with (
        bad_network(undecided.server.port) as network,
        online_phone(browser, through(network, undecided)) as page,
    ):
        save_moon(page)
        with network.is_now("held"):
            page.locator("#moon-add").click()
            network.wait_for_held()
            key(page, QUEEN, "Cara").click()
            network.weather = "up"
            network.release("answered")
            expect_sent(page, 1)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        assert hands_on(undecided) == [_ADDED]
