"""The table on small, low and sideways screens: all of it in reach, Save always in sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad.web.http.language import LANGUAGES
from tests.browser.fitting import show_on
from tests.browser.pens import pad_of
from tests.browser.play import FIRST, Game, Hand, expect_clean, save_button, sit_down, started, tap
from tests.support.browser import Phone, phone
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
    const shownNames = [...document.querySelectorAll(".name:has(.short)")]
        .filter((name) => name.checkVisibility({ contentVisibilityAuto: true }));
    const shown = (name) => name.querySelector(name.matches(".cut") ? ".short" : ".full");
    return {
        wide: document.documentElement.scrollWidth,
        save: box(document.querySelector(".finish > .go")),
        moon: box(document.querySelector("#moon")),
        rows: boxes(".counts"),
        keys: boxes(".counts .key:not(.who)"),
        plates: boxes(".picture .plate"),
        entry: box(document.querySelector(".entry")),
        names: shownNames.map((name) => [
            name.querySelector(".full").textContent, shown(name).textContent, name.matches(".cut"),
        ]),
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
# Texts and the sign in the corners of the picture that lie on the table's edge.
_ON_EDGE: Final = """() => {
    const felt = document.querySelector(".picture .felt");
    const { rx, ry, strokeWidth } = getComputedStyle(felt);
    const { a, d, e, f } = felt.getScreenCTM();
    const [x, y] = [felt.cx.baseVal.value * a + e, felt.cy.baseVal.value * d + f];
    const [wide, high] = [rx, ry].map((axis) => (parseFloat(axis) + parseFloat(strokeWidth) / 2));
    const range = document.createRange();
    const reaches = ({ left, right, top, bottom }) => {
        // A line is higher than its letters.
        const slack = (bottom - top) * 0.25;
        const across = Math.max(left - x, 0, x - right) / (wide * a);
        const down = Math.max(top + slack - y, 0, y - bottom + slack) / (high * d);
        return Math.hypot(across, down) < 1;
    };
    return [...document.querySelectorAll(".scene .corner")].filter((corner) => {
        range.selectNodeContents(corner);
        const sign = corner.querySelector("svg");
        const texts = document.createTreeWalker(corner, NodeFilter.SHOW_TEXT);
        const boxes = sign ? [sign.getBoundingClientRect()] : [];
        while (!sign && texts.nextNode()) {
            if (!texts.currentNode.data.trim()) continue;
            range.selectNodeContents(texts.currentNode);
            boxes.push(...range.getClientRects());
        }
        return boxes.some(reaches);
    }).map((corner) => corner.textContent.trim() || corner.className);
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

# Texts in the corners of the picture that lie on a plate.
_ON_PLATES: Final = """() => {
    const plates = [...document.querySelectorAll(".picture .plate")]
        .map((plate) => plate.getBoundingClientRect());
    const range = document.createRange();
    return [...document.querySelectorAll(".scene .corner")].filter((corner) => {
        range.selectNodeContents(corner);
        return [...range.getClientRects()].some((text) => plates.some((plate) =>
            Math.min(text.right, plate.right) > Math.max(text.left, plate.left)
            && Math.min(text.bottom, plate.bottom) > Math.max(text.top, plate.top)));
    }).map((corner) => corner.textContent);
}"""


@pytest.fixture(scope="module")
def handset(browser: Browser) -> Iterator[Phone]:
    """One phone for all tables: what it knows of one has nothing to do with the next."""
    with phone(browser) as running:
        yield running


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


@pytest.mark.sample
@pytest.mark.parametrize("players", sample([4, 7, 3, 5, 6]))
def test_every_key_is_on_the_screen_and_save_in_sight(
    handset: Phone, scorepad: Server, players: int
) -> None:
    page = handset.page
    game, _ = _game(scorepad, players)
    sit_down(page, game)
    for size in (*_UPRIGHT, *_SIDEWAYS):
        measures = _expect_in_sight(page, size)
        assert page.evaluate(_ON_KEYS) == [], size
        assert len(measures["rows"]) == players
        if size in _SIDEWAYS and players <= 4:
            # All seats are in sight at once.
            assert measures["rows"][-1]["bottom"] <= measures["save"]["top"] + 1, size
    # After a notice, too.
    page.locator("#quick-undo").click()
    expect(page.locator(".undone")).to_be_visible()
    for size in (*_UPRIGHT, *_SIDEWAYS):
        _expect_in_sight(page, size)
        news, redo = (
            page.locator(each).bounding_box() for each in (".undone .news", "#quick-redo")
        )
        assert news is not None
        assert redo is not None
        if size in _UPRIGHT:
            # In one line.
            assert news["height"] <= redo["height"] == 44, size
        else:
            assert page.evaluate(_ON_PLATES) == [], size
    expect_clean(handset)


@pytest.mark.parametrize("preset", ["black-maria", "omnibus"])
def test_save_is_in_sight_with_any_cards(handset: Phone, scorepad: Server, preset: str) -> None:
    for players in (3, 5, 6):
        sit_down(handset.page, started(scorepad, _NAMES[:players], preset=preset))
        for size in ((320, 568), (360, 640), (640, 360)):
            measures = _expect_in_sight(handset.page, size)
            assert handset.page.evaluate(_ON_KEYS) == [], (size, players)
            if size == (360, 640) and players > 4 and preset == "omnibus":
                # All seats are in sight at once.
                assert measures["rows"][-1]["bottom"] <= measures["save"]["top"] + 1, players


@pytest.mark.parametrize("language", sample(sorted(LANGUAGES)))  # German is longer.
def test_corners_are_free_and_what_was_undone_is_whole(
    browser: Browser, scorepad: Server, language: str
) -> None:
    with phone(browser, language=language) as handset:
        page = handset.page
        for players in (4, 6):
            game, _ = _game(scorepad, players, hands=10)
            sit_down(page, game)
            for size in (*_UPRIGHT, (640, 360)):
                show_on(page, *size)
                if players == 4:
                    assert page.evaluate(_ON_EDGE) == [], size
                    assert page.evaluate(_ON_PLATES) == [], size
                    undo = page.locator("#quick-undo span").bounding_box()
                    assert undo is not None
                    assert undo["height"] < 20, size
                else:
                    # The corners' line is above the picture.
                    top = page.locator("h1.corner").bounding_box()
                    assert top is not None
                    assert top["y"] < 10, size
            page.locator("#quick-undo").click()
            news = page.locator(".undone .news span").first
            expect(news).to_be_visible()
            for size in _UPRIGHT:
                show_on(page, *size)
                assert news.evaluate(
                    "(text) => text.scrollHeight <= text.clientHeight + 1"
                    " && text.scrollWidth <= text.clientWidth"
                ), size
        expect_clean(handset)


@pytest.mark.parametrize("language", sample(sorted(LANGUAGES)))
def test_a_tie_that_plays_on_is_said_above_the_entry(
    browser: Browser, scorepad: Server, language: str
) -> None:
    hands = [Hand((6, 7, 0, 0), 2), Hand((7, 6, 0, 0), 3), Hand((0, 0, 12, 1), 2)]
    game = started(scorepad, ("Anna", "Ben", "Cara", "Dora"), hands, target=25, tie="play-on")
    with phone(browser, language=language) as handset:
        page = handset.page
        sit_down(page, game)
        for size in _UPRIGHT:
            measures = _expect_in_sight(page, size)
            said = page.locator(".prospects").bounding_box()
            assert said is not None
            assert said["y"] + said["height"] <= measures["entry"]["top"], size
            assert page.evaluate(_ON_EDGE) == [], size
            # Who has reached the end has that on their key, in one line.
            assert page.evaluate(_ON_KEYS) == [], size
            note = page.locator(".taker small")
            assert note.evaluate("({ offsetHeight }) => offsetHeight") < 15, size
            if size == (360, 640):
                assert measures["rows"][-1]["bottom"] <= measures["save"]["top"] + 1
        expect_clean(handset)


def test_the_tabs_of_a_pad_stand_still_from_page_to_page(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with phone(browser, width=1280, height=800) as handset:
        page = handset.page
        places = []
        for path in ("", "players", "records", "evenings"):
            page.goto(f"{pad_of(game.url)}{path}")
            places.append(page.locator(".tabs").bounding_box())
        assert places[0] is not None
        assert places == [places[0]] * 4
        expect_clean(handset)


@pytest.mark.sample
@pytest.mark.parametrize("players", sample([4, 7, 3, 5, 6]))
def test_sideways_the_table_is_beside_the_entry(
    handset: Phone, scorepad: Server, players: int
) -> None:
    page = handset.page
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


def test_sideways_the_seats_stay_while_a_hand_waits(handset: Phone, scorepad: Server) -> None:
    page = handset.page
    game = started(scorepad)
    sit_down(page, game)
    before = _measure(page, (640, 360))["plates"]
    page.context.set_offline(True)
    for queen in (1, 2):
        tap(page, Hand((5, 4, 4, 0), queen))
        save_button(page).click()
        expect(page.locator(".sheet .waiting")).to_have_count(queen)
        assert _measure(page, (640, 360))["plates"] == before
    page.context.set_offline(False)
    expect(page.locator(".sheet .waiting")).to_have_count(0)
    handset.errors.clear()


def test_sideways_eight_hearts_and_more_are_one_tap_away(handset: Phone, scorepad: Server) -> None:
    page = handset.page
    game = started(scorepad)
    show_on(page, 640, 360)
    sit_down(page, game)
    eight = page.locator("label.key:has([name=hearts_1][value='8'])")
    expect(eight).to_be_hidden()
    page.locator("label.key:has(#hearts_1-more)").click()
    eight.click()
    page.locator("label.key:has([name=hearts_0][value='5'])").click()
    page.locator("label.key:has([name=cards_QS][value='1'])").click()
    save_button(page).click()
    expect(page.locator(".sheet tbody tr td b").nth(1)).to_have_text("21")
    # Upright all counts have a key.
    page.set_viewport_size({"width": 360, "height": 640})
    expect(eight).to_be_visible()
    expect(page.locator(".more").first).to_be_hidden()
    tap(page, FIRST)


def test_a_name_is_whole_where_it_fits_and_cut_in_one_way(handset: Phone, scorepad: Server) -> None:
    game = started(scorepad, ("Bartholomäus", "Karl-Heinz", "Johanna", "Johannes"), [FIRST])
    cuts: dict[tuple[int, int], set[tuple[str, str]]] = {}
    sit_down(handset.page, game)
    for size in ((320, 568), (640, 360), (1280, 800)):
        names = _measure(handset.page, size)["names"]
        assert len(names) > 8
        cuts[size] = {(full, shown) for full, shown, cut in names if cut}
        for full, shown in cuts[size]:
            ways = {other for name, other in cuts[size] if name == full}
            assert ways == {shown}, size
    assert ("Karl-Heinz", "Karl-H.") in cuts[320, 568]
    # The one name that nothing on a laptop's page is wide enough for.
    assert cuts[1280, 800] <= {("Bartholomäus", "Barthol.")}
    # What is cut is whole again where there is room.
    who = handset.page.locator(".who .name").last
    expect(who).not_to_have_class("name cut")
    handset.page.set_viewport_size({"width": 320, "height": 568})
    expect(handset.page.locator(".taker .name").first).to_have_class("name cut")
    # What is folded away is measured once it is seen.
    handset.page.set_viewport_size({"width": 390, "height": 844})
    handset.page.locator("#moon").click()
    expect(handset.page.locator(".shooters .name").nth(1)).to_have_class("name")


def test_in_the_head_of_a_narrow_sheet_no_letter_of_a_name_is_lost(
    handset: Phone, scorepad: Server
) -> None:
    names = ("Margaret", "=SUM(A1)", "Elisabeth", "Bo", "Jürgen-W", "Bartholomäus")
    sit_down(handset.page, started(scorepad, names))
    show_on(handset.page, 360, 640)
    head = handset.page.locator(".sheet thead .name")
    expect(head).to_have_count(len(names))
    for name in head.all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), name.inner_text()
