"""A game prints as one clean page of paper: what there is to read, and nothing to tap."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.play import FIRST, SECOND, Hand, started
from tests.support.browser import phone
from tests.support.server import Server

SIX = ("Anna", "Ben", "Cara", "Dora", "Emil", "Frida")
OF_SIX = Hand((5, 7, 0, 0, 0, 0), 1)
# The longest that a name may be.
LONG = "W" * 30
# In points, 72 to the inch.
A6 = (105 / 25.4 * 72, 148 / 25.4 * 72)
TO_TAP = "a, button, summary, select, input, label"


@pytest.mark.parametrize(
    ("names", "hands", "target"),
    [(SIX[:4], [FIRST, SECOND] * 2, 40), (SIX, [OF_SIX] * 20, 1000)],
    ids=["over", "running"],
)
def test_a_game_is_one_page(
    browser: Browser, scorepad: Server, names: tuple[str, ...], hands: list[Hand], target: int
) -> None:
    game = started(scorepad, names, [], target=target)
    for hand in hands:
        if "paper entry" in game.client.get(game.path).text:
            game.take_down(hand)
    with phone(browser, width=794, height=1100, color_scheme="dark") as handset:
        page = handset.page
        game.give_pen(page)
        page.goto(game.url)
        chart = page.locator(".chart img")
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_js_property("complete", True)
        pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
        assert len(pages) == 1
        page.emulate_media(media="print")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".sheet tbody tr").last).to_be_visible()
        # The numbers of the sheet lead to corrections, and are to be read as well.
        shown = page.locator(f"main :is({TO_TAP})").filter(visible=True)
        assert [each for each in shown.all_inner_texts() if not each.isdigit()] == []


def test_the_card_for_the_wall_is_one_page_of_a6(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    pad = game.path.partition("table/")[0]
    fields = game.client.get(pad).form(f"{pad}name")
    assert game.client.post(f"{pad}name", {**fields, "name": LONG}).status == 303
    with phone(browser) as handset:
        page = handset.page
        page.goto(f"{scorepad.address}/theme/black")
        # Without a pen, and as browsers print that know no A6.
        page.goto(f"{scorepad.address}{pad}card")
        a6 = page.pdf(prefer_css_page_size=True)
        for paper in (a6, page.pdf(format="A4")):
            assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
        (box,) = re.findall(rb"/MediaBox\s*\[0 0 ([0-9.]+) ([0-9.]+)\]", a6)
        assert [float(side) for side in box] == pytest.approx(A6, abs=1)
        page.emulate_media(media="print")
        card = page.locator(".wall")
        # Within the page, which some browsers put in the middle of a larger one.
        expect(card).to_have_css("outline", "rgb(51, 51, 51) dashed 2px")
        expect(card).to_have_css("outline-offset", "-2px")
        for part in ("h1", "svg", ".link", ".what"):
            inside(card.locator(part), card)
        assert page.locator(f"main :is({TO_TAP})").filter(visible=True).all_inner_texts() == [
            f"{scorepad.address}{pad}"
        ]


def inside(part: Locator, whole: Locator) -> None:
    """Check that a part of a page is within another one, and not cut off."""
    inner, outer = part.bounding_box(), whole.bounding_box()
    assert inner is not None
    assert outer is not None
    assert outer["x"] <= inner["x"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert outer["y"] <= inner["y"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]
