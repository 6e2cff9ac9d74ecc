"""The end on a laptop, and what can happen before it on a phone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.browser.play import Hand, expect_clean, heading, open_prepared
from tests.support.browser import phone
from tests.support.server import Server

_ENDING = Hand((7, 4, 2, 0), 0)  # Of a game to 20.


def _box(part: Locator) -> dict[str, Any]:
    box = part.bounding_box()
    assert box is not None
    return dict(box)


def test_the_sheet_stands_beside_the_end(browser: Browser, scorepad: Server) -> None:
    with phone(browser) as handset:
        page = handset.page
        open_prepared(page, scorepad, hands=[_ENDING], target=20)
        expect(heading(page)).to_have_text("Dora wins with 0.")
        for width, beside in ((1023, False), (1024, True), (1280, True)):
            page.set_viewport_size({"width": width, "height": 800})
            end, sheet, chart = (_box(page.locator(part)) for part in (".end", ".hands", ".chart"))
            assert (sheet["x"] >= end["x"] + end["width"]) == beside, width
            assert (sheet["y"] == end["y"]) == beside, width
            # Nothing is torn apart by a sheet that is long or short.
            below = end if beside else sheet
            assert chart["y"] - (below["y"] + below["height"]) < 20, width
            assert chart["x"] == end["x"], width
        expect_clean(handset)


def test_what_the_next_hand_can_do_stands_at_the_entry(browser: Browser, scorepad: Server) -> None:
    with phone(browser) as handset:
        page = handset.page
        open_prepared(page, scorepad, hands=[Hand((0, 0, 0, 13), 3)], moon="off", target=50)
        prospect = page.locator(".prospect")
        expect(prospect).to_have_text("Dora: out with 24 or more.")
        for height in (640, 844):
            page.set_viewport_size({"width": 360, "height": height})
            line, entry = _box(prospect), _box(page.locator("form.entry"))
            gap = entry["y"] - line["y"] - line["height"] if height > 700 else (
                line["y"] - entry["y"] - entry["height"]
            )  # fmt: skip
            assert 0 <= gap < 16, height
            save = _box(page.locator(".finish"))
            assert save["y"] + save["height"] <= height
        expect_clean(handset)
