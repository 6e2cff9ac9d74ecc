"""Corrections seen beforehand, undo, what goes wrong at a table; all without script too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import (
    FIRST,
    FOUR,
    SECOND,
    Hand,
    at_table,
    correction_link,
    expect_hand,
    expect_totals,
    fixes,
    heading,
    key,
    news,
    press_start,
    radio,
    save,
    sheet_rows,
    take_down,
    tap_every_key,
)
from tests.browser.ways import NO_SCRIPT
from tests.support.server import Server

_ENDING = Hand((7, 4, 2, 0), 0)  # Of a game to 20.


def _act(page: Page, what: str) -> None:
    page.get_by_role("button", name=what, exact=True).click()


def _seats(page: Page) -> list[str]:
    """The players by seat."""
    return page.locator(".taker").first.locator(".key > span").all_text_contents()


def _turn(page: Page, name: str) -> None:
    page.get_by_text("Which seat is yours?", exact=True).click()
    page.locator(".sit").get_by_role("link", name=name).click()


def _expect_at_the_bottom(page: Page, seat: int) -> None:
    tops = [
        page.locator(f".seat[data-seat='{each}'] .plate").evaluate(
            "(plate) => plate.getBoundingClientRect().top"
        )
        for each in range(4)
    ]
    assert tops.index(max(tops)) == seat


def test_a_correction_is_shown_before_and_after(browser: Browser, scorepad: Server) -> None:
    changes = ["Ben 4 → 0.", "Dora 0 → 4.", "Ben wins instead of Dora."]
    with at_table(browser, scorepad, hands=[_ENDING], target=20) as page:
        expect(heading(page)).to_have_text("Dora wins with 0.")
        correction_link(page, 1).click()
        expect(heading(page)).to_have_text("Correct hand 1")
        corrected = Hand((7, 0, 2, 4), 0)
        tap_every_key(page, corrected)
        _act(page, "Preview new totals")
        expect(page.locator("#changes li")).to_have_text(changes)
        expect(heading(page)).to_have_text("Correct hand 1")
        for name, count in zip(FOUR, corrected.hearts, strict=True):
            expect(radio(page, f"Hearts of {name}", count)).to_be_checked()
        page.reload()  # Shown, not saved.
        expect_totals(page, [20, 4, 2, 0])
        tap_every_key(page, corrected)
        save(page)
        expect(heading(page)).to_have_text("Ben wins with 0.")
        expect(news(page)).to_have_text(" ".join(["Hand 1 corrected.", *changes]))
        expect_totals(page, [20, 0, 2, 4])
        page.reload()
        expect(news(page)).to_have_count(0)


def test_a_correction_that_changes_nothing(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST], provoked=[422]) as page:
        correction_link(page, 1).click()
        _act(page, "Preview new totals")
        expect(page.locator("#changes li")).to_have_text(["Nothing."])
        key(page, "Hearts of Ben", 9).click()
        _act(page, "Preview new totals")
        expect(page.get_by_text("Not saved: 1 ♥ too many.")).to_be_visible()


def test_undo_and_redo(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST]) as page:
        expect(page.locator("#undo")).to_have_text("↶ Undo hand 1: Anna 5 and Ben 21")
        expect(page.locator("#redo")).to_have_count(0)
        page.locator("#undo").click()
        expect_hand(page, 1)
        expect(sheet_rows(page)).to_have_count(0)
        expect(news(page)).to_have_text("Hand 1 undone. Anna 5 → 0. Ben 21 → 0.")
        page.locator("#redo").click()
        expect_hand(page, 2)
        # The same within a thumb's reach.
        quick_undo, quick_redo = page.locator("#quick-undo"), page.locator("#quick-redo")
        expect(quick_undo).to_have_text("↶ Undo hand 1")
        expect(quick_undo).to_be_in_viewport()
        quick_undo.click()
        expect(quick_redo).to_have_text("↷ Redo")
        expect(quick_redo).to_be_in_viewport()
        expect(quick_undo).to_have_count(0)
        quick_redo.click()
        expect_hand(page, 2)
        expect_totals(page, [5, 21, 0, 0])
        correction_link(page, 1).click()
        tap_every_key(page, SECOND)
        save(page)
        expect_totals(page, [0, 1, 15, 10])
        page.locator("#undo").click()
        expect_totals(page, [5, 21, 0, 0])
        page.locator("#undo").click()
        expect(sheet_rows(page)).to_have_count(0)
        page.locator("#redo").click()
        expect_totals(page, [5, 21, 0, 0])
        page.locator("#redo").click()
        expect_totals(page, [0, 1, 15, 10])


def test_stopped_and_gone_on_with(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[Hand((5, 8, 0, 0), 2)]) as page:
        fixes(page)
        _act(page, "End game now")
        expect(heading(page)).to_have_text("Dora wins with 0.")
        expect(page.get_by_text("Ended early, by agreement.", exact=True)).to_be_visible()
        expect(page.locator("form.entry")).to_have_count(0)
        fixes(page)
        _act(page, "Resume")
        expect_hand(page, 2)
        expect(news(page)).to_have_text("Game resumed.")
        take_down(page, 2, SECOND)


def test_into_the_bin_and_out_again(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST]) as page:
        fixes(page)
        _act(page, "Move to bin")
        expect(page.get_by_role("heading", name="In the bin")).to_be_visible()
        expect(page.locator("form.entry")).to_have_count(0)
        _act(page, "Restore")
        expect_hand(page, 2)
        take_down(page, 2, SECOND)


def test_a_rematch(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[_ENDING], target=20) as page:
        table = page.url
        _act(page, "Rematch")
        expect_hand(page, 1, "ends at 20")
        assert page.url == table.removesuffix("1") + "2"
        expect(page.locator(".deal")).to_have_text("Ben deals")
        assert _seats(page) == list(FOUR)
        page.goto(table)
        _act(page, "Rematch, new seats by lot")
        expect_hand(page, 1, "ends at 20")
        assert sorted(_seats(page)) == list(FOUR)


def test_somebody_else_goes_on(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST], provoked=[422]) as page:
        fold = fixes(page)
        fold.get_by_label("Leaving").select_option(label="Ben")
        fold.get_by_label("Joining", exact=True).fill("Dora")
        _act(page, "Replace")
        expect(fold.locator(".fault")).to_contain_text("Dora")
        expect(fold.get_by_label("Joining", exact=True)).to_have_value("Dora")
        fold.get_by_label("Leaving").select_option(label="Ben")
        fold.get_by_label("Joining", exact=True).fill("Emil")
        _act(page, "Replace")
        expect(page.locator(".taker .key > span").nth(1)).to_have_text("Emil")
        assert _seats(page) == ["Anna", "Emil", "Cara", "Dora"]
        expect_totals(page, [5, 21, 0, 0])
        take_down(page, 2, SECOND, ("Anna", "Emil", "Cara", "Dora"))
        expect_totals(page, [5, 22, 15, 10])


def test_another_pass_and_another_dealer(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as page:
        expect(page.locator(".pass")).to_have_text("Pass left")
        fold = fixes(page)
        fold.get_by_label("Pass", exact=True).select_option(label="Across")
        fold.get_by_label("Dealer").select_option(label="Cara")
        _act(page, "Use for this hand")
        expect(page.locator(".pass")).to_have_text("Pass across")
        expect(page.locator(".pairs li")).to_have_text(
            ["Anna → Cara", "Ben → Dora", "Cara → Anna", "Dora → Ben"]
        )
        expect(page.locator(".deal")).to_have_text("Cara deals")
        take_down(page, 1, FIRST)
        expect(page.locator(".pass")).to_have_text("Hold – no passing")
        expect(page.locator(".deal")).to_have_text("Dora deals")
        expect(sheet_rows(page).first.locator("td").nth(2)).to_have_attribute("title", "dealt")


def test_the_table_is_turned(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as page:
        address = page.url
        _expect_at_the_bottom(page, 0)
        _turn(page, "Cara")
        expect(page.locator(".sit[open]")).to_have_count(0)
        expect_hand(page, 1)
        assert page.url == address
        _expect_at_the_bottom(page, 2)
        take_down(page, 1, FIRST)
        _expect_at_the_bottom(page, 2)
        page.reload()
        _expect_at_the_bottom(page, 2)
        expect_totals(page, [5, 21, 0, 0])
        page.goto(f"{address.removesuffix('table/1')}new")
        press_start(page)
        _expect_at_the_bottom(page, 2)


def test_what_goes_wrong_is_one_tap_away(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST]) as page:
        page.get_by_role("link", name="Correct / more").click()
        expect(page.get_by_label("Leaving")).to_be_in_viewport()


@pytest.mark.torture
def test_all_of_it_works_without_script(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, NO_SCRIPT, hands=[FIRST], provoked=[422]) as page:
        # A correction, seen beforehand, saved, undone and redone.
        correction_link(page, 1).click()
        key(page, "Hearts of Ben", 9).click()
        _act(page, "Preview new totals")
        expect(page.get_by_text("Not saved: 1 ♥ too many.")).to_be_visible()
        tap_every_key(page, SECOND)
        _act(page, "Preview new totals")
        expect(page.locator("#changes li")).to_have_count(4)
        expect(radio(page, "Hearts of Dora", 10)).to_be_checked()
        save(page)
        expect_totals(page, [0, 1, 15, 10])
        expect(news(page)).to_contain_text("Anna 5 → 0.")
        page.locator("#undo").click()
        expect_totals(page, [5, 21, 0, 0])
        page.locator("#quick-redo").click()
        expect_totals(page, [0, 1, 15, 10])
        page.locator("#quick-undo").click()
        expect_totals(page, [5, 21, 0, 0])
        # The end and the bin, and back.
        page.get_by_role("link", name="Correct / more").click()
        expect(page.get_by_label("Leaving")).to_be_in_viewport()
        _act(page, "End game now")
        expect(heading(page)).to_contain_text("share first place with 0.")
        fixes(page)
        _act(page, "Resume")
        expect_hand(page, 2)
        fixes(page)
        _act(page, "Move to bin")
        _act(page, "Restore")
        expect_hand(page, 2)
        # Another player, pass and dealer, and another seat at the bottom.
        fold = fixes(page)
        fold.get_by_label("Leaving").select_option(label="Ben")
        fold.get_by_label("Joining", exact=True).fill("Dora")
        _act(page, "Replace")
        expect(fold.locator(".fault")).to_contain_text("Dora")
        fold.get_by_label("Leaving").select_option(label="Ben")
        fold.get_by_label("Joining", exact=True).fill("Emil")
        _act(page, "Replace")
        expect(page.locator(".taker .key > span").nth(1)).to_have_text("Emil")
        fixes(page)
        fold.get_by_label("Pass", exact=True).select_option(label="Across")
        fold.get_by_label("Dealer").select_option(label="Cara")
        _act(page, "Use for this hand")
        expect(page.locator(".pass")).to_have_text("Pass across")
        expect(page.locator(".deal")).to_have_text("Cara deals")
        _turn(page, "Cara")
        _expect_at_the_bottom(page, 2)
        take_down(page, 2, SECOND)
        _expect_at_the_bottom(page, 2)
        fixes(page)
        _act(page, "End game now")
        _act(page, "Rematch")
        expect_hand(page, 1)
