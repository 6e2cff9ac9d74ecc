"""Below a path of its host, everything is as it is without one: no address forgets the path.

Over HTTPS, as ``docs/https.md`` has it: only there do browsers have all that makes it an app.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.kept import caches, expect_kept
from tests.browser.outbox import enter, expect_sent, waits
from tests.browser.play import FIRST, SECOND, expect_hand, fill_in_names, press_start, take_down
from tests.support.browser import NAME_IN_THE_HOUSE, phone_with_workers
from tests.support.hosting import put
from tests.support.proxies import caddy, options, recipe
from tests.support.server import running_scorepad

PATH: Final = "/scores"
# Of another Scorepad, at the root of the host.
NEIGHBOURS: Final = {"files 0123456789", "pages"}


@pytest.mark.slow
def test_an_evening_with_a_bad_network(browser: Browser, tmp_path: Path) -> None:
    host = NAME_IN_THE_HOUSE
    code = put(recipe("Below a path", "caddy"), {"home.example": host})
    with (
        running_scorepad(tmp_path / "data", options=options(host, "--path", PATH)) as server,
        caddy(code, host, server.port, tmp_path) as proxy,
        phone_with_workers(browser) as context,
    ):
        root = f"{proxy.site}{PATH}"
        page = context.new_page()
        page.goto(proxy.site)
        page.evaluate("(names) => Promise.all(names.map((n) => caches.open(n)))", [*NEIGHBOURS])
        page.goto(f"{root}/")
        assert page.evaluate("isSecureContext")
        fill_in_names(page)
        press_start(page)
        path = str(page.evaluate("location.pathname"))
        assert path.startswith(f"{PATH}/pad/")
        take_down(page, 1, FIRST)
        expect_kept(page, {path})
        context.set_offline(True)
        enter(page, SECOND)
        # Neither the front page nor where the icon leads is kept: both lead to the table.
        for start in ("", "play"):
            page.goto(f"{root}/{start}")
            expect_hand(page, 3)
            expect(waits(page)).to_have_count(1)
        context.set_offline(False)
        expect_sent(page, 2)
        # The phone keeps all of a host in one place.
        (files,) = {name for name in caches(page) if name.startswith(f"{PATH} files ")}
        assert set(caches(page)) == {files, f"{PATH} pages"} | NEIGHBOURS
