"""Times are in the reader's own zone; without a script in the server's, which is named."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from playwright.sync_api import Browser, expect

from tests.browser.play import FIRST, started, with_pen
from tests.support.server import Server

# Five and three quarter hours ahead, all year round.
_ZONE = "Asia/Kathmandu"
_AHEAD = timedelta(hours=5, minutes=45)


def test_the_reader_s_own_zone(browser: Browser, scorepad: Server) -> None:
    with with_pen(browser, started(scorepad, hands=[FIRST])) as page:
        zone = page.context.new_cdp_session(page)
        zone.send("Emulation.setTimezoneOverride", {"timezoneId": _ZONE})
        page.goto(f"{page.url}/log")
        time = page.locator(".log time").first
        moment = datetime.fromisoformat(time.get_attribute("datetime") or "") + _AHEAD
        expect(time).to_have_text(re.compile(rf"^{moment.day} {moment:%B}\b.*{moment:%H:%M}$"))
        page.goto(f"{page.url.partition('table/')[0]}pens")
        expect(page.locator(".pens time").first).not_to_contain_text("UTC")
        page.goto(page.url.removesuffix("pens"))
        day = page.locator("h1 time")
        moment = datetime.fromisoformat(day.get_attribute("datetime") or "") + _AHEAD
        expect(day).to_have_text(f"{moment.day} {moment:%B %Y}")
