"""The entry under a thumb: everything on the screen, large, apart, and nothing ever moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad import rules
from tests.browser.play import FOUR, expect_clean, key, open_moon, start_game
from tests.support.browser import phone
from tests.support.server import Server

_LONG = ("Maximiliane Charlott", "Donaudampfschifffahr", "WWWWWWWWWWMMMMMMMMMM",
         "Иннокентий Константи", "Bartholomäus der Ält", "llllllllllllllllllll")  # fmt: skip
_FOREIGN = ("👩‍👩‍👧‍👦🎲♥️", "محمد عبد الرحمن بن عب", "שרה", "🃏", "漢字漢字漢字漢字漢字", "Ñandú")
_GROUPS = {"short": (*FOUR, "Emil", "Frida"), "long": _LONG, "foreign": _FOREIGN}
_LEAST_SIZE = 44
_LEAST_GAP = 4
_ROUNDING = 0.02

_BOXES = """([where, onPage]) => [...document.querySelectorAll(where)]
    .filter((element) => element.checkVisibility())
    .map((element) => {
        const box = element.getBoundingClientRect();
        const down = onPage ? scrollY : 0;
        const input = element.querySelector("input");
        return [input ? `${input.name}=${input.value}` : element.textContent.trim().slice(0, 9),
                box.left, box.top + down, box.right, box.bottom + down];
    })"""
_ENTRY = (
    "form.entry .taker label.key, form.entry .counts label.key, #moon, form.entry .done > button"
)
_PANEL = ".moon .panel label, .taker label.key, #moon, form.entry .done > button"
_OUTCOMES = ".outcome"


class Box(NamedTuple):
    """Where something stands on the screen."""

    what: str
    left: float
    top: float
    right: float
    bottom: float


def _boxes(page: Page, where: str = _ENTRY) -> list[Box]:
    """Where things are on the screen."""
    return [Box(*found) for found in page.evaluate(_BOXES, [where, False])]


def _places(page: Page, where: str = _ENTRY) -> list[Box]:
    """Where they are on the page, however far it is scrolled."""
    return [Box(*found) for found in page.evaluate(_BOXES, [where, True])]


def _faults(boxes: list[Box]) -> list[str]:
    """What is too small for a thumb, or too near to something else."""
    small = [
        f"{box.what}: {box.right - box.left:.1f} × {box.bottom - box.top:.1f} px"
        for box in boxes
        if min(box.right - box.left, box.bottom - box.top) < _LEAST_SIZE - _ROUNDING
    ]
    near = [
        f"{one.what} and {other.what}"
        for one, other in combinations(boxes, 2)
        if max(
            max(one.left, other.left) - min(one.right, other.right),
            max(one.top, other.top) - min(one.bottom, other.bottom),
        )
        < _LEAST_GAP - _ROUNDING
    ]
    return small + near


def _outside(page: Page, boxes: list[Box]) -> list[str]:
    size = page.viewport_size
    assert size is not None
    return [
        f"{box}"
        for box in boxes
        if min(box.left, box.top) < 0
        or box.right > size["width"] + _ROUNDING
        or box.bottom > size["height"] + _ROUNDING
    ]


def _cases() -> Iterator[tuple[str, int, int, int]]:
    """Names, players, width and height; not every name on every screen."""
    for players in (4, 3, 5, 6):
        for group in _GROUPS:
            yield group, players, 360, 640
            if group == "short" or players == 4:
                yield group, players, 390, 844
        yield "short", players, 1280, 800


@pytest.mark.parametrize(("group", "players", "width", "height"), list(_cases()))
def test_the_entry_fits_a_thumb_and_stands_still(
    browser: Browser, scorepad: Server, group: str, players: int, width: int, height: int
) -> None:
    names = _GROUPS[group][:players]
    with phone(browser, width=width, height=height) as handset:
        page = handset.page
        start_game(page, scorepad.address, names, sun=True, moon="the shooter chooses")
        page.reload()
        before = _places(page)
        hearts = rules.ruleset(players, {}).hearts
        assert len(before) == players + players * (hearts + 1) + 2
        assert _faults(before) == []
        if players == 4:
            [picture] = _boxes(page, "svg.picture")
            assert _outside(page, [*_boxes(page), picture]) == []
            assert page.evaluate("scrollY") == 0

        def expect_still(after: str) -> None:
            assert _places(page) == before, after

        def tap(what: str) -> None:
            page.locator("label.key", has=page.locator(f"[id='{what}']")).click()
            expect_still(what)

        for what in ("cards_QS-1", "hearts_0-5", "hearts_1-6", "hearts_2-1", "hearts_2-1",
                     "hearts_2-0", "cards_QS-1", "cards_QS-0", "hearts_0-0"):  # fmt: skip
            tap(what)
        open_moon(page)
        expect_still("opening Moon")
        panel = _places(page, _PANEL)
        assert _faults(panel) == []

        def expect_outcomes(after: str) -> None:
            """Both are there, and nothing has moved to make room for them."""
            expect(page.locator(_OUTCOMES)).to_have_count(2)
            assert _faults([*panel, *_places(page, _OUTCOMES)]) == []
            if players == 4:
                assert _outside(page, _boxes(page, _OUTCOMES)) == []
            assert _places(page, _PANEL) == panel, after

        for what in ("shooter-2", "shooter-1"):
            tap(what)
            expect_outcomes(what)
        page.get_by_label("Sun: every trick as well").check()
        expect_still("a sun")
        expect_outcomes("a sun")
        open_moon(page)
        expect_still("folding Moon away")
        key(page, f"Hearts of {names[-1]}", hearts).click()
        expect_still("all the hearts")
        expect_clean(handset)
