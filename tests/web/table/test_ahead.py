"""What a phone without a network is told of the hands to come."""

from __future__ import annotations

from tests.web.cast import Phone, Table
from tests.web.pages import Page, page_of


def ahead(table: Table) -> Page:
    address = table.page().only(id="follow").attributes["data-ahead"]
    return page_of(table.phone.client.get(address))


def scenes(page: Page) -> list[tuple[str, str, str]]:
    """The number of each hand, who deals, and the pass."""
    return [
        (
            article.only("section", class_="scene").attributes["data-hand"],
            article.only("p", class_="deal").text,
            article.only("p", class_="pass").text,
        )
        for article in page.all("article")
    ]


def test_the_hands_after_the_next_one(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    found = scenes(ahead(table))
    assert found[:3] == [
        ("3", "Cara deals", "Pass across"),
        ("4", "Dora deals", "Nobody passes"),
        ("5", "Anna deals", "Pass left"),
    ]
    assert len(found) == 12
    saves = [article.attributes["data-saves"] for article in ahead(table).all("article")]
    assert saves[:2] == ["Save hand 3", "Save hand 4"]


def test_it_is_what_the_table_then_shows(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    for number, dealer, way in scenes(ahead(table))[:6]:
        page = table.recorded(4, 3, 3, 3, QS=int(number) % 4).page()
        assert page.only("section", class_="scene").attributes["data-hand"] == number
        assert page.only("p", class_="deal").text == dealer
        assert page.only("p", class_="pass").text == way


def test_what_is_decided_for_the_next_hand_is_not_said_of_those_after_it(table: Table) -> None:
    table.do("next", passed="2", dealer="3")
    found = scenes(ahead(table))
    assert found[0] == ("2", "Anna deals", "Nobody passes")
    assert "this hand only" in table.page().only("section", class_="scene").text
    assert "this hand only" not in ahead(table).only("main").text


def test_after_the_end_there_is_nothing_to_come(table: Table) -> None:
    address = table.page().only(id="follow").attributes["data-ahead"]
    table.do("stop")
    assert page_of(table.phone.client.get(address)).all("article") == []


def test_it_is_for_the_pen(table: Table, looker_on: Phone) -> None:
    assert "data-ahead" not in looker_on.open(table.address).only(id="follow").attributes
    assert looker_on.client.get(f"{table.address}/ahead").status_code == 403
