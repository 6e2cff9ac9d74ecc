"""What a screen reader is told is enough for a whole game.

Everything is found by its role and its name, as such a reader tells them.
"""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.play import FIRST, FOUR, QUEEN, SECOND, Hand
from tests.browser.ways import HTMX
from tests.support.server import Server


def _press(page: Page, role: str, name: str) -> None:
    """Press the one thing with this role and name, as a reader does, wherever it is."""
    page.get_by_role(role, name=name, exact=True).dispatch_event("click")  # type: ignore[arg-type]


def _expect_hand(page: Page, number: int, totals: list[int], *, offset: int) -> None:
    """The table before this hand; cards go so many seats on, 0 for none."""
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(f"^Hand {number} "))
    told = page.get_by_role("img", name="Seats clockwise: ").get_attribute("aria-label") or ""
    told, passes, _ = re.sub("[\u2068\u2069]", "", told).removesuffix(".").split(". ")
    seats = told.removeprefix("Seats clockwise: ").split("; ")
    assert [each.split()[0] for each in seats if "deals" in each] == [FOUR[(number - 1) % 4]]
    assert [re.split(r" \(|,", each)[0] for each in seats] == [
        f"{name} {total}" for name, total in zip(FOUR, totals, strict=True)
    ]
    pairs = [f"{FOUR[seat]} passes to {FOUR[(seat + offset) % 4]}" for seat in range(4)]
    assert sorted(passes.split(", ")) == (pairs if offset else ["Hold – no passing"])


def _enter(page: Page, number: int, hand: Hand) -> None:
    """Say who took what, and hear what is missing until nothing is."""
    form = page.get_by_role("form", name=f"Enter hand {number}")
    expect(form.get_by_role("status")).to_have_text("13 more ♥ · ♠Q?")
    form.get_by_role("radiogroup", name=QUEEN).get_by_role(
        "radio", name=FOUR[hand.queen]
    ).dispatch_event("click")
    left = 13
    for name, count in zip(FOUR, hand.hearts, strict=True):
        if count:
            group = form.get_by_role("radiogroup", name=f"Hearts of {name}")
            group.get_by_role("radio", name=str(count), exact=True).dispatch_event("click")
            left -= count
            expect(form.get_by_role("status")).to_have_text(f"{left} more ♥" if left else "")


def _expect_said(page: Page, sentence: str) -> None:
    """In the region that screen readers listened to before."""
    heard = page.locator("#heard").and_(page.get_by_role("status"))
    expect(heard).to_have_text(sentence)


def test_a_game_by_what_a_screen_reader_is_told(browser: Browser, scorepad: Server) -> None:
    with HTMX.page(browser) as page:
        page.goto(scorepad.address)
        for place, name in enumerate(FOUR, 1):
            page.get_by_role("combobox", name=f"Name of player {place}").fill(name)
        _press(page, "radio", "Player 1 deals first")
        page.locator("summary", has_text="4 players").click()
        page.get_by_role("textbox", name="Target").fill("50")
        page.get_by_role("combobox", name="Moon").select_option("choice")
        _press(page, "button", "Start game")

        _expect_hand(page, 1, [0, 0, 0, 0], offset=1)
        listened_to = page.locator("#heard").element_handle()
        _enter(page, 1, FIRST)
        _press(page, "button", "Save hand 1")
        _expect_said(page, "Hand 1 saved. Anna 0 → 5. Ben 0 → 21.")
        _expect_hand(page, 2, [5, 21, 0, 0], offset=3)
        _enter(page, 2, SECOND)
        _press(page, "button", "Save hand 2")
        _expect_said(page, "Hand 2 saved. Ben 21 → 22. Cara 0 → 15. Dora 0 → 10.")
        _expect_hand(page, 3, [5, 22, 15, 10], offset=2)

        _press(page, "button", "↶ Undo hand 2")
        _expect_said(page, "Hand 2 undone. Ben 22 → 21. Cara 15 → 0. Dora 10 → 0.")
        _press(page, "button", "↷ Redo")
        _expect_hand(page, 3, [5, 22, 15, 10], offset=2)
        assert listened_to.evaluate("(region) => region.isConnected")

        _press(page, "link", "Correct hand 1")
        expect(page.get_by_role("heading", name="Correct hand 1", exact=True)).to_be_visible()
        page.get_by_role("radiogroup", name=QUEEN).get_by_role("radio", name="Anna").dispatch_event(
            "click"
        )
        _press(page, "button", "Save correction")
        _expect_said(page, "Hand 1 corrected. Anna 5 → 18. Ben 22 → 9.")
        rows = page.get_by_role("table", name="Sheet").get_by_role("row")
        expect(rows.last.get_by_role("cell")).to_have_text(
            [re.compile(f"{total}$") for total in (18, 9, 15, 10)]
        )

        page.locator("summary", has_text="Moon").click()
        page.get_by_role("radiogroup", name="Who shot the moon").get_by_role(
            "radio", name="Ben"
        ).dispatch_event("click")
        choices = page.get_by_role("group", name="How does it count?").get_by_role("button")
        choices.filter(has_text="+26 to the others").dispatch_event("click")
        _expect_said(
            page,
            "Hand 3 saved. \u2068Ben\u2069 shot the moon! "
            "Anna 18 → 44. Cara 15 → 41. Dora 10 → 36.",
        )
        _expect_hand(page, 4, [44, 9, 41, 36], offset=0)
        _enter(page, 4, Hand((5, 8, 0, 0), 0))
        _press(page, "button", "Save hand 4 Ends the game: Ben wins")
        _expect_said(
            page, "Hand 4 saved. Anna 44 → 62. Ben 9 → 17. The game is over. Ben wins with 17."
        )
        expect(page.get_by_role("heading", level=1)).to_have_text("Ben wins with 17.")
        places = page.get_by_role("listitem").filter(has_text=re.compile(r"^\d\w\w "))
        expect(places.first).to_have_text("1st Ben 17")
        _press(page, "button", "Rematch")
        _expect_hand(page, 1, [0, 0, 0, 0], offset=1)
