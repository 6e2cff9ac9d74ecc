"""The words of the table have room in every language, and none stands on another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad import rules
from tests.browser.play import Hand, expect_clean, started
from tests.support.browser import phone
from tests.support.keys import key_selector
from tests.support.server import Server

NAMES = (
    "Maximiliane",
    "Christopher",
    "Wilhelmine",
    "Bartholomäus",
    "Friederike",
    "Konstantin",
    "Sebastian",
)
# A number of two digits takes the most room.
HANDS = 11
# The box of a letter in the picture is higher than the letter.
ABOVE_LETTERS = 3
# What is told apart by its words: the boxes of its text, not of all that can be tapped. In the
# picture, plates have a frame, and arrows may pass below a word.
WORDS = """(above) => {
    const box = (name, { left, top, right, bottom }) => [name, left, top, right, bottom];
    const ofText = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect();
    };
    const shown = (selector, boxOf) => [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => box(`${selector}: ${element.textContent.trim()}`, boxOf(element)));
    return [
        ...shown(".scene a.corner, .scene h1.corner, .undo-corner button > span", ofText),
        ...shown("svg.picture .plate", (plate) => plate.getBoundingClientRect()),
        ...shown("svg.picture text.middle", (text) => {
            const { left, top, right, bottom } = text.getBoundingClientRect();
            return { left, top: top + above, right, bottom: bottom - above };
        }),
    ];
}"""
# Of long words on keys and buttons, all is to be seen.
CUT_OFF = """(selector) => [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility())
    .filter((element) => element.scrollWidth > element.clientWidth
        || element.scrollHeight > element.clientHeight + 1)
    .map((element) => element.textContent.trim())"""
# How much of each arrow's line is to be seen, beside the pill and the plates above it.
ARROWS = """() => {
    const picture = document.querySelector("svg.picture");
    const toScreen = picture.getScreenCTM();
    const above = [...picture.querySelectorAll(":is(.pill, .plate)")]
        .map((each) => each.getBoundingClientRect());
    const seen = ({ x, y }) => above.every(({ left, right, top, bottom }) =>
        x < left || x > right || y < top || y > bottom);
    const lines = [...picture.querySelectorAll(".oval .line")]
        .flatMap((path) => path.getAttribute("d").split(/(?=M)/));
    return lines.map((d) => {
        const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
        line.setAttribute("d", d);
        let shown = 0;
        for (let at = 0; at < line.getTotalLength(); at++)
            shown += seen(line.getPointAtLength(at).matrixTransform(toScreen));
        return shown;
    });
}"""
# Besides its head, an arrow has a line to be seen.
LEAST_LINE = 5
BELOW = """(selector) => Math.max(...[...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect().bottom)) - innerHeight"""


@dataclass(frozen=True)
class Words:
    """A box of words on the screen."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Words) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return min(across, down) > 0


def on_one_another(page: Page) -> list[tuple[str, str]]:
    words = [Words(*each) for each in page.evaluate(WORDS, ABOVE_LETTERS)]
    assert len(words) > 8
    # The lines of the middle stand close together.
    return [
        (one.what, other.what)
        for one, other in combinations(words, 2)
        if one.touches(other) and not ("middle" in one.what and "middle" in other.what)
    ]


# German is longer.
@pytest.mark.parametrize(
    ("players", "language"), [(4, "en"), *((players, "de") for players in range(3, 8))]
)
def test_words_on_the_table_have_room(
    browser: Browser, scorepad: Server, players: int, language: str
) -> None:
    hearts = rules.ruleset(players, {}).hearts
    hand = Hand((hearts - 1, 1, *[0] * (players - 2)), 0)
    game = started(scorepad, NAMES[:players], [hand] * HANDS, target=1000, moon="choice", sun=True)
    with phone(browser, language=language) as handset:
        page = handset.page
        game.give_pen(page)
        # Each pass of the round has words of its own.
        for _ in range(players):
            page.goto(game.url)
            expect_room(page, players)
            game.take_down(hand)
        page.goto(game.url)
        expect_room_for_moon(page)
        expect_clean(handset)


def expect_room(page: Page, players: int) -> None:
    assert on_one_another(page) == []
    # Across six, the seats stand so close that only the heads have room.
    if players < 6:
        assert min(page.evaluate(ARROWS), default=LEAST_LINE) >= LEAST_LINE
    assert page.evaluate(CUT_OFF, ".finish > button, #moon") == []
    assert page.evaluate(BELOW, ".finish > button") <= 0


def expect_room_for_moon(page: Page) -> None:
    page.locator("#moon").click()
    page.locator("label.key", has=page.locator(key_selector("shooter-1"))).click()
    expect(page.locator(".outcome")).to_have_count(2)
    assert page.evaluate(CUT_OFF, ".outcome .choice, .outcome em, .panel > p, .tick") == []
    assert page.evaluate(BELOW, ".outcome") <= 0
    question, nobody = (
        page.locator(each).evaluate("(e) => e.getBoundingClientRect().toJSON()")
        for each in (".panel > p", ".shooters label.key:last-child span")
    )
    asked = page.locator(".panel > p").evaluate(
        "(e) => { const r = document.createRange(); r.selectNodeContents(e);"
        " return r.getBoundingClientRect().right }"
    )
    assert asked < nobody["left"] or question["bottom"] < nobody["top"]


@pytest.mark.parametrize("players", [3, 4])
def test_what_saves_is_in_sight_with_two_special_cards(
    browser: Browser, scorepad: Server, players: int
) -> None:
    game = started(scorepad, NAMES[:players], preset="omnibus", moon="choice")
    with phone(browser) as handset:
        page = handset.page
        game.give_pen(page)
        page.goto(game.url)
        expect(page.locator(".taker")).to_have_count(2)
        assert page.evaluate(BELOW, ".finish > .go > span") <= 0
        for button in page.locator(".taker .key, .finish button").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        expect_clean(handset)
