"""Phones without a network: what waits on them, and what becomes of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.play import FOUR, QUEEN, Game, Hand, expect_hand, key, radio, save, tap
from tests.support.bad_network import BadNetwork
from tests.support.browser import NAME_IN_THE_HOUSE, phone
from tests.support.hosting import until
from tests.support.server import Server

# What the pace of the outbox makes a test wait for, in milliseconds.
SENT_WITHIN = 40_000
THIRD = Hand((3, 3, 3, 4), 0)
# The points of FIRST, SECOND and THIRD, and of FIRST with the queen taken by Dora.
FIRST_POINTS = (5, 21, 0, 0)
SECOND_POINTS = (0, 1, 15, 10)
THIRD_POINTS = (16, 3, 3, 4)
CORRECTED_POINTS = (5, 8, 0, 13)


def at_home(game: Game, host: str = NAME_IN_THE_HOUSE) -> str:
    """The table's address under a name, by which there is no HTTPS, no worker and no Web Lock."""
    return f"http://{host}:{game.server.port}{game.path}"


def through(network: BadNetwork, game: Game) -> Game:
    """The same game, which phones reach by this network."""
    address = f"http://127.0.0.1:{network.port}"
    return replace(game, server=replace(game.server, address=address))


def open_table(page: Page, game: Game, host: str = NAME_IN_THE_HOUSE) -> None:
    """Open the table with the game's pen."""
    game.give_pen(page, host)
    page.goto(at_home(game, host))


@contextmanager
def online_phone(browser: Browser, game: Game) -> Iterator[Page]:
    """The table on a phone with the pen, on which no script breaks."""
    with phone(browser) as handset:
        open_table(handset.page, game)
        yield handset.page
        assert [each for each in handset.errors if "Uncaught" in each] == []


@contextmanager
def offline_phone(browser: Browser, game: Game) -> Iterator[Page]:
    """The same, whose network has just gone."""
    with online_phone(browser, game) as page:
        page.context.set_offline(True)
        yield page


def enter(page: Page, hand: Hand, names: Sequence[str] = FOUR) -> None:
    """Tap and save a hand that waits from now on."""
    waiting = waits(page).count()
    tap(page, hand, names)
    save(page)
    expect(waits(page)).to_have_count(waiting + 1)


def waits(page: Page) -> Locator:
    """The hands on the sheet that wait on this phone."""
    return page.locator(".sheet .waiting")


def saved(page: Page) -> Locator:
    """The hands on the sheet that the server has."""
    return page.locator(".sheet tbody tr:not(.waiting)")


def counted(page: Page, index: int) -> Locator:
    """What a waiting hand's row shows for each seat: its points, and the total after it."""
    return waits(page).nth(index).locator("td")


def change(page: Page, number: int) -> None:
    """Tap the number of a hand that waits, to have it in the entry."""
    waits(page).get_by_role("link", name=f"Correct hand {number}", exact=True).click()


def correct_first(page: Page) -> None:
    """Correct a hand FIRST that waits."""
    change(page, 1)
    expect(radio(page, QUEEN, "Ben")).to_be_checked()
    key(page, QUEEN, "Dora").click()
    save(page)
    expect(counted(page, 0).last).to_have_text("13 ~13")


def discard(page: Page) -> None:
    """Discard the hand that is in the entry, or was refused."""
    refused(page).get_by_text("Discard it", exact=True).click()
    refused(page).get_by_role("button", name="Discard for good").click()
    expect(refused(page)).to_have_count(0)


def refused(page: Page) -> Locator:
    """The hands that the server did not take, each with its reason."""
    return page.locator(".refused")


def send_again(page: Page) -> None:
    """Send a hand that was refused once more."""
    refused(page).get_by_role("button", name="Send it again").click()


def choice(page: Page) -> Locator:
    """A hand of this phone beside one of another phone: which of them is it to be?"""
    return page.locator("main .duplicate")


def told(page: Page) -> Locator:
    """What the page says of hands that the server did not take: why, or beside another one."""
    return page.locator("main :is(.refused, .duplicate)")


