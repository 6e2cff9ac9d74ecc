"""The page of a game that is over."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Page
from tests.web.table_page import sheet, totals


def places(page: Page) -> list[tuple[str, str, str]]:
    """Place, name and total, in the order of the page."""
    return [
        (item.only(class_="place").text, item.only("bdi").text, item.only("b").text)
        for item in page.only("ol", class_="places").all("li")
    ]


@pytest.fixture
def over(phone: Phone) -> Table:
    """Anna 20, Ben 3, Cara 2, Dora 1 with a target of 20."""
    table = start(phone, target="20")
    table.recorded(7, 3, 2, 1, QS=0)
    return table


@pytest.mark.parametrize("seen_by", ["holder", "looker-on"])
def test_the_winner_and_the_places_are_shown(over: Table, looker_on: Phone, seen_by: str) -> None:
    page = over.page() if seen_by == "holder" else looker_on.open(over.address)
    assert page.title == "Dora wins with 1."
    assert places(page) == [
        ("1st", "Dora", "1"),
        ("2nd", "Cara", "2"),
        ("3rd", "Ben", "3"),
        ("4th", "Anna", "20"),
    ]
    assert totals(page) == [20, 3, 2, 1]
    assert len(sheet(page)) == 1
    assert over.address not in [form.action for form in page.forms]
    assert bool(page.forms) == (seen_by == "holder")
    assert not page.all("section", class_="now")


def test_a_draw_names_everybody_in_first_place(phone: Phone) -> None:
    table = start(phone, target="20", moon="off")
    page = table.recorded(13, 0, 0, 0, QS=0).page()
    assert page.title == "A tie: Ben, Cara and Dora share first place with 0."
    assert [place for place, _, _ in places(page)] == ["1st", "1st", "1st", "4th"]


def test_the_next_game_and_the_last_hand_are_one_tap_away(over: Table, looker_on: Phone) -> None:
    new, link, _ = over.page().only("section", class_="end").all("a")
    assert new.attributes["href"] == f"{over.pad}new"
    # One hand was dealt, so the second seat deals.
    assert over.phone.open(f"{over.pad}new").form()["dealer"] == "1"
    assert (link.text, link.attributes["href"]) == ("Correct hand 1", over.hand(1))
    assert links(looker_on.open(over.address)) == ["Result as a picture"]
    over.do("undo")
    page = over.do("stop")
    assert links(page) == ["New game …"]
    assert not links(looker_on.open(over.address))


def test_hands_after_the_end_are_shown_and_do_not_count(phone: Phone) -> None:
    table = start(phone, target="30")
    for _ in range(2):
        table.recorded(0, 0, 13, 0, QS=3)
    assert table.recorded(6, 4, 2, 1, QS=1).page().title == "Hand 4"
    # Cara's moon ends the game: 26, 26, 13, 39; the third hand came after.
    table.saved(phone.submit(table.correction(2), hand(QS=2)))
    page = table.page()
    assert totals(page) == [26, 26, 13, 39]
    assert page.title == "Cara wins with 13."
    lines = sheet(page)
    assert len(lines) == 3
    assert lines[2][1:] == ["6 –", "17 ♠Q –", "2 –", "1 –"]
    assert page.only("section", class_="end").all("a")[1].text == "Correct hand 2"
    (after,) = page.all("tr", class_="after")
    assert after.text.startswith("3")
    assert "do not count" in page.text


def links(page: Page) -> list[str]:
    return [each.text for each in page.only("section", class_="end").all("a")]


def notable(page: Page) -> list[str]:
    return [each.text for each in page.only("section", class_="end").all("p", class_="hint")]


def test_what_was_notable_is_said_of_those_who_played(phone: Phone) -> None:
    table = start(phone, target="60", exact="50", sun="y")
    table.recorded(0, 13, 0, 0, QS=2)
    # 0, 13, 13, 0; then Ben's moon: 26, 13, 39, 26.
    table.recorded(0, 13, 0, 0, QS=1)
    table.do("replace", seat="1", name="Emil")
    # Cara 60 goes down to 10; then 47, 19, 10, 26.
    table.recorded(1, 4, 8, 0, QS=2)
    table.recorded(5, 2, 4, 2, QS=0)
    page = table.recorded(3, 4, 1, 5, QS=0).page()
    assert totals(page) == [61, 23, 15, 33]
    assert [each.text for each in page.only("section", class_="end").all("p", class_="hint")] == [
        "Ben shot the moon once.",
        "Anna and Cara took ♠Q twice each, more than anyone else.",
        "Cara landed exactly on 60 once.",
        "Cara was 26 points behind after hand 2 and still finished first.",
    ]
