"""A new game in a pad that has games: what its form says about the one that is running."""

from __future__ import annotations

from tests.web.cast import Table
from tests.web.pages import Page


def new_game(table: Table) -> Page:
    return table.phone.open(f"{table.pad}new")


def notice(page: Page) -> tuple[str, str] | None:
    """What the form says about a running game, and where its link leads."""
    found = page.all("p", class_="going")
    if not found:
        return None
    (sentence,) = found
    return sentence.text, sentence.only("a").attributes["href"]


def test_a_running_game_is_said_with_a_link_to_it(table: Table) -> None:
    assert notice(new_game(table)) == ("A game is running: hand 1. Continue", table.address)
    table.recorded(6, 4, 2, 1, QS=1)
    assert notice(new_game(table)) == ("A game is running: hand 2. Continue", table.address)


def test_a_game_that_is_over_or_in_the_bin_is_not_running(table: Table) -> None:
    table.do("stop")
    assert notice(new_game(table)) is None
    table.do("reopen")
    table.do("bin")
    assert notice(new_game(table)) is None


def test_a_new_pad_has_no_running_game(table: Table) -> None:
    assert notice(table.phone.open("/new")) is None
