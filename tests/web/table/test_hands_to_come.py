"""What a phone is told of the hands to come, in case that its network goes."""

from __future__ import annotations

import re

from tests.web.cast import NAMES, Phone, Table, hand, start
from tests.web.pages import Page, template_of


def ahead(table: Table) -> Page:
    page = template_of(table.phone.client.get(table.address), "ahead")
    assert page is not None
    return page


def hands(page: Page) -> list[tuple[str, str, str]]:
    """The number of each hand, who deals, and the pass."""
    rows = [
        (number, article.only("p", class_="deal").text, article.only("p", class_="pass").text)
        for article in page.all("article")
        for number in article.attributes["data-hands"].split()
    ]
    return sorted(rows, key=lambda each: int(each[0]))


def test_the_hands_after_the_next_one(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    rows = hands(ahead(table))
    assert rows[:3] == [
        ("3", "Cara deals", "Pass across"),
        ("4", "Dora deals", "Hold – no passing"),
        ("5", "Anna deals", "Pass left"),
    ]
    assert [number for number, *_ in rows] == [str(number) for number in range(3, 15)]


def test_it_is_what_the_table_then_shows(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    for number, dealer, way in hands(ahead(table))[:6]:
        page = table.recorded(4, 3, 3, 3, QS=int(number) % 4).page()
        assert page.only("section", class_="scene").attributes["data-hand"] == number
        assert page.only("p", class_="deal").text == dealer
        assert page.only("p", class_="pass").text == way


def test_hands_that_look_alike_are_sent_once(phone: Phone) -> None:
    for players, different in ((4, 4), (3, 3), (5, 5)):
        page = ahead(start(phone, *(*NAMES, "Emil")[:players]))
        assert len(page.all("article")) == different
        assert len(page.all("svg", class_="picture")) == different
        assert len(hands(page)) == 12


def test_what_is_decided_for_the_next_hand_is_not_said_of_those_after_it(table: Table) -> None:
    table.do("next", passed="2", dealer="3")
    page = ahead(table)
    assert hands(page)[0] == ("2", "Anna deals", "Hold – no passing")
    assert "this hand only" in table.page().only("section", class_="scene").text
    assert "this hand only" not in page.text


def test_a_page_that_says_what_is_wrong_has_it_too(table: Table) -> None:
    refused = table.phone.submit(table.entry(), hand(1))
    assert refused.status_code == 422
    assert template_of(refused, "ahead") is not None


def test_after_the_end_there_is_nothing_to_come(table: Table) -> None:
    table.do("stop")
    assert template_of(table.phone.client.get(table.address), "ahead") is None


def test_it_is_for_the_pen(table: Table, looker_on: Phone) -> None:
    assert template_of(looker_on.client.get(table.address), "ahead") is None


def counted_with(table: Table) -> dict[str, str]:
    """What a script needs to count hands that wait."""
    tag = re.search(r'<template id="ahead"([^>]*)>', table.phone.client.get(table.address).text)
    assert tag is not None
    return dict(re.findall(r'data-([a-z]+)="([^"]*)"', tag[1]))


def test_what_hands_that_wait_are_counted_with(phone: Phone) -> None:
    table = start(phone)
    table.recorded(6, 4, 2, 1, QS=1)
    usual = {"totals": "[6, 17, 2, 1]", "end": "100", "near": "33", "left": "~{points} left"}
    assert counted_with(table) == usual


def test_a_total_that_is_lowered_is_told(phone: Phone) -> None:
    table = start(phone, exact="zero", end="exceed", target="90")
    told = counted_with(table)
    assert (told["end"], told["near"], told["exact"]) == ("91", "30", "90")


def test_pictures_to_come_have_gaps_for_totals_and_take_the_seats_of_the_page(
    table: Table,
) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    page = ahead(table)
    picture = page.all("svg", class_="picture")[0]
    label = picture.attributes["aria-label"].replace("\u2068", "").replace("\u2069", "")
    assert label.startswith("Seats clockwise: Anna {0}; Ben {1}; Cara {2}, deals; Dora {3}. ")
    assert page.all("article")[0].attributes["data-dealer"] == "2"
    assert not picture.all("svg", class_="seat")
