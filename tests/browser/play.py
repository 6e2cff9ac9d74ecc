"""What people do at the table: start a game, tap a hand, read what the page says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Phone

FOUR = ("Anna", "Ben", "Cara", "Dora")
QUEEN = "queen of spades"


@dataclass(frozen=True)
class Hand:
    """Hearts by seat, and the seat that took the queen of spades."""

    hearts: tuple[int, ...]
    queen: int


def fill_in_names(page: Page, names: Sequence[str] = FOUR) -> None:
    for place, name in enumerate(names, start=1):
        page.get_by_label(f"Name of player {place}", exact=True).fill(name)


def choose_dealer(page: Page, seat: int) -> None:
    page.locator("label.dealer").nth(seat).click()


def press_start(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).click()
    expect(heading(page)).to_have_text("Hand 1")


def start_game(page: Page, address: str, names: Sequence[str] = FOUR, dealer: int = 0) -> None:
    """Start a game of these players, as on the first visit."""
    page.goto(f"{address}/new")
    fill_in_names(page, names)
    choose_dealer(page, dealer)
    press_start(page)


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def keys(page: Page, group: str) -> Locator:
    """The keys side by side that answer one question, such as "Hearts of Anna"."""
    return page.get_by_role("radiogroup", name=group, exact=True)


def key(page: Page, group: str, label: str | int) -> Locator:
    return keys(page, group).get_by_text(str(label), exact=True)


def radio(page: Page, group: str, label: str | int) -> Locator:
    """The radio button behind a key."""
    return keys(page, group).get_by_role("radio", name=str(label), exact=True)


def tap(page: Page, hand: Hand, names: Sequence[str] = FOUR) -> int:
    """Tap a hand with as few taps as it takes, and return how many those are.

    The seats that took no heart are left blank, and of four that took some, the last one.
    """
    key(page, QUEEN, names[hand.queen]).click()
    takers = [seat for seat, count in enumerate(hand.hearts) if count]
    if len(takers) == len(names):
        takers.pop()
    for seat in takers:
        key(page, f"Hearts of {names[seat]}", hand.hearts[seat]).click()
    return 1 + len(takers)


def tap_every_key(page: Page, hand: Hand, names: Sequence[str] = FOUR) -> None:
    """Say everything about a hand, zeros too: for one that was entered before."""
    key(page, QUEEN, names[hand.queen]).click()
    for name, count in zip(names, hand.hearts, strict=True):
        key(page, f"Hearts of {name}", count).click()


def tapped(page: Page) -> Locator:
    """Everything that is chosen on the entry form now."""
    return page.locator("form.entry .keys :checked")


def save(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Save")).click()


def take_down(page: Page, number: int, hand: Hand, names: Sequence[str] = FOUR) -> None:
    """Tap and save a hand, and wait until it stands in the sheet as this number."""
    tap(page, hand, names)
    save(page)
    expect(sheet_rows(page)).to_have_count(number)


def totals(page: Page) -> Locator:
    return page.get_by_label("Totals", exact=True).locator("b")


def expect_totals(page: Page, points: Sequence[int]) -> None:
    """In the sheet's last line and, while the game runs, beside the names above it."""
    said = [str(total).replace("-", "−") for total in points]
    expect(sheet_rows(page).last.locator("td b")).to_have_text(said)
    if totals(page).count():
        expect(totals(page)).to_have_text(said)


def sheet_rows(page: Page) -> Locator:
    return page.locator(".sheet tbody tr")


def correction_link(page: Page, number: int) -> Locator:
    return page.get_by_role("link", name=f"Correct hand {number}", exact=True)


def expect_clean(handset: Phone, *provoked: int) -> None:
    """Nothing went wrong on the phone, but for answers with a status that was provoked."""
    left = [
        error
        for error in handset.errors
        if not any(f"responded with a status of {status} " in error for status in provoked)
    ]
    assert left == []
    assert handset.strangers == []
