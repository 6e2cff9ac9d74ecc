"""The table in the middle: on a tablet between the players, or on a screen on the wall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.fitting import faults, show_on
from tests.browser.following import answered, ask_now, news, show
from tests.browser.play import (
    FIRST,
    FOUR,
    SECOND,
    Game,
    Hand,
    expect_hand,
    heading,
    started,
    with_pen,
)
from tests.browser.ways import CDN_DEAD, HTMX, NO_SCRIPT, Way, expect_clean
from tests.support.browser import phone, screenshot
from tests.support.server import Server
from tests.support.torture import sample

_MOON: Final = Hand((0, 13, 0, 0), 1)
_NAMES: Final = (*FOUR, "Bartholomäus der Alte aus Ulm", "WWWWWWWWWWWWWWWWWWWW", "Jo")
_SCREENS: Final = ((1024, 768), (1920, 1080), (360, 640))
# The seats at each edge, clockwise.
_SEATED: Final = """() => ["bottom", "left", "far", "right"].map((edge) =>
    [...document.querySelectorAll(`.${edge} > .plate`)].map(({ dataset }) => Number(dataset.seat)))
"""
_SHOWN: Final = ".plate, .passes, .rank, .side p:not(.sign)"
# Which of these lie on something else, or stick out.
_COLLISIONS: Final = """(what) => {
    const box = (element) => [element, element.getBoundingClientRect()];
    const visible = (element) => element.checkVisibility() && element.getClientRects().length;
    const all = [...document.querySelectorAll(what)].filter(visible).map(box);
    const found = all
        .filter(([, { left, top, right, bottom }]) =>
            left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
        .map(([element]) => `out of sight: ${element.outerHTML.slice(0, 90)}`);
    for (const [at, [one, a]] of all.entries()) for (const [other, b] of all.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            found.push(`${one.textContent.trim()} on ${other.textContent.trim()}`);
    }
    return found;
}"""


@contextmanager
def in_the_middle(
    browser: Browser, game: Game, way: Way = HTMX, *, clock: bool = False
) -> Iterator[Page]:
    """The table in the middle on a tablet; with ``clock``, its time goes on only as it is told."""
    with way.page(browser, fresh=clock) as page:
        page.set_viewport_size({"width": 1024, "height": 768})
        if clock:
            page.clock.install()
        page.goto(f"{game.url}/middle")
        if way.javascript:
            expect(page.locator(".edge .plate")).to_have_count(len(page.locator(".plate").all()))
        if clock:
            page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
        yield page


def pass_time_until(page: Page, happened: Callable[[], bool]) -> None:
    """Let the page's time go on until something has happened."""
    for _ in range(300):
        if happened():
            return
        page.clock.run_for(50)
    raise AssertionError("it did not happen")


def seated(page: Page) -> list[list[int]]:
    """The seats at the bottom, the left, the far and the right edge."""
    edges: list[list[int]] = page.evaluate(_SEATED)
    return edges


def says(page: Page) -> str:
    """What stands in the middle, upright."""
    return " | ".join(
        line.inner_text()
        for line in page.locator(".side:not(.other) p").all()
        if line.is_visible() and line.inner_text()
    )


def hands_of(players: int) -> Sequence[Hand]:
    """Two hands; after them somebody is near the end at 60, and it is passed across or far."""
    hearts = 12 if players in (3, 6) else 13
    rest = (0,) * (players - 2)
    return Hand((5, hearts - 5, *rest), 1), Hand((hearts - 5, 5, *rest), 1)


# German is longer.
@pytest.mark.parametrize(("players", "language"), sample([(4, "en"), (7, "de"), (5, "de")]))
def test_it_fits_on_every_screen(
    browser: Browser, scorepad: Server, players: int, language: str
) -> None:
    """Lying and upright, before a hand and near the end: nothing covers anything."""
    game = started(scorepad, _NAMES[:players], target=60)
    found = []
    with phone(browser, language=language) as handset:
        page = handset.page
        for hands in ((), hands_of(players)):
            for hand in hands:
                game.take_down(hand)
            page.goto(f"{game.url}/middle")
            for way in ("lying", "upright"):
                for width, height in _SCREENS:
                    show_on(page, width, height)
                    expect(page.locator(".edge .plate")).to_have_count(players)
                    name = f"middle-{players}-{language}-{way}-{width}"
                    wrong = [
                        *page.evaluate(_COLLISIONS, f"{_SHOWN}, .controls > *"),
                        *faults(page, whole=".since, .passes, .score", scrolling=False),
                    ]
                    found += [f"{name}: {what}" for what in wrong]
                    screenshot(page, name, "css")
                press(page, "#stand")
        expect_clean(handset)
    assert not found, "\n".join(found)


def test_it_follows_turns_to_where_people_sit_and_remembers_that(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with in_the_middle(browser, game) as page:
        assert "Hand 1 | Pass left" in says(page)
        assert seated(page) == [[0], [1], [2], [3]]
        press(page, "#turn")
        assert seated(page) == [[3], [0], [1], [2]]
        page.reload()
        page.locator(".edge .plate").first.wait_for()
        assert seated(page) == [[3], [0], [1], [2]]
        # The order round the table stays, so the others come along.
        drag(page, 0, (1010, 380))
        assert seated(page) == [[1], [2], [3], [0]]
        game.take_down(FIRST)
        ask_now(page)
        expect(heading(page)).to_have_text("Hand 2 · pass right")
        expect(page.locator("[data-seat='1'] .score")).to_have_text("21")
        assert seated(page) == [[1], [2], [3], [0]]
        press(page, "#stand")
        page.reload()
        expect(page.locator("body.upright")).to_be_attached()


def press(page: Page, control: str) -> None:
    """Press one of the controls, which may have faded."""
    page.keyboard.press("Shift")
    page.locator(control).click()


def drag(page: Page, seat: int, to: tuple[int, int]) -> None:
    """Drag a plate to a point of the screen."""
    box = page.locator(f"[data-seat='{seat}']").bounding_box()
    assert box
    page.keyboard.press("Shift")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    page.mouse.up()


def test_a_moment_is_shown_for_a_while(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[FIRST])
    with in_the_middle(browser, game, clock=True) as page:
        game.take_down(_MOON)
        ask_now(page)
        moment = page.locator(".side:not(.other) .brought")
        pass_time_until(page, moment.is_visible)
        assert "shot the moon" in says(page)
        assert "Hand" not in says(page)
        expect(page.locator(".arrows")).to_be_hidden()
        expect(page.locator(".passes").first).to_be_hidden()
        page.clock.run_for(7_000)
        expect(moment).to_be_visible()
        page.clock.run_for(1_500)
        expect(moment).to_be_hidden()
        expect(page.locator(".arrows")).to_be_visible()
        assert "Hand 3" in says(page)


def test_it_goes_on_to_the_next_game(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, target=20)
    with in_the_middle(browser, game) as page:
        press(page, "#turn")
        game.take_down(FIRST)
        ask_now(page)
        expect(heading(page)).to_contain_text("Cara and Dora share first place with 0.")
        for seat, rank in enumerate(("3rd", "4th", "1st", "1st")):
            expect(page.locator(f"[data-seat='{seat}'] .rank")).to_have_text(rank)
        expect(page.locator(".arrows")).to_be_hidden()
        with with_pen(browser, game) as writer:
            writer.locator("#rematch-kept").click()
            expect_hand(writer, 1, "ends at 20")
            # Where the next game is, and then that game.
            answered(page, partial(ask_now, page))
            ask_now(page)
            expect(heading(page)).to_have_text("Hand 1 · pass left")
        following = game.path.replace("table/1", "table/2")
        expect(page).to_have_url(f"{scorepad.address}{following}/middle")
        expect(page.locator(".rank")).to_have_count(0)
        assert seated(page) == [[3], [0], [1], [2]]


def test_its_controls_fade_and_the_first_touch_only_brings_them_back(
    browser: Browser, scorepad: Server
) -> None:
    with in_the_middle(browser, started(scorepad), clock=True) as page:
        show(page, hidden=True)  # It asks nothing meanwhile.
        controls = page.locator(".controls")
        box = page.get_by_role("button", name="Turn").bounding_box()
        assert box
        turn = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.clock.run_for(5_000)
        expect(page.locator("body.idle")).to_be_attached()
        expect(controls).to_be_hidden()
        page.touchscreen.tap(*turn)
        expect(page.locator("body.idle")).not_to_be_attached()
        assert seated(page) == [[0], [1], [2], [3]]
        page.clock.run_for(1_000)
        page.touchscreen.tap(*turn)
        assert seated(page) == [[3], [0], [1], [2]]
        # Nor does a hand that is laid down move a plate.
        page.clock.run_for(5_000)
        page.mouse.move(512, 700)
        page.mouse.down()
        page.mouse.move(20, 380, steps=4)
        page.mouse.up()
        assert seated(page) == [[3], [0], [1], [2]]


# In the usual family of a Debian the smallest screen has no room for it.
@pytest.mark.slow
def test_without_a_connection_it_says_how_old_it_is(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[FIRST])
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(f"{game.url}/middle")
        expect(page.locator(".edge .plate")).to_have_count(4)
        page.context.set_offline(True)
        for width, height in _SCREENS:
            show_on(page, width, height)
            expect(news(page)).to_contain_text("Offline · shown as of ")
            expect(news(page)).to_be_in_viewport(ratio=1)
            assert page.evaluate(_COLLISIONS, f"{_SHOWN}, #news") == [], (width, height)
        page.context.set_offline(False)
        game.take_down(SECOND)
        expect(heading(page)).to_contain_text("Hand 3")
        expect(news(page)).to_be_hidden()


def test_without_htmx_it_follows(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[FIRST])
    with in_the_middle(browser, game, CDN_DEAD, clock=True) as page:
        game.take_down(SECOND)
        page.clock.run_for(2_000)
        expect(heading(page)).to_contain_text("Hand 3")


def test_without_a_script_it_fits_too(browser: Browser, scorepad: Server) -> None:
    with in_the_middle(browser, started(scorepad, hands=[FIRST]), NO_SCRIPT) as page:
        assert "Hand 2 | Pass right" in says(page)
        expect(page.get_by_role("button")).to_have_count(0)
        for width, height in _SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert faults(page, whole="body *", scrolling=True) == []
