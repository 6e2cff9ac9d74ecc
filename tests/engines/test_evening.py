"""The core of an evening: a hand, another page and back, the server away, another hand."""

from __future__ import annotations

from tests.browser.outbox import THIRD, hands_on
from tests.browser.play import FIRST, SECOND
from tests.engines.tab import Tab
from tests.engines.table import (
    ask_now,
    enter,
    expect_hand,
    expect_saved,
    expect_totals,
    expect_waiting,
    game_of,
    start,
    take_down,
)
from tests.support.home import Home


def _to_the_pad_and_back(tab: Tab) -> None:
    table = tab.address
    tab.tap(".scene .back")
    tab.until(lambda: not tab.count("form.entry") and tab.texts("h1"), "the pad")
    tab.tap('main a[href$="/table/1"]')
    tab.until(lambda: tab.address == table and tab.count("form.entry"), "the table")


def test_a_hand_that_is_entered_while_the_server_is_away(tab: Tab, home: Home) -> None:
    start(tab, home.server.address)
    take_down(tab, 1, FIRST)
    _to_the_pad_and_back(tab)
    home.stop()
    enter(tab, 1, SECOND)
    expect_hand(tab, 3)
    home.start()
    # The page notices by itself.
    expect_saved(tab, 2)
    expect_totals(tab, [5, 22, 15, 10])


def test_two_hands_outlive_a_reload_and_are_sent_once_in_order(tab: Tab, home: Home) -> None:
    start(tab, home.server.address)
    take_down(tab, 1, FIRST)
    _to_the_pad_and_back(tab)
    game = game_of(home.server, tab)
    home.stop()
    enter(tab, 1, SECOND)
    enter(tab, 2, THIRD)
    tab.reload()
    expect_waiting(tab, 2)
    expect_hand(tab, 4)
    home.start()
    ask_now(tab)
    expect_saved(tab, 3)
    expect_totals(tab, [21, 25, 18, 14])
    assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10), (16, 3, 3, 4)]
    # The way back leads through pages of before, and none of them sends anything anew.
    tab.back()
    tab.tap('main a[href$="/table/1"]')
    expect_saved(tab, 3)
    assert len(hands_on(game)) == 3
