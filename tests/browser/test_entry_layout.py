"""The entry under a thumb: everything on the screen, large, apart, and nothing ever moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad import rules
from tests.browser.play import (
    FOUR,
    expect_clean,
    key,
    open_moon,
    radio,
    sit_down,
    started,
)
from tests.support.browser import Phone, phone
from tests.support.server import Server
from tests.support.torture import sample

_LONG = ("Maximiliane Charlott", "Donaudampfschifffahr", "WWWWWWWWWWMMMMMMMMMM",
         "Иннокентий Константи", "Bartholomäus der Ält", "llllllllllllllllllll",
         "Wilhelmine Marquardt")  # fmt: skip
_FOREIGN = (
    "👩‍👩‍👧‍👦🎲♥️",
    "محمد عبد الرحمن بن عب",
    "שרה",
    "🃏",
    "漢字漢字漢字漢字漢字",
    "Ñandú",
    "Ωλυμπία",
)
_GROUPS = {"short": (*FOUR, "Emil", "Frida", "Gus"), "long": _LONG, "foreign": _FOREIGN}
# On the narrowest of these phones, names need what is over 42 px.
_LEAST_SIZE = 42
# Seven would not fit on one screen.
_LEAST_OF_SEVEN = 37
# Keys may touch, like those of a calculator.
_LEAST_GAP = 0
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


# How far the page is scrolled for something this far down to be on the screen. A key's click comes
# some time after the finger is off the glass.
_SCROLL_TO = """(down) => {
    window.tapped = new Promise((resolve) => addEventListener("click", function look({ target }) {
        if (!target.matches("input")) return;
        removeEventListener("click", look);
        resolve();
    }));
    if (down < scrollY || down > scrollY + innerHeight) scrollTo(0, down - innerHeight / 2);
    return scrollY;
}"""
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
# A second tap on a key takes it back; what is chosen then.
_TAKE_BACK = f"""() => {{
    const chosen = "form.entry :is(.taker, .counts) [name]:checked";
    for (const input of document.querySelectorAll(chosen)) input.click();
    return ({_CHOSEN})();
}}"""


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


def _faults(boxes: list[Box], least: float = _LEAST_SIZE) -> list[str]:
    """What is too small for a thumb, or too near to something else."""
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


def _tap(page: Page, places: list[Box], what: str) -> None:
    """Tap the middle of something that has not moved since it was in this place on the page."""
    (box,) = [each for each in places if each.what == what]
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    page.touchscreen.tap(x, y - page.evaluate(_SCROLL_TO, y))
    page.evaluate("() => window.tapped")


def _chosen(page: Page) -> list[str]:
    """What the form would send of the keys."""
    chosen: list[str] = page.evaluate(_CHOSEN)
    return chosen


def _sizes(group: str, players: int) -> list[tuple[int, int]]:
    """The screens for some names; not every name on every screen."""
    sizes = [(360, 640)]
    if group == "short" or players == 4:
        sizes.append((390, 844))
    if group == "short":
        sizes.append((1280, 800))
    return sizes


@pytest.fixture(scope="module")
def thumb(browser: Browser) -> Iterator[Phone]:
    """One phone for all tables: what it knows of one has nothing to do with the next."""
    with phone(browser) as handset:
        yield handset


@pytest.mark.parametrize("players", sample([7, 4, 3, 5, 6], 2))
@pytest.mark.parametrize("group", sample(["long", "short", "foreign"]))
def test_the_entry_fits_a_thumb_and_stands_still(
    thumb: Phone, scorepad: Server, group: str, players: int
) -> None:
    page = thumb.page
    names = _GROUPS[group][:players]
    sit_down(page, started(scorepad, names, sun=True, moon="choice"))
    for width, height in _sizes(group, players):
        page.set_viewport_size({"width": width, "height": height})
        _expect_fits(page, players)
        _expect_stands_still(page, names)
        assert page.evaluate(_TAKE_BACK) == []
        page.evaluate("scrollTo(0, 0)")
    expect_clean(thumb)


def _expect_fits(page: Page, players: int) -> None:
    places = _places(page)
    hearts = rules.ruleset(players, {}).hearts
    # A seat's name and all its counts; of five and six, those up to 6 and the key to the rest.
    of_seat = hearts + 1 if players <= 4 else 8
    assert len(places) == players + players * of_seat + 2
    assert _faults(places, _LEAST_OF_SEVEN if players == 7 else _LEAST_SIZE) == []
    [picture] = _boxes(page, "svg.picture")
    assert _outside(page, [*_boxes(page), picture]) == []
    assert page.evaluate("scrollY") == 0


def _expect_stands_still(page: Page, names: Sequence[str]) -> None:
    """Nothing moves, whatever is tapped from an empty entry to a full one."""
    before = _places(page)
    players = len(names)

    def expect_still(after: str) -> None:
        assert _places(page) == before, after

    taps = ["cards_QS=1", "hearts_0=5", "hearts_1=6", "hearts_2=1", "hearts_2=1",
            "hearts_2=0", "cards_QS=1", "cards_QS=0", "hearts_0=0"]  # fmt: skip
    assert page.evaluate(_TAP_ALL, [taps, _ENTRY]) == []
    assert _chosen(page) == ["cards_QS=0", "hearts_0=0", "hearts_1=6", "hearts_2=0"]
    open_moon(page)
    expect_still("opening Moon")
    panel = _places(page, _PANEL)
    least = _LEAST_OF_SEVEN if players == 7 else _LEAST_SIZE
    assert _faults(panel, least) == []

    def expect_outcomes(after: str) -> None:
        """Both are there, and nothing has moved to make room for them."""
        expect(page.locator(_OUTCOMES)).to_have_count(2)
        # They take the row of Save, too, for they save.
        beside = [each for each in panel if each.what != "moon"]
        assert _faults([*beside, *_places(page, _OUTCOMES)], least) == []
        assert _outside(page, _boxes(page, _OUTCOMES)) == []
        assert _places(page, _PANEL) == panel, after

    for what in ("shooter=2", "shooter=1"):
        _tap(page, panel, what)
        expect_still(what)
        expect_outcomes(what)
    page.get_by_label("Sun: every trick as well").check()
    expect_still("a sun")
    expect_outcomes("a sun")
    key(page, "Who shot the moon", "Cancel").click()
    expect_still("folding Moon away")
    if players > 4:
        page.locator(".counts").last.locator(".more").click()
        assert _boxes(page, ".finish > button")[0] in before
    hearts = rules.ruleset(players, {}).hearts
    key(page, f"Hearts of {names[-1]}", hearts).click()
    if players <= 4:
        expect_still("all the hearts")
    else:
        # The other counts have taken the place of the small ones; nothing else has moved.
        expect(radio(page, f"Hearts of {names[-1]}", hearts)).to_be_checked()
        assert [box for box in _places(page) if box.what[:8] != f"hearts_{players - 1}"] == [
            box for box in before if box.what[:8] != f"hearts_{players - 1}"
        ]
