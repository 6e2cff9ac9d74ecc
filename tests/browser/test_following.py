"""A page of the table follows the game by itself, and does not disturb anyone."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.following import answered, ask_now, looking_on, news
from tests.browser.outbox import online_phone
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Game,
    Hand,
    expect_hand,
    heading,
    key,
    radio,
    sheet_rows,
    started,
    take_down,
    with_pen,
)
from tests.support.server import Server

_FOCUSABLE = ("p.mine a", "a.more-corner")
_MANY = [Hand((1, 2, 4, 6), 0)] * 9


def top(where: Locator) -> float:
    """How far below the edge of the screen something is."""
    box = where.bounding_box()
    assert box is not None
    return box["y"]


def test_nothing_is_said_while_nothing_is_new(browser: Browser, table: Page) -> None:
    """Neither to who looks on nor to who taps, nor is anything moved."""
    with looking_on(browser, table) as page:
        key(table, QUEEN, "Cara").click()
        for each in (table, page):
            main = each.locator("main").element_handle()
            for _ in range(2):
                answered(each, partial(ask_now, each))
            expect(news(each)).to_be_hidden()
            expect(each.locator("#heard")).to_have_text("")
            assert main.evaluate("(main) => main.isConnected")
        expect(radio(table, QUEEN, "Cara")).to_be_checked()


def test_whatever_is_done_is_seen(browser: Browser, scorepad: Server) -> None:
    """The end, and that it was not the end."""
    with (
        with_pen(browser, started(scorepad, hands=[FIRST], target=30)) as writer,
        looking_on(browser, writer) as page,
    ):
        table = writer.url
        take_down(writer, 2, Hand((12, 1, 0, 0), 0))
        ask_now(page)
        expect(heading(page)).to_have_text("A tie: Cara and Dora share first place with 0.")
        expect(page.locator("svg.picture")).to_have_count(0)
        writer.locator("#quick-undo").click()
        expect_hand(writer, 2, "ends at 30")
        ask_now(page)
        expect_hand(page, 2, "ends at 30")
        assert page.url == writer.url == table


def test_without_a_connection_it_says_so_until_it_is_back(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, hands=[FIRST])
    with online_phone(browser, game) as page:
        note, undo = page.locator(".scene .note"), page.locator(".scene button")
        page.context.set_offline(True)
        expect(note).to_contain_text("Offline · shown as of ")
        expect(note).to_be_in_viewport()
        # In place of undo, which needs the server; nothing else is where it was not.
        expect(undo).to_be_hidden()
        expect(news(page)).to_be_hidden()
        expect_hand(page, 2)
        page.context.set_offline(False)
        expect(note).to_have_count(0)
        expect(undo).to_be_visible()
        game.take_down(SECOND)
        expect_hand(page, 3)


def test_what_was_folded_out_stays_so(table: Page, game: Game) -> None:
    table.locator("details.moon > summary").click()
    game.take_down(FIRST)
    ask_now(table)
    expect_hand(table, 2)
    expect(table.locator(".moon .panel")).to_be_visible()
    # Folded in again, it stays so too.
    table.locator("details.moon > summary").click()
    game.take_down(SECOND)
    ask_now(table)
    expect_hand(table, 3)
    expect(table.locator(".moon .panel")).to_be_hidden()


def test_the_focus_stays(browser: Browser, game: Game) -> None:
    with looking_on(browser, game) as page:
        for number, where in enumerate(_FOCUSABLE, start=2):
            page.locator(where).focus()
            game.take_down(FIRST)
            ask_now(page)
            expect_hand(page, number)
            expect(page.locator(where)).to_be_focused()


def test_what_one_looks_at_stays_where_it_is(browser: Browser, scorepad: Server) -> None:
    """The line of a long sheet; then the chart below it, though the sheet grows."""
    game = started(scorepad, hands=_MANY, target=1000)
    with looking_on(browser, game) as page:
        number = len(_MANY)
        for looked_at in (sheet_rows(page).nth(4), page.locator(".chart")):
            looked_at.evaluate("(element) => element.scrollIntoView({ block: 'center' })")
            before = top(looked_at)
            assert page.evaluate("scrollY") > 0
            number += 1
            game.take_down(FIRST)
            ask_now(page)
            expect(sheet_rows(page)).to_have_count(number)
            assert top(looked_at) == pytest.approx(before, abs=1)
