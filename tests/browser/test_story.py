"""The story of an evening is sent to the group: shared, copied, or selected to be copied."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import Hand, started
from tests.browser.ways import HTMX
from tests.support.server import Server

_HANDS: Final = [
    Hand((9, 3, 1, 0), 0), Hand((12, 1, 0, 0), 0), Hand((0, 12, 1, 0), 0), Hand((0, 9, 2, 2), 0),
]  # fmt: skip
_FAR_EAST: Final = "Pacific/Kiritimati"
_AHEAD: Final = timedelta(hours=14)


@contextmanager
def story(browser: Browser, scorepad: Server) -> Iterator[Page]:
    """The story of an evening with one game."""
    game = started(scorepad, hands=_HANDS, target=70)
    with HTMX.phone(browser) as handset:
        handset.page.goto(f"{game.url.replace('table', 'evening')}/story")
        yield handset.page
        assert not handset.errors


def test_it_can_be_copied_with_the_reader_s_own_day(browser: Browser, scorepad: Server) -> None:
    with story(browser, scorepad) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        zone = page.context.new_cdp_session(page)
        zone.send("Emulation.setTimezoneOverride", {"timezoneId": _FAR_EAST})
        page.reload()
        button = page.locator("#send-story")
        expect(button).to_have_text("Copy")
        button.click()
        expect(button).to_have_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        began = datetime.fromisoformat(button.get_attribute("data-at") or "") + _AHEAD
        heading, _, told = copied.partition("\n\n")
        assert re.fullmatch(rf"Hearts on {began:%A},? {began.day} {began:%B}", heading)
        assert told == " ".join(page.locator("#story p").all_text_contents())


@pytest.mark.slow
def test_without_a_clipboard_what_stands_there_is_copied(
    browser: Browser, scorepad: Server
) -> None:
    with story(browser, scorepad) as page:
        page.evaluate("() => { navigator.clipboard.writeText = async () => { throw Error(); }; }")
        page.locator("#send-story").click()
        expect(page.locator("#send-story")).to_have_text("Copied")
        selected = page.evaluate("getSelection().toString()")
        assert page.locator("#story p").last.inner_text() in selected


def test_a_phone_that_can_share_is_given_the_story(browser: Browser, scorepad: Server) -> None:
    with story(browser, scorepad) as page:
        # As phones have it, which a browser without a window has not.
        page.add_init_script("navigator.share = async (data) => { window.shared = data.text; };")
        page.reload()
        button = page.locator("#send-story")
        expect(button).to_have_text("Share")
        button.click()
        page.wait_for_function("window.shared")
        assert page.evaluate("window.shared").startswith("Hearts on ")
