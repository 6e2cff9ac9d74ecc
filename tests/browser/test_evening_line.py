"""The line for the group: in the reader's own day, ready to be copied, and there without script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Browser, Page, expect

from tests.browser.play import Hand, started
from tests.browser.ways import HTMX, NO_SCRIPT, Way
from tests.support.server import Server

_LOST = Hand((9, 2, 1, 1), 0)
# A day further, at any time of ours, or the same day there as here.
_FAR_EAST = "Pacific/Kiritimati"
_AHEAD = timedelta(hours=14)


@contextmanager
def evening(browser: Browser, scorepad: Server, way: Way) -> Iterator[Page]:
    """The page of an evening with one game."""
    game = started(scorepad, hands=[_LOST], target=20)
    with way.phone(browser) as handset:
        handset.page.goto(game.url.replace("table", "evening"))
        yield handset.page
        assert not handset.errors


def test_the_line_names_the_reader_s_own_day(browser: Browser, scorepad: Server) -> None:
    with evening(browser, scorepad, HTMX) as page:
        zone = page.context.new_cdp_session(page)
        zone.send("Emulation.setTimezoneOverride", {"timezoneId": _FAR_EAST})
        page.reload()
        line = page.locator("#group-line")
        began = datetime.fromisoformat(line.get_attribute("data-at") or "") + _AHEAD
        expect(line).to_have_value(re.compile(rf"^{began:%A},? {began.day} {began:%B}: "))


def test_the_line_can_be_copied(browser: Browser, scorepad: Server) -> None:
    with evening(browser, scorepad, HTMX) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        button = page.locator("#send-line")
        expect(button).to_have_text("Copy")
        button.click()
        expect(button).to_have_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.locator("#group-line").input_value()
        assert "the win of the only game" in copied


def test_a_phone_that_can_share_is_given_the_line(browser: Browser, scorepad: Server) -> None:
    with evening(browser, scorepad, HTMX) as page:
        # As phones have it, which a browser without a window has not.
        page.add_init_script("navigator.share = async (data) => { window.shared = data.text; };")
        page.reload()
        button = page.locator("#send-line")
        expect(button).to_have_text("Share")
        button.click()
        page.wait_for_function("window.shared")
        assert page.evaluate("window.shared") == page.locator("#group-line").input_value()


def test_without_script_the_line_stands_there(browser: Browser, scorepad: Server) -> None:
    with evening(browser, scorepad, NO_SCRIPT) as page:
        expect(page.locator("#send-line")).to_be_hidden()
        today = datetime.now(UTC)
        days = {f"{day:%A}" for day in (today, today - timedelta(days=1))}
        assert page.locator("#group-line").input_value().split()[0] in days
