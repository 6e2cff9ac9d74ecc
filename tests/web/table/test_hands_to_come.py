"""What a phone is told of the hands to come, in case its network goes."""

from __future__ import annotations

import re

from tests.web.cast import NAMES, Phone, Table, start
from tests.web.pages import Node, Page, template_of


def ahead(table: Table) -> Page:
    return template_of(table.phone.client.get(table.address), "ahead")


def hands(page: Page) -> list[tuple[str, str, str]]:
    """The number of each hand, who deals, and the pass."""
    rows = [
        (number, NAMES[int(article.attributes["data-dealer"])], way(article))
        for article in page.all("article")
        for number in article.attributes["data-hands"].split()
    ]
    return sorted(rows, key=lambda each: int(each[0]))


def way(part: Node) -> str:
    """Which way is passed, in the middle of the picture."""
    return part.only("svg", class_="picture").all("text", class_="first")[0].text


def test_the_hands_after_the_next_one(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    rows = hands(ahead(table))
    assert rows[:3] == [
        ("3", "Cara", "pass across"),
        ("4", "Dora", "hold – no passing"),
        ("5", "Anna", "pass left"),
    ]
    assert [number for number, *_ in rows] == [str(number) for number in range(3, 15)]
    # That is what the table then shows.
    page = table.recorded(4, 3, 3, 3, QS=0).page()
    assert way(page) == "pass across"
    (seat,) = [each for each in page.all("svg", class_="seat") if each.all("g", class_="deck")]
    assert NAMES[int(seat.attributes["data-seat"])] == "Cara"


def test_what_is_decided_for_the_next_hand_is_not_said_of_those_after_it(table: Table) -> None:
    table.do("next", passed="2", dealer="3")
    page = ahead(table)
    assert hands(page)[0] == ("2", "Anna", "hold – no passing")
    assert "this hand only" in table.page().only("section", class_="scene").text
    assert "this hand only" not in page.text


def counted_with(table: Table) -> dict[str, str]:
    """What a script needs to count hands that wait."""
    tag = re.search(r'<template id="ahead"([^>]*)>', table.phone.client.get(table.address).text)
    assert tag is not None
    return dict(re.findall(r'data-([a-z]+)="([^"]*)"', tag[1]))


def test_what_hands_that_wait_are_counted_with(phone: Phone) -> None:
    table = start(phone, exact="zero", end="exceed", target="90")
    table.recorded(6, 4, 2, 1, QS=1)
    assert counted_with(table) == {
        "totals": "[6, 17, 2, 1]",
        "end": "91",
        "exact": "90",
        "near": "30",
        "left": "~{points} left",
    }
