"""The pen goes from one phone to another by a link that is good once, and is taken back."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.following import ask_now
from tests.browser.pens import link_of, other_holder, pad_of, withdraw
from tests.browser.play import (
    FIRST,
    QUEEN,
    expect_hand,
    expect_totals,
    heading,
    radio,
    save,
    sheet_rows,
    sit_down,
    started,
    take_down,
    tap,
)
from tests.browser.ways import HTMX, Way, expect_clean, with_and_without_htmx
from tests.support.server import Server

_NO_PEN = "This phone has no pen"


def _made_link(page: Page) -> str:
    """The one-time link, as the holder's phone shows it; from the table and back to it."""
    table = page.url
    page.get_by_role("link", name="More").click()
    page.get_by_role("link", name="Who can write", exact=True).click()
    expect(heading(page)).to_have_text("Who can write")
    page.get_by_role("button", name="Give someone a pen", exact=True).click()
    expect(heading(page)).to_have_text("Give someone a pen")
    expect(page.get_by_role("img", name="QR code of the address below")).to_be_visible()
    link = page.locator("p.link a").get_attribute("href")
    assert link is not None
    assert page.locator("p.link").inner_text() == link
    page.goto(table)
    return link


def _take(page: Page, link: str, name: str) -> None:
    page.goto(link)
    expect(heading(page)).to_have_text("Take a pen?")
    # It is in no address bar, no history and no screenshot.
    assert page.url.endswith("/pen")
    page.get_by_label("What is this phone called?").fill(name)
    page.get_by_role("button", name="Take the pen", exact=True).click()
    expect(page.locator("form.entry")).to_be_visible()


def _withdraw(page: Page, name: str) -> None:
    row = page.locator(".pens li").filter(has_text=name)
    row.get_by_text("Take the pen back", exact=True).click()
    row.get_by_role("button", name=f"Take the pen back from {name}").click()
    expect(page.locator(".pens li")).to_have_count(1)


def test_the_pen_is_handed_over(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as one, HTMX.phone(browser) as two:
        first, second = one.page, two.page
        game = started(scorepad)
        table = game.url
        sit_down(first, game)
        second.goto(table)
        expect(second.locator("form")).to_have_count(0)

        _take(second, _made_link(first), "Ben’s phone")
        assert second.url == table
        take_down(second, 1, FIRST)
        ask_now(first)
        expect_hand(first, 2)
        expect_totals(first, [5, 21, 0, 0])
        first.goto(f"{pad_of(table)}pens")
        expect(first.locator(".pens li")).to_have_count(2)
        expect(first.locator(".pens li").last.locator("bdi").first).to_have_text("Ben’s phone")
        expect(first.locator(".pens li").first).to_contain_text("this phone")
        expect_clean(one)
        expect_clean(two)


@with_and_without_htmx
def test_a_pen_that_was_withdrawn_writes_nothing(
    browser: Browser, scorepad: Server, way: Way
) -> None:
    """It is told why, and sees the table as everybody does."""
    with way.phone(browser) as one, way.phone(browser) as two:
        first, second = one.page, two.page
        game = started(scorepad)
        game.give_pen(first)
        other_holder(game, "Ben’s phone").give_pen(second)
        second.goto(game.url)
        tap(second, FIRST)
        first.goto(f"{pad_of(game.url)}pens")
        _withdraw(first, "Ben’s phone")
        save(second)
        if way.javascript:
            expect(second.locator(".refused")).to_contain_text("under “Who can write”")
        else:
            expect(heading(second)).to_have_text(_NO_PEN)
            expect(second.locator("main")).to_contain_text("in the pad, under “Who can write”")
        second.goto(game.url)
        expect(second.locator("form")).to_have_count(0)
        # With a new link, it can write again, and what was tapped is still there.
        _take(second, link_of(game), "Ben’s phone")
        second.goto(game.url)
        if way.javascript:
            second.get_by_role("button", name="Send it again").click()
        else:
            take_down(second, 1, FIRST)
        expect(sheet_rows(second)).to_have_count(1)
        expect_clean(one)
        expect_clean(two, 403)


def test_a_phone_sees_that_its_pen_is_gone(browser: Browser, scorepad: Server) -> None:
    """At once, without a tap; what is tapped stays until somebody saves it."""
    game = started(scorepad)
    with HTMX.page(browser) as page:
        for tapped in (False, True):
            page.goto(link_of(game))
            page.locator("#take").click()
            expect(page.locator("form.entry")).to_be_visible()
            if tapped:
                tap(page, FIRST)
            withdraw(game)
            ask_now(page)
            if tapped:
                expect(page.locator("#news")).to_contain_text("no longer has a pen")
                expect(radio(page, QUEEN, "Ben")).to_be_checked()
            else:
                expect(page.locator(".alert")).to_contain_text("This phone’s pen was taken back.")
                expect(page.locator("form.entry")).to_have_count(0)
