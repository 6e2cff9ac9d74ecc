"""What is worth a moment, a tie that plays on, and what ends the game before it is saved."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Page
from tests.web.table_page import totals


def moments(page: Page) -> list[str]:
    """What stands in the middle of the picture, or above the result."""
    return [each.text for each in page.all(class_="moment")]


def prospects(page: Page) -> list[str]:
    return [line.text for line in page.all("p", class_="prospect")]


def test_a_tie_that_plays_on_is_said(phone: Phone, looker_on: Phone) -> None:
    """Anna and Ben have 65, Cara 90 and Dora 113."""
    openings = {"opening_0": "62", "opening_1": "63", "opening_2": "82", "opening_3": "100"}
    tied = start(phone, tie="play-on", **openings).recorded(3, 2, 8, 0, QS=3)
    for each in (phone, looker_on):
        page = each.open(tied.address)
        assert prospects(page) == ["Anna and Ben tie on 65, so the game goes on."]
        assert moments(page) == ["Tie on 65:", "Anna and Ben"]
        assert page.only("h1").only("small").text == "tie: play on"
    newest = phone.open(f"{tied.address}/log").only("ol", class_="log").all("li")[0]
    assert newest.only("span").text.endswith(
        "♠Q Dora. Anna and Ben tie on 65, so the game goes on."
    )


def test_a_moment_stays_until_the_next_hand(table: Table, looker_on: Phone) -> None:
    table.recorded(13, 0, 0, 0, QS=0)
    assert moments(table.page()) == ["Moon for Anna!"]
    assert moments(looker_on.open(table.address)) == ["Moon for Anna!"]
    # In the picture and in its label; those of the hands to come know nothing of it.
    assert table.phone.client.get(table.address).text.count("Moon for") == 2
    assert moments(table.recorded(4, 4, 5, 0, QS=0).page()) == []


def test_what_ends_the_game_says_so_before_it_is_saved(phone: Phone) -> None:
    table = start(phone, opening_1="93")
    for entry, said in (
        (hand(7, 0, 6, 0, QS=1), "Ends the game: Dora wins"),
        (hand(0, 6, 7, 0, QS=0), ""),
        (hand(7, QS=1), ""),
    ):
        page = phone.open(f"{table.address}/outcome?{urlencode(entry)}")
        assert page.only("small", id="ending").text == said
    assert totals(table.page())[1] == 93
