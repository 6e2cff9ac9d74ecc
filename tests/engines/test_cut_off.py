"""What a phone keeps while the server is away: in other tabs, without storage, in a new release."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.browser.outbox import THIRD, hands_on
from tests.browser.play import FIRST, SECOND, started
from tests.browser.test_offline import new_version
from tests.engines.tab import Tab
from tests.engines.table import (
    ask_now,
    enter,
    expect_chosen,
    expect_hand,
    expect_kept,
    expect_saved,
    expect_waiting,
    game_of,
    is_chosen,
    open_with_pen,
    save,
    start,
    take_down,
    tap_hand,
    tap_key,
)
from tests.support.home import Home

_IS_NEW: Final = "() => window.version === 2"
_RELEASES: Final = """async () =>
    (await caches.keys()).filter((each) => each.startsWith("files"))"""
# The clock goes on by more than a tab may take that sends a hand (outbox.js).
_LATER: Final = """() => {
    const { now } = Date;
    Date.now = () => now() + 13_000;
}"""


def test_a_game_just_started_and_a_rematch_open_without_the_server(tab: Tab, home: Home) -> None:
    start(tab, home.server.address, target="20")
    expect_kept(tab)
    tap_key(tab, "cards_QS-1")
    home.stop()
    tab.reload()
    expect_hand(tab, 1)
    expect_chosen(tab, "cards_QS-1")
    enter(tab, 1, FIRST)
    tab.reload()
    expect_waiting(tab, 1)
    home.start()
    ask_now(tab)
    tab.expect(".end h1", ["A tie: Cara and Dora share first place with 0."])
    tab.tap(".end button", "Rematch")
    expect_hand(tab, 1)
    tab.until(lambda: tab.address.endswith("/table/2"), "the rematch")
    expect_kept(tab)
    home.stop()
    tab.open(f"{home.server.address}/")
    expect_hand(tab, 1)
    tab.expect_in(".scene .note", "Offline · shown as of ")
    tab.open(f"{home.server.address}/new")
    tab.expect("h1", ["No connection"])
    tab.tap("main a", "To the last table")
    expect_hand(tab, 1)
    home.start()
    ask_now(tab)
    tab.expect_count(".scene .note", 0)


def test_a_hand_outlives_its_tab(tab: Tab, home: Home) -> None:
    game = started(home.server)
    open_with_pen(tab, game)
    expect_kept(tab)
    other = tab.another()
    other.open(f"{home.server.address}/new")
    tab.until(lambda: other.texts("h1"), "the other tab")
    home.stop()
    enter(tab, 1, FIRST)
    enter(tab, 2, SECOND)
    tab.close()
    # Whatever page is open sends it.
    other.expect_in("#outbox", "2 hands of another game not sent yet")
    home.start()
    other.call(_LATER)
    ask_now(other)
    other.expect_count("#outbox a", 0)
    other.open(game.url)
    expect_saved(other, 2)
    assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10)]


def test_another_page_gets_a_hand_that_is_saved(tab: Tab, home: Home) -> None:
    game = started(home.server)
    open_with_pen(tab, game)
    other = tab.another()
    other.open(game.url)
    expect_hand(other, 1)
    take_down(tab, 1, FIRST)
    expect_saved(other, 1)
    expect_hand(other, 2)
    # In a tab that somebody types in, nothing is lost: it stays, or, where that tab saw the hand in
    # the outbox before it was sent, is offered again.
    tap_key(other, "cards_QS-3")
    take_down(tab, 2, SECOND)
    other.until(
        lambda: other.count(".draft .bring-back") or _is_kept(other, "cards_QS-3"),
        lambda: f"what was tapped: {other.texts('#news')}",
    )


def _is_kept(tab: Tab, key: str) -> bool:
    says_so = any("What you entered is still here" in text for text in tab.texts("#news"))
    return says_so and is_chosen(tab, key)


def test_hands_that_wait_count_and_one_is_changed(tab: Tab, home: Home) -> None:
    game = started(home.server)
    open_with_pen(tab, game)
    expect_kept(tab)
    home.stop()
    enter(tab, 1, FIRST)
    enter(tab, 2, SECOND)
    tab.expect(".scene .total", ["~50", "~22+1", "~15+15", "~10+10"])
    tab.tap(".waiting a", "1")
    expect_hand(tab, 1)
    tap_key(tab, "cards_QS-3")
    save(tab)
    tab.expect(".waiting:last-child b", ["~5", "~9", "~15", "~23"])
    # The whole of it is kept on the phone.
    tab.reload()
    expect_hand(tab, 3)
    tab.expect(".scene .total", ["~50", "~9+1", "~15+15", "~23+10"])
    home.start()
    ask_now(tab)
    expect_saved(tab, 2)
    assert hands_on(game) == [(5, 8, 0, 13), (0, 1, 15, 10)]


def test_without_storage_a_hand_is_saved_or_said_not_to_be(forgetful_tab: Tab, home: Home) -> None:
    tab = forgetful_tab
    game = started(home.server)
    open_with_pen(tab, game)
    take_down(tab, 1, FIRST)
    home.stop()
    tap_hand(tab, SECOND)
    save(tab)
    tab.expect_in("#news", "keep the hand")
    assert is_chosen(tab, "hearts_3-10")
    home.start()
    # Nothing has to be tapped again.
    save(tab)
    expect_saved(tab, 2)
    assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10)]


def test_a_new_release_comes_while_hands_wait(tab: Tab, home: Home, tmp_path: Path) -> None:
    start(tab, home.server.address)
    take_down(tab, 1, FIRST)
    expect_kept(tab)
    game = game_of(home.server, tab)
    old = tab.call(_RELEASES)
    home.stop()
    enter(tab, 1, SECOND)
    enter(tab, 2, THIRD)
    home.start(working_folder=new_version(tmp_path / "new"))
    tab.open(game.url)
    tab.until(lambda: tab.call(_IS_NEW), "the new script")
    expect_saved(tab, 3)
    assert hands_on(game) == [(5, 21, 0, 0), (0, 1, 15, 10), (16, 3, 3, 4)]
    tab.until(lambda: tab.call(_RELEASES) not in ([], old), "the new files")
    tab.until(lambda: len(tab.call(_RELEASES)) == 1, "the old files to go")
    home.stop()
    tab.reload()
    expect_hand(tab, 4)
    tab.until(lambda: tab.call(_IS_NEW), "the new script without the server")
