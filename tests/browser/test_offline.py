"""Without a network, tables open as they were seen last; a phone that is closed loses nothing.

By 127.0.0.1, which is as good as HTTPS: only there do browsers have service workers.
"""

from __future__ import annotations

import re
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.following import ask_now
from tests.browser.kept import cache_names, open_and_keep, phone_with
from tests.browser.outbox import (
    THIRD,
    back,
    enter,
    expect_sent,
    hands_on,
    waits,
)
from tests.browser.pens import pad_of
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    dealer,
    expect_hand,
    expect_totals,
    heading,
    key,
    radio,
    sheet_rows,
    started,
)
from tests.support.browser import phone_with_memory, phone_with_workers
from tests.support.hosting import until
from tests.support.patience import PATIENCE
from tests.support.server import Server, running_scorepad

ROOT: Final = Path(__file__).parents[2]
# Seconds after which a hand that a tab was sending is any other tab's to send.
_LATER: Final = 20.0


def test_three_hands_outlive_a_closed_browser(
    browser: Browser, scorepad: Server, tmp_path: Path
) -> None:
    game = started(scorepad)
    with phone_with_memory(browser, tmp_path) as context:
        page = open_and_keep(context, game)
        context.set_offline(True)
        for waiting, hand in enumerate((FIRST, SECOND, THIRD)):
            page.reload()
            expect(waits(page)).to_have_count(waiting)
            enter(page, hand)
    # There is still no network, and the browser is started again.
    with phone_with_memory(browser, tmp_path) as context:
        context.set_offline(True)
        page = context.pages[0]
        page.clock.install(time=time.time() + _LATER)
        page.goto(game.url)
        expect(waits(page)).to_have_count(3)
        expect_hand(page, 4)
        expect(dealer(page)).to_contain_text("Dora")
        expect(page.locator(".scene .note")).to_have_text("3 hands not sent yet")
        context.set_offline(False)
        expect_sent(page, 3)
        expect_totals(page, [21, 25, 18, 14])
        assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10), (16, 3, 3, 4)]


@pytest.mark.sample
def test_the_table_opens_without_a_network_as_it_was_seen_last(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, hands=[FIRST])
    with phone_with(browser, game) as page:
        # It follows: the page that is kept is the latest one, not the one that was loaded.
        game.take_down(SECOND)
        ask_now(page)
        expect_hand(page, 3)
        latest = (
            "async (path) => (await (await caches.match(path)).text()).includes('Enter hand 3')"
        )
        until(lambda: page.evaluate(latest, game.path), "the latest page to be kept")
        key(page, QUEEN, "Cara").click()
        page.context.set_offline(True)
        page.reload()
        expect_hand(page, 3)
        expect(sheet_rows(page)).to_have_count(2)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        expect(page.locator(".scene .note")).to_have_text(re.compile("Offline · shown as of [0-9]"))
        assert page.evaluate("Boolean(window.htmx)")
        # The icon leads there, too.
        for start in ("play", ""):
            page.goto(f"{scorepad.address}/{start}")
            expect_hand(page, 3)
        page.context.set_offline(False)
        expect(page.locator(".scene .note")).to_have_count(0)


def test_what_was_not_seen_says_that_there_is_no_network(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with phone_with(browser, game) as page:
        page.context.set_offline(True)
        for address in (f"{pad_of(game.url)}pens", f"{scorepad.address}/new"):
            answer = page.goto(address)
            assert answer is not None
            assert answer.status == 503
            expect(heading(page)).to_have_text("No connection")
        page.get_by_role("link", name="To the last table").click()
        expect_hand(page, 1)


def new_version(folder: Path) -> Path:
    """Copy the program, with another script, into a new folder."""
    folder.mkdir()
    for part in ("scorepad", "templates", "migrations"):
        (folder / part).symlink_to(ROOT / part)
    shutil.copytree(ROOT / "static", folder / "static")
    script = folder / "static" / "js" / "news.js"
    script.write_text(f"{script.read_text('utf-8')}\nwindow.version = 2;\n", "utf-8")
    return folder


def files_of(page: Page) -> list[str]:
    """The caches of releases."""
    return [name for name in cache_names(page) if name.startswith("files")]


def old_files_go(page: Page) -> bool:
    """Whether the old files go soon; the next page tries once more what could not be installed."""
    with suppress(AssertionError):
        until(lambda: len(files_of(page)) == 1, "the old files to go", PATIENCE / 4)
        return True
    page.reload()
    return False


@pytest.mark.slow
def test_a_new_version_comes_while_hands_wait(browser: Browser, tmp_path: Path) -> None:
    checkout = new_version(tmp_path / "new")
    with phone_with_workers(browser) as context:
        with running_scorepad(tmp_path / "data") as server:
            game = started(server)
            page = open_and_keep(context, game)
        context.set_offline(True)
        enter(page, FIRST)
        enter(page, SECOND)
        (old,) = files_of(page)
        with running_scorepad(tmp_path / "data", options=back(server), working_folder=checkout):
            context.set_offline(False)
            page.goto(game.url)
            # Never the old one beside the new one.
            page.wait_for_function("() => window.version === 2")
            expect_sent(page, 2)
            assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10)]
            until(lambda: files_of(page) not in ([], [old]), "the new files")
            # Chromium lets the old worker end what it does, for up to five minutes.
            until(lambda: old_files_go(page), "the old files to go", 3 * PATIENCE)
            # The page of the old version, and what it needs, opens without a network.
            context.set_offline(True)
            page.reload()
            expect_hand(page, 3)
            page.wait_for_function("() => window.version === 2")
            enter(page, THIRD)
            context.set_offline(False)
            expect_sent(page, 3)