def expect_sent(page: Page, hands: int, end: str = "ends at 100") -> None:
    """Nothing waits any more, and so many hands are on the sheet."""
    expect(saved(page)).to_have_count(hands, timeout=SENT_WITHIN)
    expect(waits(page)).to_have_count(0)
    expect_hand(page, hands + 1, end)


# How many acts the phone keeps for the server, and on how many hands that it is to have.
KEPT: Final = """() => new Promise((resolve) => {
    // Whatever becomes of the request: it is asked again.
    setTimeout(resolve, 5000, null);
    indexedDB.open("scorepad").onsuccess = ({ target: { result } }) => {
        const isMade = result.objectStoreNames.contains("acts");
        const all = isMade && result.transaction("acts").objectStore("acts").getAll();
        result.close();
        if (!isMade) return resolve(null);
        all.onsuccess = () => {
            const acts = all.result;
            const isRemoved = (hand) =>
                acts.some((act) => act.hand === hand && act.kind === "remove");
            const hands = new Set(acts.map(({ hand }) => hand).filter((hand) => !isRemoved(hand)));
            resolve([acts.length, hands.size]);
        };
    };
})"""


def expect_nothing_kept(page: Page) -> None:
    """The phone has nothing to send any more, whatever its pages show."""
    until(lambda: page.evaluate(KEPT) == [0, 0], "the outbox to be empty")


def hands_on(game: Game) -> list[tuple[int, ...]]:
    """The points of every hand that the server has, by seat."""
    rows = csv.DictReader(io.StringIO(game.client.get(f"{game.path}/hands.csv").text))
    hands: dict[str, list[int]] = {}
    for row in rows:
        hands.setdefault(row["hand"], []).append(int(row["points"]))
    return [tuple(points) for points in hands.values()]


# A transaction on the phone's database does not end until it is let go: all others wait.
HOLD_STORAGE: Final = """() => new Promise((resolve) => {
    window.released = false;
    indexedDB.open("scorepad").onsuccess = ({ target: { result } }) => {
        const names = [...result.objectStoreNames];
        const transaction = result.transaction(names, "readwrite");
        transaction.oncomplete = () => result.close();
        const goOn = () => {
            if (window.released) return;
            transaction.objectStore(names[0]).count().onsuccess = goOn;
            resolve();
        };
        goOn();
    };
})"""
RELEASE_STORAGE: Final = "() => { window.released = true; }"


@contextmanager
def held_storage(page: Page) -> Iterator[None]:
    """The phone's database does nothing meanwhile."""
    page.evaluate(HOLD_STORAGE)
    yield
    page.evaluate(RELEASE_STORAGE)


@contextmanager
def standing_clock(page: Page) -> Iterator[None]:
    """The page gives nothing up before the test lets time pass."""
    page.clock.install()
    # The fake clock starts at 0: jump ahead, or earlier events would lie in the future.
    page.clock.pause_at(datetime.now() + timedelta(minutes=5))
    yield
    page.clock.resume()


# While there is a cookie that says so, the database refuses everything in every tab.
FAILING_STORAGE: Final = """{
    const uses = [[IDBFactory, "open"], [IDBDatabase, "transaction"]];
    for (const [{ prototype }, name] of uses) {
        const use = prototype[name];
        prototype[name] = function (...options) {
            if (!document.cookie.includes("storage=off")) return use.apply(this, options);
            throw new DOMException("The storage is off.", "SecurityError");
        };
    }
}"""


@contextmanager
def storage_off(context: BrowserContext) -> Iterator[None]:
    """The phone's database refuses everything meanwhile, in tabs that have FAILING_STORAGE."""
    # Every tab sees a cookie at once.
    context.add_cookies(
        [{"name": "storage", "value": "off", "domain": NAME_IN_THE_HOUSE, "path": "/"}]
    )
    yield
    context.clear_cookies(name="storage")


def back(server: Server) -> list[str]:
    """The options with which a server comes back at the address of one that is gone."""
    return ["--port", str(server.port)]
