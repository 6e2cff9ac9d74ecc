"""The table in each engine: themes, screens, the chart."""

from __future__ import annotations

from typing import Final

from tests.browser.play import FIRST, FOUR, SECOND, started
from tests.browser.test_theme import rgb
from tests.engines.conftest import with_htmx
from tests.engines.tab import PORTRAIT, Tab
from tests.engines.table import (
    expect_chosen,
    open_with_pen,
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
    for names, hands, themes in ((SIX, [], ["light"]), (FOUR, [FIRST, SECOND], [*WORDS])):
        open_with_pen(tab, started(home.server, names, hands=hands))
        tap_key(tab, "cards_QS-1")
        for theme in themes:
            tab.tap("footer a", WORDS[theme])
            _expect_colour(tab, theme)
            expect_chosen(tab, "cards_QS-1")
            for width, height in SCREENS:
                tab.resize(width, height)
                tab.call("() => scrollTo(0, 0)")
                tab.until(lambda: tab.call(_FITS), f"all to be on {width}×{height}")
                tab.show_screen(f"{len(names)}-{theme}-{width}x{height}")
            tab.resize(*PORTRAIT)
    # The chart of the game with hands: that it comes moves nothing.
    before, after = tab.call(_CHART_HEIGHTS)
    assert before == after > 0
