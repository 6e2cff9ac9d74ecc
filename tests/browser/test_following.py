"""A page of the table follows the game by itself, and does not disturb anyone."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.following import answered, ask_now, looking_on, news
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Hand,
    at_table,
    correction_link,
    expect_hand,
    expect_totals,
    heading,
    key,
    radio,
    save,
    sheet_rows,
    started,
    take_down,
    tap_every_key,
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


def test_nothing_is_said_while_nothing_is_new(browser: Browser, scorepad: Server) -> None:
    """Neither to who looks on nor to who taps, nor is anything moved."""
    with at_table(browser, scorepad) as writer, looking_on(browser, writer) as page:
        key(writer, QUEEN, "Cara").click()
        for each in (writer, page):
            main = each.locator("main").element_handle()
            for _ in range(2):
                answered(each, partial(ask_now, each))
            expect(news(each)).to_be_hidden()
            expect(each.locator("#heard")).to_have_text("")
            assert main.evaluate("(main) => main.isConnected")
        expect(radio(writer, QUEEN, "Cara")).to_be_checked()


def test_whatever_is_done_is_seen(browser: Browser, scorepad: Server) -> None:
    """A correction, the end, and that it was not the end."""
    with (
        at_table(browser, scorepad, hands=[FIRST], target=30) as writer,
        looking_on(browser, writer) as page,
    ):
        table = writer.url
        correction_link(writer, 1).click()
        tap_every_key(writer, Hand((0, 8, 5, 0), 0))
        save(writer)
        expect_totals(writer, [13, 8, 5, 0])
        ask_now(page)
        expect_totals(page, [13, 8, 5, 0])
        take_down(writer, 2, Hand((13, 0, 0, 0), 1))
        take_down(writer, 3, Hand((6, 7, 0, 0), 0))
        ask_now(page)
        expect(heading(page)).to_have_text("Dora wins with 0.")
        expect(page.locator("svg.picture")).to_have_count(0)
        writer.locator("#quick-undo").click()
        expect_hand(writer, 3, "ends at 30")
        ask_now(page)
        expect_hand(page, 3, "ends at 30")
        assert page.url == writer.url == table


def test_what_was_folded_out_stays_so(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with with_pen(browser, game) as page:
        page.locator("details.moon > summary").click()
        game.take_down(FIRST)
        ask_now(page)
        expect_hand(page, 2)
        expect(page.locator(".moon .panel")).to_be_visible()
        # Folded in again, it stays so too.
        page.locator("details.moon > summary").click()
        game.take_down(SECOND)
        ask_now(page)
        expect_hand(page, 3)
        expect(page.locator(".moon .panel")).to_be_hidden()


def test_the_focus_stays(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
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
