"""A game as it is played: a correction, two pens, the end and after."""

from __future__ import annotations

from tests.browser.pens import other_holder
from tests.browser.play import FIRST, Hand, started
from tests.engines.tab import Tab
from tests.engines.table import (
    expect_hand,
    expect_saved,
    expect_totals,
    open_with_pen,
    save,
    take_down,
    tap_key,
)
from tests.support.home import Home


def test_a_correction_two_pens_the_end_and_a_rematch(tab: Tab, home: Home) -> None:
    game = started(home.server, hands=[FIRST], target=50)
    open_with_pen(tab, game)
    # A correction: hand 1 was somebody else's queen.
    tab.tap('.sheet a[href*="hand"]')
    tab.expect("h1", ["Correct hand 1"])
    tap_key(tab, "cards_QS-3")
    save(tab)
    expect_saved(tab, 1)
    expect_totals(tab, [5, 8, 0, 13])
    tab.expect_in(".news", "Ben 21 → 8")
    # Another phone is faster, before this one has seen it.
    tab.until(lambda: tab.count("form.entry"), "the entry")
    tap_key(tab, "cards_QS-2")
    other_holder(game, "Emil’s phone").take_down(Hand((6, 7, 0, 0), 0))
    for key in ("hearts_1-1", "hearts_2-2", "hearts_3-10"):
        tap_key(tab, key)
    save(tab)
    tab.expect_in(".duplicate h2", "Emil’s phone")
    tab.tap(".duplicate button", "Mine is hand 3 – save it")
    expect_saved(tab, 3)
    expect_totals(tab, [24, 16, 15, 23])
    take_down(tab, 4, Hand((1, 12, 0, 0), 1))
    take_down(tab, 5, Hand((0, 0, 13, 0), 1))
    tab.expect(".end h1", ["Dora wins with 23."])
    tab.show_screen("end")
    tab.tap(".end button", "Rematch")
    expect_hand(tab, 1)
    take_down(tab, 1, FIRST)
    expect_totals(tab, [5, 21, 0, 0])
