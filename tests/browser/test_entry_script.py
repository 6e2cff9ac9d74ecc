"""The entry's script: it adds up, offers only what can be, and lets a tap be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.play import (
    FOUR,
    QUEEN,
    correction_link,
    expect_hand,
    expect_totals,
    gains,
    heading,
    key,
    keys,
    radio,
    save,
    save_button,
    tapped,
)


def _hearts(page: Page, name: str, count: int) -> None:
    key(page, f"Hearts of {name}", count).click()


def _expect_gains(page: Page, *points: int | None) -> None:
    """Beside the names; ``None``: nothing was said about that seat yet."""
    texts = ["0?" if each is None else f"{each:+}" if each else "0" for each in points]
    expect(gains(page)).to_have_text([text.replace("-", "−") for text in texts])


def _expect_missing(page: Page, what: str) -> None:
    """The button says what is missing, and a screen reader hears it."""
    expect(save_button(page)).to_have_text(what)
    expect(page.locator("#missing")).to_have_text("" if what.startswith("Save") else what)


def _expect_offered(page: Page, name: str, most: int) -> None:
    """The numbers up to this one can be chosen, no others."""
    buttons = keys(page, f"Hearts of {name}").get_by_role("radio")
    expect(buttons.and_(page.locator(":enabled"))).to_have_count(most + 1)
    expect(radio(page, f"Hearts of {name}", most)).to_be_enabled()


def _meant(page: Page) -> Locator:
    """The numbers that follow from the others."""
    return page.locator(".counts .meant:not(.more)")


def _expect_meant(page: Page, meant: Sequence[tuple[str, int]]) -> None:
    expect(_meant(page)).to_have_count(len(meant))
    for name, count in meant:
        one = _meant(page).and_(key(page, f"Hearts of {name}", count))
        expect(one).to_have_count(1)


def test_it_adds_up_and_offers_what_can_be(table: Page) -> None:
    page = table
    _expect_gains(page, None, None, None, None)
    _expect_missing(page, "13 more ♥ · ♠Q?")
    for name in FOUR:
        _expect_offered(page, name, 13)
    key(page, QUEEN, "Anna").click()
    _expect_gains(page, 13, None, None, None)
    _hearts(page, "Anna", 5)
    _hearts(page, "Ben", 6)
    _expect_gains(page, 18, 6, None, None)
    _expect_missing(page, "2 more ♥")
    for name, most in zip(FOUR, (7, 8, 2, 2), strict=True):
        _expect_offered(page, name, most)
    _expect_meant(page, [])

    _hearts(page, "Cara", 1)
    _expect_meant(page, [("Dora", 1)])
    _expect_gains(page, 18, 6, 1, 1)
    _expect_missing(page, "Save hand 1")
    _hearts(page, "Cara", 1)  # Once more: taken back.
    expect(tapped(page).and_(page.locator(".counts input"))).to_have_count(2)
    _expect_meant(page, [])
    _expect_gains(page, 18, 6, None, None)
    _expect_missing(page, "2 more ♥")
    for name, most in zip(FOUR, (7, 8, 2, 2), strict=True):
        _expect_offered(page, name, most)

    key(page, QUEEN, "Anna").click()
    _expect_gains(page, 5, 6, None, None)
    key(page, QUEEN, "Dora").click()
    _hearts(page, "Ben", 8)
    _expect_meant(page, [("Cara", 0), ("Dora", 0)])
    _expect_gains(page, 5, 8, 0, 13)
    save(page)
    expect_hand(page, 2)
    expect_totals(page, [5, 8, 0, 13])
    _expect_gains(page, None, None, None, None)
    _expect_missing(page, "13 more ♥ · ♠Q?")


def test_a_correction_keeps_the_other_numbers(table: Page) -> None:
    page = table
    key(page, QUEEN, "Ben").click()
    _hearts(page, "Anna", 5)
    _hearts(page, "Ben", 6)
    _hearts(page, "Cara", 1)
    save(page)
    expect_hand(page, 2)
    correction_link(page, 1).click()
    expect(heading(page)).to_have_text("Correct hand 1")
    counts = {"Anna": 5, "Ben": 6, "Cara": 1, "Dora": 1}
    expect(radio(page, QUEEN, "Ben")).to_be_checked()
    for name, count in counts.items():
        expect(radio(page, f"Hearts of {name}", count)).to_be_checked()
        _expect_offered(page, name, 13)
    _expect_gains(page, 5, 19, 1, 1)

    _hearts(page, "Ben", 9)
    for name, count in (counts | {"Ben": 9}).items():
        expect(radio(page, f"Hearts of {name}", count)).to_be_checked()
        expect(radio(page, f"Hearts of {name}", count)).to_be_enabled()
    _expect_missing(page, "3 ♥ too many")
    _expect_gains(page, 5, 22, 1, 1)
    _hearts(page, "Anna", 2)
    _expect_missing(page, "Save correction")
    save(page)
    expect_hand(page, 2)
    expect_totals(page, [2, 22, 1, 1])
