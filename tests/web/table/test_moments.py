"""What is worth a moment, a tie that plays on, and what ends the game before it is saved."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Page
from tests.web.table_page import totals


def moments(page: Page) -> list[str]:
    """What stands in the middle of the picture, or above the result."""
    return [_plain(each.text) for each in page.all(class_="moment")]


def prospects(page: Page) -> list[str]:
    return [_plain(line.text) for line in page.all("p", class_="prospect")]


def ending(table: Table, *hearts: int, **cards: int) -> str | None:
    """What Save says of the end with this hand; ``None`` where the entry does not ask."""
    query = urlencode(hand(*hearts, **cards))
    page = table.phone.open(f"{table.address}/outcome?{query}")
    return "".join(each.text for each in page.all(id="ending")) if asks(page) else None


def asks(page: Page) -> bool:
    return bool(page.all("small", id="ending"))


def _plain(text: str) -> str:
    """Without the marks that isolate names."""
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.fixture
def tied(phone: Phone) -> Table:
    """Anna and Ben have 65, Cara 90 and Dora 113: it goes on."""
    openings = {"opening_0": "62", "opening_1": "63", "opening_2": "82", "opening_3": "100"}
    return start(phone, tie="play-on", **openings).recorded(3, 2, 8, 0, QS=3)


@pytest.mark.parametrize("seen_by", ["holder", "looker-on"])
def test_a_tie_that_plays_on_is_said(tied: Table, looker_on: Phone, seen_by: str) -> None:
    page = (tied.phone if seen_by == "holder" else looker_on).open(tied.address)
    assert prospects(page) == ["Anna and Ben tie on 65, so the game goes on."]
    assert moments(page) == ["Tie on 65:", "Anna and Ben"]
    assert page.only("h1").only("small").text == "tie: play on"
    log = (tied.phone if seen_by == "holder" else looker_on).open(f"{tied.address}/log")
    newest = log.only("ol", class_="log").all("li")[0].only("span").text
    assert _plain(newest).endswith("♠Q Dora. Anna and Ben tie on 65, so the game goes on.")


def test_a_moment_stays_until_the_next_hand(table: Table, looker_on: Phone) -> None:
    table.recorded(13, 0, 0, 0, QS=0)
    assert moments(table.page()) == ["Moon for Anna!"]
    assert moments(looker_on.open(table.address)) == ["Moon for Anna!"]
    # In the picture and in its label; those of the hands to come know nothing of it.
    assert table.phone.client.get(table.address).text.count("Moon for") == 2
    assert moments(table.recorded(4, 4, 5, 0, QS=0).page()) == []


def test_what_ends_the_game_says_so_before_it_is_saved(phone: Phone) -> None:
    table = start(phone, opening_1="93")
    assert ending(table, 7, 0, 6, 0, QS=1) == "Ends the game: Dora wins"
    assert ending(table, 0, 6, 7, 0, QS=0) == ""
    assert ending(table, 7, QS=1) == ""
    assert totals(table.page())[1] == 93
