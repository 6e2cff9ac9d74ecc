"""The core of an evening: a hand, another page and back, the server away, more hands."""

from __future__ import annotations

from tests.browser.outbox import THIRD, hands_on
from tests.browser.play import FIRST, SECOND
from tests.engines.tab import Tab
from tests.engines.table import (
    enter,
    expect_hand,
    expect_kept,
    expect_saved,
    expect_totals,
    expect_waiting,
    game_of,
    is_chosen,
    start,
    take_down,
)
from tests.support.home import Home


def test_hands_outlive_the_server_and_a_reload_and_are_sent_once_in_order(
    tab: Tab, home: Home
) -> None:
    start(tab, home.server.address)
    game = game_of(home.server, tab)
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
    expect_kept(tab)
    home.stop()
    enter(tab, 1, SECOND)
    enter(tab, 2, THIRD)
    tab.reload()
    expect_waiting(tab, 2)
    expect_hand(tab, 4)
    home.start()
    # The page notices by itself.
    expect_saved(tab, 3)
    expect_totals(tab, [21, 25, 18, 14])
    # The way back leads through pages of before, and none of them sends anything again.
    tab.tap(".scene .back")
    tab.tap('main a[href$="/table/1"]')
    expect_saved(tab, 3)
    tab.back()
    tab.tap('main a[href$="/table/1"]')
    expect_saved(tab, 3)
    assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10), (16, 3, 3, 4)]
