"""Without the server, pages open as they were seen last: from the first evening on."""

from __future__ import annotations

from tests.browser.play import FIRST
from tests.engines.conftest import Home
from tests.engines.tab import Tab
from tests.engines.table import expect_hand, expect_kept, start, take_down


# Without htmx every page is asked for by its own address.
def test_a_table_just_started_opens_without_the_server(tab: Tab, home: Home) -> None:
    start(tab, home.server.address)
    expect_kept(tab)
    home.stop()
    tab.reload()
    expect_hand(tab, 1)
    tab.expect_in("#news, .note", "No connection, as of")
    home.start()
    tab.reload()
    take_down(tab, 1, FIRST)
    expect_kept(tab)
    home.stop()
    tab.reload()
    expect_hand(tab, 2)
    tab.expect_in("#news, .note", "No connection, as of")
