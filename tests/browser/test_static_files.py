"""Style sheet, scripts and icon are asked for once, not with every page.

The start form has a script and styles of its own, which other pages do without.
"""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Browser

from tests.browser.network import Request, keeping, recording
from tests.browser.play import FIRST, start_game, take_down
from tests.support.server import Server


def static(requests: Iterable[Request]) -> set[str]:
    return {each.address for each in requests if "/static/" in each.address}


def test_static_files_are_asked_for_once(browser: Browser, scorepad: Server) -> None:
    with keeping(browser) as page:
        with recording(page) as first:
            start_game(page, scorepad.address)
            take_down(page, 1, FIRST)
            table = page.url
            page.goto(scorepad.address)
        needed = static(first.asked)
        assert len(needed) >= 4
        for address in (table, scorepad.address, table):
            with recording(page) as again:
                page.goto(address)
            others = ["/start."] if address == scorepad.address else ["/start.", "/pad."]
            assert static(again.kept) == {
                each for each in needed if not any(part in each for part in others)
            }
            assert static(again.asked) == set()
            # What must not be kept is asked for: the recording sees the difference.
            assert {each.address.partition("?")[0] for each in again.asked} >= {page.url}
