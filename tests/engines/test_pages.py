"""Pages in each engine: themes, screens, the way back."""

from __future__ import annotations

from typing import Final

from tests.browser.play import FIRST, FOUR, SECOND, started
from tests.browser.test_theme import rgb
from tests.engines.conftest import with_htmx
from tests.engines.tab import PORTRAIT, Tab
from tests.engines.table import (
    expect_chosen,
    expect_hand,
    expect_saved,
    expect_totals,
    is_chosen,
    open_with_pen,
    start,
    take_down,
    tap_key,
)
from tests.support.home import Home
from tests.support.themes import palettes

SCREENS: Final = (PORTRAIT, (320, 568), (640, 360))
WORDS: Final = {"light": "Light", "dark": "Dark", "black": "Black"}
SIX: Final = (*FOUR, "Emil", "Frida")

# Nothing sticks out to the right; on the usual screen there is all of the entry.
_FITS: Final = """() => {
    const { bottom } = document.querySelector(".finish > button").getBoundingClientRect();
    return document.documentElement.scrollWidth <= innerWidth
        && (bottom <= innerHeight || innerWidth !== 360);
}"""
# Before the chart has come, and after.
_CHART_HEIGHTS: Final = """async () => {
    const chart = document.querySelector(".chart img");
    const { src } = chart.dataset;
    chart.removeAttribute("src");
    const before = chart.getBoundingClientRect().height;
    const coming = new Promise((resolve) => chart.addEventListener("load", resolve));
    chart.src = src;
    await coming;
    return [before, chart.getBoundingClientRect().height];
}"""
_COLOUR: Final = "() => getComputedStyle(document.body).backgroundColor"


def _expect_colour(tab: Tab, theme: str) -> None:
    colour = rgb(palettes()[theme]["felt-deep"])
    tab.until(lambda: tab.call(_COLOUR) == colour, f"the theme {theme}")


@with_htmx
def test_the_table_in_all_themes_on_all_screens(tab: Tab, home: Home) -> None:
    for names in (FOUR, SIX):
        hands = [FIRST, SECOND] if names == FOUR else []
        open_with_pen(tab, started(home.server, names, hands=hands))
        tap_key(tab, "cards_QS-1")
        for theme, word in WORDS.items():
            tab.tap("footer a", word)
            _expect_colour(tab, theme)
            expect_chosen(tab, "cards_QS-1")
            for width, height in SCREENS:
                tab.resize(width, height)
                tab.call("() => scrollTo(0, 0)")
                tab.until(lambda: tab.call(_FITS), f"all to be on {width}×{height}")
                tab.show_screen(f"{len(names)}-{theme}-{width}x{height}")
            tab.resize(*PORTRAIT)


@with_htmx
def test_a_chart_that_comes_moves_nothing(tab: Tab, home: Home) -> None:
    open_with_pen(tab, started(home.server, hands=[FIRST]))
    before, after = tab.call(_CHART_HEIGHTS)
    assert before == after > 0


def test_back_after_a_save_saves_nothing_anew(tab: Tab, home: Home) -> None:
    start(tab, home.server.address)
    table = tab.address
    take_down(tab, 1, FIRST)
    tab.tap(".scene .back")
    tab.until(lambda: tab.count('main a[href$="/table/1"]'), "the pad")
    tab.back()
    tab.until(lambda: tab.address == table, "the table")
    # It shows what there is, and goes on from there.
    expect_saved(tab, 1)
    expect_hand(tab, 2)
    assert not is_chosen(tab, "cards_QS-1")
    take_down(tab, 2, SECOND)
    tab.reload()
    expect_saved(tab, 2)
    expect_totals(tab, [5, 22, 15, 10])
