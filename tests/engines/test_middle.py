"""The table in the middle in each engine: its plates are at the edges, it turns and follows."""

from __future__ import annotations

from typing import Final

from tests.browser.play import FOUR, Hand, started
from tests.browser.test_middle import COLLISIONS
from tests.engines.conftest import Home, with_htmx
from tests.engines.tab import PORTRAIT, Tab

_SCREENS: Final = (PORTRAIT, (1024, 768), (1280, 800))
_AT_THE_BOTTOM: Final = "() => document.querySelector('.bottom .plate').dataset.seat"


@with_htmx
def test_the_table_in_the_middle(tab: Tab, home: Home) -> None:
    game = started(home.server, (*FOUR, "Emil", "Frida"))
    tab.open(f"{game.url}/middle")
    for way in ("lying", "upright"):
        tab.expect_count(".edge .plate", 6)
        for width, height in _SCREENS:
            tab.resize(width, height)
            tab.until(lambda: tab.call(COLLISIONS) == [], lambda: str(tab.call(COLLISIONS)))
            tab.show_screen(f"middle-{way}-{width}x{height}")
        tab.call("() => dispatchEvent(new Event('keydown'))")
        tab.tap("#stand")
    tab.call("() => dispatchEvent(new Event('keydown'))")
    tab.tap("#turn")
    tab.until(lambda: tab.call(_AT_THE_BOTTOM) == "5", "the seats to turn")
    game.take_down(Hand((5, 7, 0, 0, 0, 0), 1))
    tab.expect_in(".coming", "Hand 2")
    assert tab.call(_AT_THE_BOTTOM) == "5"
