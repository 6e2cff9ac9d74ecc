"""Which seat is yours? The table is turned to the reader, and says what they pass."""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import NAMES, Phone, Table, seat_four, start
from tests.web.pages import Node, Page

PASSES = [(4, 0), (4, 1), (4, 2), (5, 3)]


def sit(phone: Phone, table: Table, seat: object) -> Page:
    """Choose a seat; the table afterwards."""
    response = phone.client.get(table.address, query_string={"me": str(seat)})
    assert (response.status_code, response.location) == (302, table.address)
    return phone.open(table.address)


def mine(page: Page) -> list[str]:
    return [line.text for line in page.all("p", class_="mine")]


def picture(page: Page) -> Node:
    return page.only("svg", class_="picture")


def bottom(page: Page) -> str:
    """The seat that is drawn lowest."""
    return picture(page).only("g", class_="at-0").only("svg").attributes["data-seat"]


def marked(page: Page) -> list[str]:
    """The seats that are marked as one's own."""
    return [seat.attributes["data-seat"] for seat in picture(page).all("svg", class_="me")]


def chooser(phone: Phone, table: Table) -> Node:
    """The part of the page More in which a seat is chosen."""
    return table.more(phone).only("details", class_="sit")


def question(phone: Phone, table: Table) -> str:
    return chooser(phone, table).only("summary").text


def chosen(phone: Phone, table: Table) -> list[str]:
    return [link.text for link in chooser(phone, table).all("a", aria_current="true")]


def nobody_sits(phone: Phone, table: Table) -> bool:
    """Whether the pages are as they are for somebody who only looks on."""
    page = phone.open(table.address)
    asks = ["Which seat is yours?"] if phone is not table.phone else []
    turned = "turned" in picture(page).attributes["class"].split()
    unknown = question(phone, table) == "Which seat is yours?"
    marks = [marked(page), page.all("path", class_="mine"), chosen(phone, table), mine(page)]
    return unknown and marks == [[], [], ["Just watching"], asks] and not turned


def test_at_first_nobody_sits_and_everybody_can_be_chosen(table: Table, looker_on: Phone) -> None:
    assert nobody_sits(looker_on, table)
    links = chooser(looker_on, table).links
    assert links == [f"{table.address}?me={seat}" for seat in (0, 1, 2, 3, "nobody")]
    asks = looker_on.open(table.address).only("p", class_="mine").only("a")
    assert asks.attributes["href"] == f"{table.address}/more#sit"


@pytest.mark.parametrize(("count", "offset"), PASSES)
def test_the_page_says_what_one_passes_and_the_picture_is_turned(
    phone: Phone, looker_on: Phone, count: int, offset: int
) -> None:
    table = start(phone, *NAMES[:count], dealer=str(count - 1))
    if offset != 1:  # It is its turn.
        table.do("next", passed=str(offset))
    for me in range(count):
        page = sit(looker_on, table, me)
        taker, giver = NAMES[(me + offset) % count], NAMES[(me - offset) % count]
        if offset == 0:
            sentence = "You keep your cards."
        elif taker == giver:
            sentence = f"You and {taker} swap cards."
        else:
            sentence = f"You pass to {taker}, you get from {giver}."
        assert mine(page) == [sentence + (" You deal." if me == count - 1 else "")]
        assert question(looker_on, table) == f"You are {NAMES[me]}"
        assert chosen(looker_on, table) == [NAMES[me]]
        assert bottom(page) == str(me)
        assert marked(page) == [str(me)]
        assert "turned" in picture(page).attributes["class"].split()
        # One's own arrows: to whom one gives, and from whom one gets, where they cross no words.
        drawn = offset in (1, count - 1) or (count == 4 and offset != 0)
        assert bool(picture(page).all("path", class_="mine")) == drawn


def test_the_holder_of_the_pen_sits_somewhere_too(table: Table) -> None:
    page = sit(table.phone, table, 3)
    # The picture says it beside the entry.
    assert (marked(page), bottom(page), mine(page)) == (["3"], "3", [])
    assert question(table.phone, table) == "You are Dora"
    assert page.all("form", class_="entry")


def test_a_seat_is_taken_for_one_phone_alone_and_left_again(table: Table, looker_on: Phone) -> None:
    before = everything(table.app)
    sit(looker_on, table, 2)
    # One that is not there is not taken.
    for wanted in ("99", "4", "-1", "9" * 30, "x", "", "1.5", "9" * 5000, "²", "Nobody"):
        page = sit(looker_on, table, wanted)
        assert (marked(page), bottom(page)) == (["2"], "2"), wanted
    assert everything(table.app) == before
    assert nobody_sits(table.phone, table)
    assert nobody_sits(Phone(table.app), table)
    assert bottom(table.page()) == "0"
    page = sit(looker_on, table, "nobody")
    assert nobody_sits(looker_on, table)
    assert bottom(page) == "0"


def test_the_next_game_of_the_same_people_is_turned_by_itself(
    table: Table, looker_on: Phone
) -> None:
    """It is the player that is remembered, wherever they sit."""
    sit(looker_on, table, 1)
    order = ("Ben", "Dora", "Anna", "Cara")
    for names in (order, order[1:] + order[:1], NAMES[:5]):
        again = start(table.phone, *names, at=f"{table.pad}new")
        seat = names.index("Ben")
        page = looker_on.open(again.address)
        assert question(looker_on, again) == "You are Ben"
        assert (marked(page), bottom(page)) == ([str(seat)], str(seat))


def test_the_same_name_in_another_pad_is_somebody_else(table: Table, looker_on: Phone) -> None:
    sit(looker_on, table, 1)
    other = start(table.phone)
    assert nobody_sits(looker_on, other)
    sit(looker_on, other, 3)
    assert marked(looker_on.open(table.address)) == ["1"]


def test_what_the_browser_remembers_does_not_grow_for_ever(phone: Phone) -> None:
    tables = [seat_four(Phone(phone.app)) for _ in range(13)]
    for each in tables:
        sit(phone, each, 1)
    cookie = phone.client.get_cookie("scorepad_session")
    assert cookie is not None
    assert len(cookie.value) < 1000
    assert marked(phone.open(tables[-1].address)) == ["1"]
