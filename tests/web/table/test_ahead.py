"""What a phone without a network is told of the hands to come."""

from __future__ import annotations

from tests.web.cast import NAMES, Phone, Table, start
from tests.web.pages import Page, page_of


def ahead(table: Table) -> Page:
    address = table.page().only(id="follow").attributes["data-ahead"]
    return page_of(table.phone.client.get(address))


def scenes(page: Page) -> list[tuple[str, str, str]]:
    """The number of each hand, who deals, and the pass."""
    found = [
        (number, article.only("p", class_="deal").text, article.only("p", class_="pass").text)
        for article in page.all("article")
        for number in article.attributes["data-hands"].split()
    ]
    return sorted(found, key=lambda each: int(each[0]))


def test_the_hands_after_the_next_one(table: Table) -> None:
    table.record(6, 4, 2, 1, QS=1)
    found = scenes(ahead(table))
    assert found[:3] == [
        ("3", "Cara deals", "Pass across"),
        ("4", "Dora deals", "Nobody passes"),
        ("5", "Anna deals", "Pass left"),
    ]
    assert len(found) == 12


def test_hands_that_look_alike_are_sent_once(phone: Phone) -> None:
    for players, different in ((4, 4), (3, 3 * 3), (5, 12)):
        articles = ahead(start(phone, *NAMES[:players])).all("article")
        assert len(articles) == different
        for article in articles:
            (number, *_) = article.attributes["data-hands"].split()
            scene = article.only("section", class_="scene")
            assert scene.attributes["data-hand"] == number
            assert scene.only("h1").text.startswith(f"Hand {number} ")


def test_it_is_a_part_of_a_page_and_does_nothing_by_itself(table: Table) -> None:
    address = table.page().only(id="follow").attributes["data-ahead"]
    headers = table.phone.client.get(address).headers
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert headers["Cache-Control"] == "no-store"


def test_it_is_what_the_table_then_shows(table: Table) -> None:
    table.record(6, 4, 2, 1, QS=1)
    for number, dealer, way in scenes(ahead(table))[:6]:
        page = table.record(4, 3, 3, 3, QS=int(number) % 4)
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
