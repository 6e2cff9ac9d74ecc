"""Phones without a network: what waits on them, and what becomes of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.play import FOUR, Game, Hand, expect_hand, save, tap
from tests.support.browser import NAME_IN_THE_HOUSE, phone
from tests.support.hosting import until
from tests.support.server import Server

# What the pace of the outbox makes a test wait for, in milliseconds.
SENT_WITHIN = 40_000
THIRD = Hand((3, 3, 3, 4), 0)
# The points of FIRST, SECOND and THIRD.
FIRST_POINTS = (5, 21, 0, 0)
SECOND_POINTS = (0, 1, 15, 10)
THIRD_POINTS = (16, 3, 3, 4)


def at_home(game: Game, host: str = NAME_IN_THE_HOUSE) -> str:
    """The table's address under a name, by which there is no HTTPS, no worker and no Web Lock."""
    return f"http://{host}:{game.server.port}{game.path}"


def open_table(page: Page, game: Game, host: str = NAME_IN_THE_HOUSE) -> None:
    """Open the table with the game's pen."""
    address = at_home(game, host)
    page.context.add_cookies(
        [
            {"name": name, "value": value, "domain": host, "path": "/"}
            for name, value in game.client.cookies.items()
        ]
    )
    page.goto(address)


@contextmanager
def offline_phone(browser: Browser, game: Game, host: str = NAME_IN_THE_HOUSE) -> Iterator[Page]:
    """The table on a phone with the pen whose network has just gone."""
    with phone(browser) as handset:
        open_table(handset.page, game, host)
        handset.page.context.set_offline(True)
        yield handset.page
        assert [each for each in handset.errors if "Uncaught" in each] == []


def enter(page: Page, hand: Hand, names: Sequence[str] = FOUR) -> None:
    """Tap and save a hand that waits from now on."""
    waiting = waits(page).count()
    tap(page, hand, names)
    save(page)
    expect(waits(page)).to_have_count(waiting + 1)


def waits(page: Page) -> Locator:
    """The hands on the sheet that wait on this phone."""
    return page.locator(".sheet .waiting")


def counted(page: Page, index: int) -> Locator:
    """What a waiting hand's row shows for each seat: its points, and the total after it."""
    return waits(page).nth(index).locator("td")


def change(page: Page, number: int) -> None:
    """Tap the number of a hand that waits, to have it in the entry."""
    waits(page).get_by_role("link", name=f"Correct hand {number}", exact=True).click()


def taps(page: Page) -> Locator:
    """What is chosen on the entry."""
    return page.locator(".entry :is(.counts, .taker) [name]:checked")


def refused(page: Page) -> Locator:
    """The hands that the server did not take, each with its reason."""
    return page.locator(".refused")


def choice(page: Page) -> Locator:
    """A hand of this phone beside one of another phone: which of them is it to be?"""
    return page.locator("main .duplicate")


def told(page: Page) -> Locator:
    """What the page says of hands that the server did not take: why, or beside another one."""
    return page.locator("main :is(.refused, .duplicate)")


def expect_sent(page: Page, hands: int, end: str = "ends at 100") -> None:
    """Nothing waits any more, and so many hands are on the sheet."""
    expect(page.locator(".sheet tbody tr:not(.waiting)")).to_have_count(hands, timeout=SENT_WITHIN)
    expect(waits(page)).to_have_count(0)
    expect_hand(page, hands + 1, end)


_KEPT: Final = """() => new Promise((resolve) => {
    indexedDB.open("scorepad").onsuccess = ({ target: { result } }) => {
        const [name] = result.objectStoreNames;
        const counting = result.transaction(name).objectStore(name).count();
        counting.onsuccess = () => { result.close(); resolve(counting.result); };
    };
})"""


def acts_kept(page: Page) -> int:
    """How many acts the phone has for the server."""
    return int(page.evaluate(_KEPT))


def expect_nothing_kept(page: Page) -> None:
    """The phone has nothing to send any more, whatever its pages show."""
    until(lambda: not acts_kept(page), "the outbox to be empty")


def hands_on(game: Game) -> list[tuple[int, ...]]:
    """The points of every hand that the server has, by seat."""
    rows = csv.DictReader(io.StringIO(game.client.get(f"{game.path}/hands.csv").text))
    hands: dict[str, list[int]] = {}
    for row in rows:
        hands.setdefault(row["hand"], []).append(int(row["points"]))
    return [tuple(points) for points in hands.values()]


@contextmanager
def held_storage(page: Page) -> Iterator[None]:
    """A transaction on the phone's database does not end: all others wait."""
    page.evaluate(
        """() => new Promise((resolve) => {
            window.released = false;
            indexedDB.open("scorepad").onsuccess = ({ target }) => {
                const names = [...target.result.objectStoreNames];
                const transaction = target.result.transaction(names, "readwrite");
                const goOn = () => {
                    if (released) return target.result.close();
                    transaction.objectStore(names[0]).count().onsuccess = goOn;
                    resolve();
                };
                goOn();
            };
        })"""
    )
    yield
    page.evaluate("window.released = true")


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


def let_storage_fail(page: Page) -> None:
    """Prepare a page, before it is opened, for :func:`storage_off`."""
    page.add_init_script(FAILING_STORAGE)


@contextmanager
def storage_off(context: BrowserContext) -> Iterator[None]:
    """The phone's database refuses everything meanwhile, in every tab that is prepared."""
    # Every tab sees a cookie at once.
    context.add_cookies(
        [{"name": "storage", "value": "off", "domain": NAME_IN_THE_HOUSE, "path": "/"}]
    )
    yield
    context.clear_cookies(name="storage")


def back(server: Server) -> list[str]:
    """The options with which a server comes back at the address of one that is gone."""
    return ["--port", str(server.port)]
