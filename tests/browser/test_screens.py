"""The entry under a thumb on small, low and sideways screens: all in reach, Save in sight."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad import rules
from tests.browser.fitting import show_on
from tests.browser.play import FOUR, Game, Hand, key, open_moon, radio, sit_down, started
from tests.browser.ways import expect_clean
from tests.support.browser import phone
from tests.support.server import Server
from tests.support.torture import sample

_LONG = ("Maximiliane Charlott", "Donaudampfschifffahr", "WWWWWWWWWWMMMMMMMMMM",
         "Иннокентий Константи", "Bartholomäus der Ält", "llllllllllllllllllll",
         "Wilhelmine Marquardt")  # fmt: skip
_FOREIGN = ("👩‍👩‍👧‍👦🎲♥️", "محمد عبد الرحمن بن عب", "שרה", "漢字漢字漢字漢字漢字", "Ωλυμπία")
_NAMES: Final = ("Karl-Heinz", "Johanna", "Johannes", "Bartholomäus", "Tom", "Christopher", "Anna")
_UPRIGHT: Final = ((320, 568), (344, 700), (360, 640))
_SIDEWAYS: Final = ((568, 320), (640, 360), (844, 390))
# On narrow phones, names need what is over 42 px; seven would not fit on one screen.
_LEAST_SIZE: Final = {players: 37 if players == 7 else 42 for players in range(3, 8)}
# On the smallest and lowest screens.
_LEAST_KEY: Final = 33
_ROUNDING: Final = 0.02

_BOXES = """([where, onPage]) => [...document.querySelectorAll(where)]
    .filter((element) => element.checkVisibility())
    .map((element) => {
        const box = element.getBoundingClientRect();
        const down = onPage ? scrollY : 0;
        const input = element.querySelector("input");
        return [input ? input.name ? `${input.name}=${input.value}` : input.id : element.id,
                box.left, box.top + down, box.right, box.bottom + down];
    })"""
_SAVE = "form.entry .finish > .go"
_ENTRY = f"form.entry .taker label.key, form.entry .counts label.key, #moon, {_SAVE}"
_PANEL = ".moon .panel label, .taker label.key, #moon"
_OUTCOMES = ".outcome"
_LETTERS = """() => [...document.querySelectorAll(".who .name")]
    .map((name) => parseFloat(getComputedStyle(name).fontSize))"""
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
# What is written on keys and beside rows and is wider or higher than what shows it; and of rows of
# keys whose letters have more than one size, all of them.
_ON_KEYS: Final = """() => {
    const range = document.createRange();
    const boxes = [...document.querySelectorAll(".taker .key > :is(span, small), .who .name")]
        .filter((box) => box.checkVisibility());
    const cut = boxes.filter((box) => {
        const shown = box.querySelector(box.querySelector(".cut") || box.matches(".cut")
            ? ".short" : ".full") ?? box;
        range.selectNodeContents(shown);
        const text = range.getBoundingClientRect();
        const { width } = box.getBoundingClientRect();
        return text.width > width + 0.1 || box.scrollHeight > box.clientHeight + 3;
    }).map((box) => box.textContent);
    const sizes = [...document.querySelectorAll(".taker")]
        .map((row) => new Set([...row.querySelectorAll(".key > span")]
            .map((text) => getComputedStyle(text).fontSize)))
        .filter(({ size }) => size > 1).map((found) => [...found]);
    return [...cut, ...sizes];
}"""
# How far the ends of each arrow are from the nearest plate, at most.
_APART: Final = """() => {
    const picture = document.querySelector(".picture");
    const plates = [...picture.querySelectorAll(".plate")]
        .map((each) => each.getBoundingClientRect());
    const away = ({ x, y }) => Math.min(...plates.map(({ left, right, top, bottom }) =>
        Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))));
    // Of a straight one, the middle is left out.
    const lines = [...picture.querySelectorAll(".round .line")].flatMap((path) =>
        path.getAttribute("d").match(/M[^M]*Q[^M]*|M[^M]*L[^M]*M[^M]*L[^M]*/g));
    return Math.max(0, ...lines.flatMap((d) => {
        const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
        line.setAttribute("d", d);
        const toScreen = (at) => line.getPointAtLength(at).matrixTransform(picture.getScreenCTM());
        return [away(toScreen(0)), away(toScreen(line.getTotalLength())) - 8];
    }));
}"""


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


def _small(boxes: Sequence[Box], least: float) -> list[Box]:
    """What is lower or narrower than that."""
    return [
        box for box in boxes if min(box.right - box.left, box.bottom - box.top) < least - _ROUNDING
    ]


def _meeting(boxes: Sequence[Box]) -> list[tuple[Box, Box]]:
    """What lies on something else; things may touch."""
    return [
        (one, other)
        for one, other in combinations(boxes, 2)
        if min(one.right, other.right) - max(one.left, other.left) > _ROUNDING
        and min(one.bottom, other.bottom) - max(one.top, other.top) > _ROUNDING
    ]


def _outside(boxes: Sequence[Box], size: tuple[float, float]) -> list[Box]:
    """What is not within this size, from the corner above on the left."""
    return [
        box
        for box in boxes
        if min(box.left, box.top) < 0
        or box.right > size[0] + _ROUNDING
        or box.bottom > size[1] + _ROUNDING
    ]


def _is_wide(page: Page, size: tuple[int, int]) -> bool:
    """Whether something sticks out of the page."""
    return int(page.evaluate("document.documentElement.scrollWidth")) > size[0]


@pytest.mark.parametrize(
    ("names", "size"),
    sample([(_LONG, (360, 640)), (FOUR, (390, 844)), (_FOREIGN, (360, 640))], 2),
    ids=["seven long", "four", "five foreign"],
)
def test_the_entry_fits_a_thumb_and_stands_still(
    thumb: Page, scorepad: Server, names: Sequence[str], size: tuple[int, int]
) -> None:
    """Nothing moves, whatever is tapped from an empty entry to a full one."""
    page, players, least = thumb, len(names), _LEAST_SIZE[len(names)]
    sit_down(page, started(scorepad, names, sun="y", moon="choice"))
    show_on(page, *size)
    assert _outside(_boxes(page, f"{_ENTRY}, svg.picture"), size) == []
    before = _places(page)
    assert _small(before, least) == []
    assert _meeting(before) == []
    taps = ["cards_QS=1", "hearts_0=5", "hearts_1=6", "hearts_2=1", "hearts_2=1",
            "hearts_2=0", "cards_QS=1", "cards_QS=0", "hearts_0=0"]  # fmt: skip
    assert page.evaluate(_TAP_ALL, [taps, _ENTRY]) == []
    assert page.evaluate(_CHOSEN) == ["cards_QS=0", "hearts_0=0", "hearts_1=6", "hearts_2=0"]
    open_moon(page)
    panel = _places(page, _PANEL)
    assert _meeting(panel) == []
    # What either choice leads to has its place already; it takes the row of Save, too.
    beside = [each for each in panel if each.what != "moon"]

    def expect_still(after: str) -> None:
        assert _places(page) == before, after
        expect(page.locator(_OUTCOMES)).to_have_count(2)
        assert _small([*panel, *_places(page, _OUTCOMES)], least) == []
        assert _meeting([*beside, *_places(page, _OUTCOMES)]) == []
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
        assert _boxes(page, _SAVE)[0] in before
    hearts = rules.ruleset(players, {}).hearts
    key(page, f"Hearts of {names[-1]}", hearts).click()
    expect(radio(page, f"Hearts of {names[-1]}", hearts)).to_be_checked()
    # The other counts of five and more have taken the place of the small ones; nothing else moves.
    assert [box for box in _places(page) if box.what[:8] != f"hearts_{players - 1}"] == [
        box for box in before if box.what[:8] != f"hearts_{players - 1}"
    ]


# The usual cards, and presets with more of them.
@pytest.mark.parametrize(
    ("players", "preset"),
    sample([(4, ""), (7, ""), (3, "black-maria"), (5, "omnibus"), (6, "")], 2),
)
def test_every_key_is_on_the_screen_and_save_in_sight(
    thumb: Page, scorepad: Server, players: int, preset: str
) -> None:
    sit_down(thumb, started(scorepad, _NAMES[:players], preset=preset))
    for size in (*_UPRIGHT, *_SIDEWAYS):
        show_on(thumb, *size)
        assert not _is_wide(thumb, size)
        save, moon = _boxes(thumb, _SAVE) + _boxes(thumb, "#moon")
        assert _outside([save, moon], size) == []
        keys, rows = _places(thumb, ".counts .key:not(.who)"), _boxes(thumb, ".counts")
        assert _outside(keys, (size[0], inf)) == []
        assert _small(keys, _LEAST_KEY) == [], size
        assert min(thumb.evaluate(_LETTERS)) >= 13
        assert thumb.evaluate(_ON_KEYS) == [], size
        assert len(rows) == players
        if size in _SIDEWAYS and players <= 4 and not preset:
            # All seats are in sight at once.
            assert rows[-1].bottom <= save.top + 1, size


def _game(scorepad: Server, players: int) -> tuple[Game, Hand]:
    """A game after a hand, and that hand, which does not end it."""
    hearts = 12 if players in (3, 6) else 13
    hand = Hand((5, hearts - 5, *[0] * (players - 2)), 0)
    return started(scorepad, _NAMES[:players], [hand], target=1000), hand


@pytest.mark.parametrize("players", sample([4, 7]))
def test_sideways_the_table_is_beside_the_entry(
    thumb: Page, scorepad: Server, players: int
) -> None:
    game, hand = _game(scorepad, players)
    sit_down(thumb, game)
    show_on(thumb, 640, 360)
    # Each pass has arrows of its own.
    for _ in range(players):
        assert thumb.evaluate(_APART) <= 6
        (entry,), plates = _boxes(thumb, ".entry"), _boxes(thumb, ".picture .plate")
        if players < 7:
            # All seats are in sight at once.
            assert _boxes(thumb, ".counts")[-1].bottom <= _boxes(thumb, _SAVE)[0].top + 1
        assert _outside(plates, (entry.left, 360)) == []
        assert _meeting(plates) == []
        game.take_down(hand)
        thumb.reload()


@pytest.mark.slow
def test_save_is_in_sight_with_large_texts(browser: Browser, scorepad: Server) -> None:
    """Texts are at twice their size, and German, which is longer."""
    with phone(browser, language="de") as large:
        page = large.page
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        for players in (4, 6):
            sit_down(page, _game(scorepad, players)[0])
            for size in ((360, 640), (640, 360)):
                show_on(page, *size)
                assert _outside(_boxes(page, _SAVE), (inf, size[1])) == []
                # Nor does the small print about the rows below lie on a key.
                (small_print,) = _boxes(page, ".taken")
                for each in _boxes(page, ".taker .key"):
                    assert _meeting([small_print, each]) == []
                assert not _is_wide(page, size)
        expect_clean(large)
