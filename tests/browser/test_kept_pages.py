"""What a phone keeps of a pad, how it shows that without a network, and what makes it go."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.kept import expect_kept, kept_pages, phone_with
from tests.browser.pens import delete_pad, other_holder, pad_of, withdraw
from tests.browser.play import (
    FIRST,
    SECOND,
    Hand,
    expect_hand,
    fill_in_names,
    heading,
    more,
    press_start,
    sheet_rows,
    started,
    take_down,
)
from tests.support.browser import phone_with_workers
from tests.support.hosting import until
from tests.support.server import Server

AGE: Final = re.compile("Offline · shown as of [0-9]")
ENDING: Final = Hand((7, 4, 2, 0), 0)  # Of a game to 20.
_TITLE: Final = """async () => {
    const page = await caches.match(location.pathname, { ignoreVary: true });
    return page && new DOMParser().parseFromString(await page.text(), "text/html").title;
}"""
# What the phone might do where it saw the pages that it keeps.
_ACCESS: Final = """async () => (await (await caches.open("pages")).matchAll())
    .map(({ headers }) => headers.get("Scorepad-Access"))"""


def note(page: Page) -> Locator:
    """The note in the corner of the picture."""
    return page.locator(".scene .note")


def expect_kept_title(page: Page, title: str) -> None:
    """This is the title of the page as it is kept."""
    until(lambda: page.evaluate(_TITLE) == title, f"to keep {title}")


@pytest.mark.sample
def test_a_table_just_started_is_kept_as_it_is_after_every_step(
    browser: Browser, scorepad: Server
) -> None:
    """On the phone's first visit, by taps."""
    with phone_with_workers(browser) as context:
        page = context.new_page()
        page.goto(scorepad.address)
        page.evaluate(
            "() => navigator.serviceWorker.controller"
            " || new Promise((go) => { navigator.serviceWorker.oncontrollerchange = go; })"
        )
        fill_in_names(page)
        press_start(page)
        assert page.evaluate("Boolean(window.htmx)")
        expect_kept_title(page, "Hand 1 · Game 1 · Scorepad")
        take_down(page, 1, FIRST)
        take_down(page, 2, SECOND)
        expect_kept_title(page, "Hand 3 · Game 1 · Scorepad")
        page.locator(".undo-corner button").click()
        expect_hand(page, 2)
        expect_kept_title(page, "Hand 2 · Game 1 · Scorepad")
        page.context.set_offline(True)
        page.reload()
        expect_hand(page, 2)
        expect(sheet_rows(page)).to_have_count(1)
        expect(page).to_have_title("Hand 2 · Game 1 · Scorepad")
        expect(note(page)).to_have_text(AGE)


_POLICIES: Final = """async (kept) => {
    const page = kept ? await caches.match(location.pathname, { ignoreVary: true })
        : await fetch(location.pathname);
    return Object.fromEntries([...page.headers].filter(([name]) => name !== "scorepad-seen"
        && !["content-encoding", "content-length", "date", "set-cookie"].includes(name)));
}"""


def policies(page: Page, *, kept: bool) -> dict[str, str]:
    """The headers of the page, as it is kept or as the server sends it."""
    found: dict[str, str] = page.evaluate(_POLICIES, kept)
    return found


@pytest.mark.sample
def test_kept_page_has_its_headers_after_a_script_has_changed_it(
    browser: Browser, scorepad: Server
) -> None:
    with phone_with(browser, started(scorepad)) as page:
        whole = policies(page, kept=False)
        assert whole.keys() > {"content-security-policy", "referrer-policy"}
        # A hand by our own script, and undo by htmx.
        take_down(page, 1, FIRST)
        expect_kept_title(page, page.title())
        assert policies(page, kept=True) == whole
        page.locator(".undo-corner").first.click()
        expect(heading(page)).to_contain_text("Hand 1")
        expect_kept_title(page, page.title())
        assert policies(page, kept=True) == whole


# Where it is said: in the picture, above everything, and in the middle.
@pytest.mark.parametrize("part", ["table/2", "table/1/log", "table/2/middle"])
def test_every_page_that_is_kept_says_how_old_it_is(
    browser: Browser, scorepad: Server, part: str
) -> None:
    game = started(scorepad, hands=[ENDING], target=20)
    started(scorepad, beside=game)
    address = f"{pad_of(game.path)}{part}"
    with phone_with(browser, game) as page:
        page.goto(f"{scorepad.address}{address}")
        expect_kept(page, {game.path, address})
        expect(page.get_by_text(AGE)).to_have_count(0)
        shown = heading(page).inner_text()
        page.context.set_offline(True)
        page.reload()
        expect(heading(page)).to_have_text(shown, use_inner_text=True)
        age = page.locator("#news, .scene .note").get_by_text(AGE).or_(note(page))
        expect(age).to_be_visible()
        expect(age).to_have_text(AGE)
        expect(age).to_be_in_viewport()
        page.context.set_offline(False)
        expect(page.get_by_text(AGE)).to_have_count(0)
        expect(heading(page)).to_have_text(shown, use_inner_text=True)


def test_what_has_a_secret_on_it_is_not_kept(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with phone_with(browser, game) as page:
        page.goto(f"{scorepad.address}{pad_of(game.path)}pens")
        page.get_by_role("button", name="Give someone a pen", exact=True).click()
        expect(heading(page)).to_have_text("Give someone a pen")
        page.goto(f"{game.url}/log")
        expect_kept(page, {game.path, f"{game.path}/log"})


def test_with_the_pen_its_pages_are_forgotten(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    mine = other_holder(game, "Ben’s phone")
    with phone_with(browser, mine) as page:
        withdraw(game)
        page.goto(game.url)
        # As everybody sees it, and nothing that is for the pen.
        until(
            lambda: page.evaluate(_ACCESS) == ["look"],
            "the pages for the pen to be forgotten",
        )
        expect(page.locator("form.entry")).to_have_count(0)
        page.context.set_offline(True)
        page.reload()
        expect_hand(page, 1)
        expect(page.locator("form.entry")).to_have_count(0)


@pytest.mark.parametrize("following", [True, False])
def test_a_pad_that_another_phone_deletes_is_gone_and_not_out_of_reach(
    browser: Browser, scorepad: Server, following: bool
) -> None:
    game = started(scorepad)
    mine = other_holder(game, "Ben’s phone")
    with phone_with(browser, mine) as page:
        page.goto(f"{game.url}/log")
        expect_kept(page, {game.path, f"{game.path}/log"})
        if following:
            page.goto(game.url)
        delete_pad(game)
        if not following:
            page.goto(game.url)
        expect(heading(page)).to_have_text("Page not found")
        expect(page.get_by_text("It was deleted")).to_be_visible()
        expect(page.get_by_text("No connection")).to_have_count(0)
        expect_kept(page, set())


@pytest.mark.sample
def test_so_is_a_game_and_nothing_else(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    for _ in range(10):
        started(scorepad, beside=game)
    with phone_with(browser, game) as page:
        for part in ("table/1/log", "table/11"):
            page.goto(f"{scorepad.address}{pad_of(game.path)}{part}")
        page.goto(game.url)
        more(page)
        page.get_by_role("button", name="Move to bin", exact=True).click()
        expect(page.get_by_role("button", name="Restore")).to_be_visible()
        more(page)
        page.locator(".for-good button").click()
        expect(page.locator(".for-good")).to_have_count(0)
        until(lambda: game.path not in kept_pages(page), "the game to be forgotten")
        assert f"{pad_of(game.path)}table/11" in kept_pages(page)
        assert f"{game.path}/log" not in kept_pages(page)
