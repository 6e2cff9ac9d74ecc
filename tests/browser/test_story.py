"""The story of an evening is sent to the group: shared, copied, or selected to be copied."""

from __future__ import annotations

import re
from collections.abc import Iterator
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


@pytest.fixture
def story(browser: Browser, scorepad: Server) -> Iterator[Page]:
    """The story of an evening with one game."""
    game = started(scorepad, hands=_HANDS, target=70)
    with HTMX.page(browser) as page:
        page.goto(f"{game.url.replace('table', 'evening')}/story")
        yield page


def test_it_is_copied_with_the_reader_s_own_day(story: Page) -> None:
    story.context.grant_permissions(["clipboard-read", "clipboard-write"])
    zone = story.context.new_cdp_session(story)
    zone.send("Emulation.setTimezoneOverride", {"timezoneId": _FAR_EAST})
    story.reload()
    button = story.locator("#send-story")
    expect(button).to_have_text("Copy")
    button.click()
    expect(button).to_have_text("Copied")
    copied = story.evaluate("navigator.clipboard.readText()")
    began = datetime.fromisoformat(button.get_attribute("data-at") or "") + _AHEAD
    heading, _, told = copied.partition("\n\n")
    assert re.fullmatch(rf"Hearts on {began:%A},? {began.day} {began:%B}", heading)
    assert told == " ".join(story.locator("#story p").all_text_contents())
    # Without a clipboard, what stands there is selected and copied.
    story.reload()
    story.evaluate("() => { navigator.clipboard.writeText = async () => { throw Error(); }; }")
    button.click()
    expect(button).to_have_text("Copied")
    selected = story.evaluate("getSelection().toString()")
    assert story.locator("#story p").last.inner_text() in selected


def test_a_phone_that_can_share_is_given_the_story(story: Page) -> None:
    # As phones have it, which a browser without a window has not.
    story.add_init_script("navigator.share = async (data) => { window.shared = data.text; };")
    story.reload()
    button = story.locator("#send-story")
    expect(button).to_have_text("Share")
    button.click()
    story.wait_for_function("window.shared")
    assert story.evaluate("window.shared").startswith("Hearts on ")
