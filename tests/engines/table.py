"""What people do at the table, on a page in any engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from tests.browser.pens import link_of
from tests.browser.play import FOUR, Game, Hand
from tests.engines.tab import Tab
from tests.support.hosting import Client
from tests.support.keys import key_selector
from tests.support.server import Server

_SAVED: Final = ".sheet tbody tr:not(.waiting)"
_HIDDEN: Final = "(selector) => !document.querySelector(selector).checkVisibility()"
_WAITING: Final = ".sheet tbody tr.waiting"


def start(tab: Tab, address: str, names: Sequence[str] = FOUR, **rules: str) -> None:
    """Start a game with the form at an address, as on the first visit; ``rules``: of its fields."""
    tab.open(f"{address}/new")
    for seat, name in enumerate(names):
        tab.until(lambda: tab.count("form.start"), "the start form")
        if tab.call(_HIDDEN, f"input[name=name_{seat}]"):
            tab.tap("form.start .add")
        tab.fill(f"input[name=name_{seat}]", name)
    tab.tap(".players label.dealer")
    if rules:
        tab.tap("#rules > summary")
    for field, value in rules.items():
        tab.fill(f"#{field}", value)
    tab.tap("#start")
    expect_hand(tab, 1)


def expect_hand(tab: Tab, number: int) -> None:
    """The table is before this hand."""
    tab.until(
        lambda: any(each.startswith(f"Hand {number} ") for each in tab.texts("h1")),
        lambda: f"hand {number}: {tab.texts('h1')}",
    )


def tap_hand(tab: Tab, hand: Hand) -> None:
    """Tap who took the queen and the hearts; the seats that took none are left blank."""
    keys = [f"cards_QS-{hand.queen}"]
    keys += [f"hearts_{seat}-{count}" for seat, count in enumerate(hand.hearts) if count]
    for key in keys:
        # The last seat has the rest by itself, and what is chosen would be taken back.
        if not is_chosen(tab, key):
            tap_key(tab, key)


def tap_key(tab: Tab, key: str) -> None:
    """Tap a key, and see it chosen."""
    tab.tap(f"label:has({key_selector(key)})")
    expect_chosen(tab, key)


def expect_chosen(tab: Tab, key: str) -> None:
    """The key is chosen, sooner or later."""
    tab.until(lambda: is_chosen(tab, key), f"{key} to be chosen")


def is_chosen(tab: Tab, key: str) -> bool:
    """Whether the key is chosen."""
    return bool(tab.call("(key) => document.querySelector(key)?.checked", key_selector(key)))


def save(tab: Tab) -> None:
    """Touch the button below the entry."""
    tab.tap("form.entry .finish > button")


def take_down(tab: Tab, number: int, hand: Hand) -> None:
    """Tap and save a hand, and see it on the sheet with this number."""
    tap_hand(tab, hand)
    save(tab)
    expect_saved(tab, number)


def enter(tab: Tab, number: int, hand: Hand) -> None:
    """Tap and save a hand that waits on the phone, as this number of those that do."""
    tap_hand(tab, hand)
    save(tab)
    expect_waiting(tab, number)


def expect_waiting(tab: Tab, hands: int) -> None:
    """So many hands wait on the phone."""
    tab.expect_count(_WAITING, hands)


def expect_saved(tab: Tab, hands: int) -> None:
    """So many hands are on the sheet, none waits, and the next one can be entered."""
    tab.expect_count(_WAITING, 0)
    tab.expect_count(_SAVED, hands)


def expect_totals(tab: Tab, points: Sequence[int]) -> None:
    """In the sheet's last line."""
    tab.expect(f"{_SAVED}:last-child td b", [str(each).replace("-", "−") for each in points])


def game_of(server: Server, tab: Tab) -> Game:
    """The game whose table the tab shows, for somebody who looks on."""
    return Game(Client(server), server, urlsplit(tab.address).path)


def open_with_pen(tab: Tab, game: Game, name: str = "Dora’s phone") -> None:
    """Take a pen from a link, and open the table."""
    tab.open(link_of(game))
    tab.fill("#name", name)
    tab.tap("main form button")
    tab.until(lambda: tab.address.endswith(game.path), "the table")


def ask_now(tab: Tab) -> None:
    """Let the page ask and send at once, as a phone that is in reach again.

    Else it does so every few seconds.
    """
    tab.call("() => { dispatchEvent(new Event('online')); }")


_KEPT: Final = """async () => {
    const page = await caches.match(location.pathname, { ignoreVary: true });
    return page && new DOMParser().parseFromString(await page.text(), "text/html").title;
}"""


def expect_kept(tab: Tab) -> None:
    """The page is kept on the phone as it is now, sooner or later."""
    tab.until(
        lambda: tab.call(_KEPT) == tab.call("() => document.title"),
        lambda: f"the page to be kept, not {tab.call(_KEPT)}",
    )
