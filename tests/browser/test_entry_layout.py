"""The entry under a thumb: everything on the screen, large, apart, and nothing ever moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from scorepad import rules
from tests.browser.fitting import show_on
from tests.browser.play import (
    FOUR,
    key,
    open_moon,
    radio,
    sit_down,
    started,
)
from tests.support.server import Server
from tests.support.torture import sample

_LONG = ("Maximiliane Charlott", "Donaudampfschifffahr", "WWWWWWWWWWMMMMMMMMMM",
         "Иннокентий Константи", "Bartholomäus der Ält", "llllllllllllllllllll",
         "Wilhelmine Marquardt")  # fmt: skip
_FOREIGN = ("👩‍👩‍👧‍👦🎲♥️", "محمد عبد الرحمن بن عب", "שרה", "漢字漢字漢字漢字漢字", "Ωλυμπία")
# On narrow phones, names need what is over 42 px; seven would not fit on one screen.
_LEAST = {7: 37}
_LEAST_SIZE = 42
_ROUNDING = 0.02

_BOXES = """([where, onPage]) => [...document.querySelectorAll(where)]
    .filter((element) => element.checkVisibility())
    .map((element) => {
        const box = element.getBoundingClientRect();
        const down = onPage ? scrollY : 0;
        const input = element.querySelector("input");
        return [input ? input.name ? `${input.name}=${input.value}` : input.id : element.id,
                box.left, box.top + down, box.right, box.bottom + down];
    })"""
_ENTRY = (
    "form.entry .taker label.key, form.entry .counts label.key, #moon, form.entry .finish > button"
)
_PANEL = ".moon .panel label, .taker label.key, #moon"
_OUTCOMES = ".outcome"


_CHOSEN = """() => [...document.querySelectorAll("form.entry :is(.taker, .counts) [name]:checked")]
    .map((input) => `${input.name}=${input.value}`)"""


# Taps one key after another where it was in the beginning; after which of them something has moved.
# In the page, where a look after each tap takes no time.
_TAP_ALL = f"""async ([taps, where]) => {{
    const places = () => ({_BOXES})([where, true]);
    const before = places();
    const moved = [];
    for (const what of taps) {{
        const [, left, top, right, bottom] = before.find(([name]) => name === what);
        const down = (top + bottom) / 2;
        if (down < scrollY || down > scrollY + innerHeight) scrollTo(0, down - innerHeight / 2);
        document.elementFromPoint((left + right) / 2, down - scrollY).closest("label").click();
        await new Promise((resolve) => setTimeout(resolve));
        if (JSON.stringify(places()) !== JSON.stringify(before)) moved.push(what);
    }}
    return moved;
}}"""


class Box(NamedTuple):
    """Where something stands on the screen."""

    what: str
    left: float
    top: float
    right: float
    bottom: float


def _boxes(page: Page, where: str = _ENTRY, *, on_page: bool = False) -> list[Box]:
    """Where things are on the screen, or on the page, however far it is scrolled."""
    return [Box(*found) for found in page.evaluate(_BOXES, [where, on_page])]


def _places(page: Page, where: str = _ENTRY) -> list[Box]:
    return _boxes(page, where, on_page=True)


def _faults(boxes: list[Box], players: int) -> list[str]:
    """What is too small for a thumb, or lies on something else; keys may touch."""
    least = _LEAST.get(players, _LEAST_SIZE)
    small = [
        f"{box.what}: {box.right - box.left:.1f} × {box.bottom - box.top:.1f} px"
        for box in boxes
        if min(box.right - box.left, box.bottom - box.top) < least - _ROUNDING
    ]
    near = [
        f"{one.what} and {other.what}"
        for one, other in combinations(boxes, 2)
        if max(
            max(one.left, other.left) - min(one.right, other.right),
            max(one.top, other.top) - min(one.bottom, other.bottom),
        )
        < -_ROUNDING
    ]
    return small + near


def _outside(boxes: list[Box], size: tuple[int, int]) -> list[str]:
    return [
        f"{box}"
        for box in boxes
        if min(box.left, box.top) < 0
        or box.right > size[0] + _ROUNDING
        or box.bottom > size[1] + _ROUNDING
    ]


@pytest.mark.parametrize(
    ("names", "size"),
    sample([(_LONG, (360, 640)), (FOUR, (390, 844)), (_FOREIGN, (360, 640))], 2),
    ids=["seven long", "four", "five foreign"],
)
def test_the_entry_fits_a_thumb_and_stands_still(
    thumb: Page, scorepad: Server, names: Sequence[str], size: tuple[int, int]
) -> None:
    page = thumb
    sit_down(page, started(scorepad, names, sun=True, moon="choice"))
    show_on(page, *size)
    [picture] = _boxes(page, "svg.picture")
    assert _outside([*_boxes(page), picture], size) == []
    _expect_stands_still(page, names, size)


def _expect_stands_still(page: Page, names: Sequence[str], size: tuple[int, int]) -> None:
    """Nothing moves, whatever is tapped from an empty entry to a full one."""
    before = _places(page)
    players = len(names)
    assert _faults(before, players) == []
    taps = ["cards_QS=1", "hearts_0=5", "hearts_1=6", "hearts_2=1", "hearts_2=1",
            "hearts_2=0", "cards_QS=1", "cards_QS=0", "hearts_0=0"]  # fmt: skip
    assert page.evaluate(_TAP_ALL, [taps, _ENTRY]) == []
    assert page.evaluate(_CHOSEN) == ["cards_QS=0", "hearts_0=0", "hearts_1=6", "hearts_2=0"]
    open_moon(page)
    panel = _places(page, _PANEL)
    assert _faults(panel, players) == []
    # What either choice leads to has its place already; it takes the row of Save, too.
    beside = [each for each in panel if each.what != "moon"]

    def expect_still(after: str) -> None:
        assert _places(page) == before, after
        expect(page.locator(_OUTCOMES)).to_have_count(2)
        assert _faults([*beside, *_places(page, _OUTCOMES)], players) == []
        assert _outside(_boxes(page, _OUTCOMES), size) == []
        assert _places(page, _PANEL) == panel, after

    for name in (names[2], names[1]):
        key(page, "Who shot the moon", name).click()
        expect_still(name)
    page.get_by_label("Sun: every trick as well").check()
    expect_still("a sun")
    key(page, "Who shot the moon", "Cancel").click()
    assert _places(page) == before
    if players > 4:
        page.locator(".counts").last.locator(".more").click()
        assert _boxes(page, ".finish > button")[0] in before
    hearts = rules.ruleset(players, {}).hearts
    key(page, f"Hearts of {names[-1]}", hearts).click()
    expect(radio(page, f"Hearts of {names[-1]}", hearts)).to_be_checked()
    # The other counts of five and more have taken the place of the small ones; nothing else moves.
    assert [box for box in _places(page) if box.what[:8] != f"hearts_{players - 1}"] == [
        box for box in before if box.what[:8] != f"hearts_{players - 1}"
    ]
