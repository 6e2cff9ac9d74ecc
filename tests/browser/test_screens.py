"""The table on small, low and sideways screens: all of it in reach, Save always in sight."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.fitting import show_on
from tests.browser.play import Game, Hand, sit_down, started
from tests.browser.ways import expect_clean
from tests.support.browser import phone
from tests.support.server import Server
from tests.support.torture import sample

_NAMES: Final = ("Karl-Heinz", "Johanna", "Johannes", "Bartholomäus", "Tom", "Christopher", "Anna")
_UPRIGHT: Final = ((320, 568), (344, 700), (360, 640))
_SIDEWAYS: Final = ((568, 320), (640, 360), (844, 390))
_LEAST_KEY: Final = 33.0

# Of what is to be tapped and seen at a table; the letters of names that are shown.
_MEASURES: Final = """() => {
    const box = (element) => element?.getBoundingClientRect().toJSON();
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility()).map(box);
    return {
        wide: document.documentElement.scrollWidth,
        save: box(document.querySelector(".finish > .go")),
        moon: box(document.querySelector("#moon")),
        rows: boxes(".counts"),
        keys: boxes(".counts .key:not(.who)"),
        plates: boxes(".picture .plate"),
        entry: box(document.querySelector(".entry")),
        letters: [...document.querySelectorAll(".who .name")].map((name) =>
            parseFloat(getComputedStyle(name).fontSize)),
    };
}"""
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


def _measure(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """The measures of a table on a screen of this size."""
    show_on(page, *size)
    measures: dict[str, Any] = page.evaluate(_MEASURES)
    return measures


def _expect_in_sight(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """What is needed is on a screen of this size; the measures."""
    measures = _measure(page, size)
    assert measures["wide"] <= size[0]
    for button in (measures["save"], measures["moon"]):
        assert button["top"] >= 0, size
        assert button["bottom"] <= size[1], size
    for key in measures["keys"]:
        assert key["left"] >= 0, size
        assert key["right"] <= size[0] + 0.02, size
        assert min(key["width"], key["height"]) >= _LEAST_KEY, (size, key)
    assert min(measures["letters"]) >= 13
    return measures


def _game(scorepad: Server, players: int, hands: int = 1) -> tuple[Game, Hand]:
    """A game after so many hands that are all the same, and one of them."""
    hearts = 12 if players in (3, 6) else 13
    hand = Hand((5, hearts - 5, *[0] * (players - 2)), 0)
    return started(scorepad, _NAMES[:players], [hand] * hands, target=1000), hand


# The usual cards, and presets with more of them.
@pytest.mark.parametrize(
    ("players", "preset"),
    sample([(4, ""), (7, ""), (3, "black-maria"), (5, "omnibus"), (6, "")], 2),
)
def test_every_key_is_on_the_screen_and_save_in_sight(
    thumb: Page, scorepad: Server, players: int, preset: str
) -> None:
    page = thumb
    sit_down(page, started(scorepad, _NAMES[:players], preset=preset))
    for size in (*_UPRIGHT, *_SIDEWAYS):
        measures = _expect_in_sight(page, size)
        assert page.evaluate(_ON_KEYS) == [], size
        assert len(measures["rows"]) == players
        if size in _SIDEWAYS and players <= 4 and not preset:
            # All seats are in sight at once.
            assert measures["rows"][-1]["bottom"] <= measures["save"]["top"] + 1, size


@pytest.mark.parametrize("players", sample([4, 7]))
def test_sideways_the_table_is_beside_the_entry(
    thumb: Page, scorepad: Server, players: int
) -> None:
    page = thumb
    game, hand = _game(scorepad, players)
    sit_down(page, game)
    # Each pass has arrows of its own.
    for _ in range(players):
        measures = _measure(page, (640, 360))
        assert page.evaluate(_APART) <= 6
        if players < 7:
            # All seats are in sight at once.
            assert measures["rows"][-1]["bottom"] <= measures["save"]["top"] + 1
        for plate in measures["plates"]:
            assert plate["left"] >= 0
            assert plate["top"] >= 0
            assert plate["right"] <= measures["entry"]["left"]
            assert plate["bottom"] <= 360
            for other in measures["plates"]:
                across = min(plate["right"], other["right"]) - max(plate["left"], other["left"])
                down = min(plate["bottom"], other["bottom"]) - max(plate["top"], other["top"])
                assert other == plate or min(across, down) <= 0
        game.take_down(hand)
        page.reload()


# Keys that the small print about the rows below lies on.
_COVERED: Final = """() => {
    const { left, right, top, bottom } =
        document.querySelector(".taken").getBoundingClientRect();
    return [...document.querySelectorAll(".taker .key")].filter((key) => {
        const box = key.getBoundingClientRect();
        return Math.min(right, box.right) - Math.max(left, box.left) > 1
            && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
    }).map((key) => key.textContent);
}"""


@pytest.mark.slow
def test_save_is_in_sight_with_large_texts(browser: Browser, scorepad: Server) -> None:
    """Texts are at twice their size, and German, which is longer."""
    with phone(browser, language="de") as large:
        page = large.page
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        for players in (4, 6):
            game, _ = _game(scorepad, players)
            sit_down(page, game)
            for size in ((360, 640), (640, 360)):
                save = _measure(page, size)["save"]
                assert save["top"] >= 0
                assert save["bottom"] <= size[1]
                assert page.evaluate(_COVERED) == []
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        expect_clean(large)
