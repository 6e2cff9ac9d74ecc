"""The first page and the start form: who plays, in which order, who deals, what stood on paper."""

from __future__ import annotations

from itertools import product

import pytest

from tests.web.cast import NAMES, Phone, Table, players, start, start_form
from tests.web.pages import Page, Value
from tests.web.table_page import now, seats, sheet, sums, totals

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
UMLAUT = "o\u0308"  # o and two dots: one letter, two characters
HEBREW = "דנה"


def refused(phone: Phone, fields: dict[str, Value]) -> Page:
    """The start form again."""
    page = phone.refused(start_form(phone), fields)
    assert page.alert
    assert page.faults
    return page


def test_the_first_page_is_the_form_or_the_pad_or_the_pads(phone: Phone) -> None:
    blank = phone.open("/")
    form = blank.form()
    assert [form[f"order_{row}"] for row in range(7)] == [*"1234567"]
    assert {form[f"name_{row}"] for row in range(7)} == {""}
    assert (form["dealer"], form["preset"]) == ("lot", "black-lady")
    for part in ("rules", "paper"):
        assert "open" not in blank.only("details", id=part).attributes
    first = start(phone)
    response = phone.client.get("/")
    assert (response.status_code, response.location) == (302, first.pad)
    second = start(phone)
    # The first one is the name of the program.
    assert phone.open("/").main.links == ["/", second.pad, first.pad, "/new"]


def test_fewer_than_three_do_not_start(phone: Phone) -> None:
    for count in (0, 1, 2):
        page = refused(phone, players(*NAMES[:count]))
        assert page.faults == [page.alert] == ["Enter 3 to 7 players to start."], count
        assert [page.form()[f"name_{row}"] for row in range(count)] == list(NAMES[:count]), count


def test_a_name_is_shown_as_it_was_written(phone: Phone) -> None:
    for name in (UMLAUT * 30, HEBREW, '"A" & <b>', "{{ 7 * 7 }}", "x' onclick='y"):
        # The pages are looked over by page_of: nothing of a name has become a tag.
        table = start(phone, "Anna", name, "Ben")
        table.recorded(6, 4, 2, QS=0)
        spelling = name.replace(UMLAUT, "ö")
        for address in (table.address, table.hand(1), table.pad):
            assert spelling in phone.open(address).text, name
        assert seats(table.page())[1] == spelling, name
        assert phone.open(f"{table.pad}new").form()["name_1"] == spelling, name


def test_a_name_that_cannot_be_is_refused_and_kept(phone: Phone) -> None:
    for name in (FAMILY * 5, "A\nB", "a" * 5000, "\u200b\u3164"):
        form = refused(phone, players("Anna", name, "Ben")).form()
        assert [form[f"name_{row}"] for row in range(3)] == ["Anna", name, "Ben"], name


def test_two_players_cannot_have_one_name(phone: Phone) -> None:
    page = refused(phone, players("Anna", "Ben", " BEN "))
    assert page.faults == [page.alert] == ["Two players are called BEN."]
    wrong = page.all("input", aria_invalid="true")
    assert [field.attributes["name"] for field in wrong] == ["name_1", "name_2"]
    # Put right, it can be sent again, as the same start.
    again = start_form(phone)
    assert (
        phone.refused(again, players("Anna", "Ben", "ben")).form()["entry_id"] == again["entry_id"]
    )
    wrong_id = {**players("Anna", "Ben", "ben"), "entry_id": "<mine>"}
    assert phone.refused(again, wrong_id).form()["entry_id"] not in ("", "<mine>")
    response = phone.submit(page.form(), {"name_2": "Cara", "dealer": "0"})
    assert response.status_code == 303
    assert seats(Table(phone, response.location or "").page()) == ["Anna", "Ben", "Cara"]


def test_the_order_numbers_seat_the_players_and_the_dealer_stays(phone: Phone) -> None:
    orders = {f"order_{row}": order for row, order in enumerate(["3", "1", "4", "2"])}
    table = start(phone, *NAMES[:4], dealer="0", **orders)
    assert seats(table.page()) == ["Ben", "Dora", "Anna", "Cara"]
    assert "Anna deals" in table.more().text


def test_without_a_choice_the_lot_decides_and_everybody_can_be_drawn(phone: Phone) -> None:
    assert start_form(phone)["dealer"] == "lot"
    drawn: set[str] = set()
    while len(drawn) < 4:
        text = start(phone, dealer="lot").more().text
        drawn |= {name for name in NAMES[:4] if f"{name} deals" in text}
    assert drawn == set(NAMES[:4])


def test_a_refused_form_has_the_players_in_the_order_of_their_numbers(phone: Phone) -> None:
    orders = {"order_0": "3", "order_1": "1", "order_2": "2"}
    fields = {**players("Anna", "Ben", "Ben"), **orders, "opening_0": "7"}
    page = refused(phone, fields)
    names = [field.attributes["name"] for field in page.all("input", class_="who")]
    assert names == ["name_1", "name_2", "name_0", *(f"name_{row}" for row in range(3, 7))]
    openings = [
        field.attributes["name"] for field in page.only("div", class_="openings").all("input")
    ]
    assert openings == [name.replace("name", "opening") for name in names]
    labels = [field.attributes["aria-label"] for field in page.all("input", class_="who")]
    assert labels == [f"Name of player {number}" for number in range(1, 8)]


@pytest.mark.parametrize(
    ("query", "rules"),
    [
        ("players=3", "3 players: twos out, ♠Q 12, moon +24 or −24, to 100"),
        ("players=3&deck=2D&moon=add", "3 players: ♦2 out, ♠Q 13, moon +26, to 100"),
        ("players=4&deck=2D", "4 players: ♠Q 13, moon +26, to 100"),
        ("players=4&target=x&moon=blue&deck=1", "4 players: ♠Q 13, moon +26, to 100"),
        ("players=5&name_0=Anna", "5 players: ♦2 and ♠2 out, ♠Q 13, moon +26, to 100"),
    ],
)
def test_the_form_with_other_answers_says_what_they_come_to(
    phone: Phone, query: str, rules: str
) -> None:
    page = phone.open(f"/new?{query}")
    assert page.only(id="rules-line").text == f"Hearts (Black Lady) {rules}"
    assert not page.alert
    assert not page.faults
    assert page.form()["name_0"] == ""


PAPER = {"opening_0": "30", "opening_1": "-7", "opening_2": "0", "opening_3": "81"}


def paper(page: Page) -> bool:
    """Whether the part of the form that is about paper is unfolded."""
    return "open" in page.only("details", id="paper").attributes


def test_the_totals_are_those_of_the_paper(phone: Phone) -> None:
    table = start(phone, **PAPER, hands_before="5", dealer="2")
    page = table.page()
    assert totals(page) == [30, -7, 0, 81]
    assert sheet(page) == [["from paper", "30", "−7", "0", "81"]]
    assert sums(page) == [""]
    page = table.recorded(6, 4, 2, 1, QS=1).page()
    assert totals(page) == [36, 10, 2, 82]
    assert sheet(page)[1] == ["6", "6 36", "17 ♠Q 10", "2 2", "1 82"]


def test_each_keeps_their_total_when_the_order_is_changed(phone: Phone) -> None:
    orders = {f"order_{row}": order for row, order in enumerate(["3", "1", "4", "2"])}
    table = start(phone, **PAPER, **orders, dealer="0")
    page = table.page()
    assert dict(zip(seats(page), totals(page), strict=True)) == {
        "Anna": 30, "Ben": -7, "Cara": 0, "Dora": 81,
    }  # fmt: skip
    assert seats(page) == ["Ben", "Dora", "Anna", "Cara"]
    assert "Anna deals" in now(table.more())


def test_a_number_that_cannot_be_is_refused_at_its_place_and_kept(phone: Phone) -> None:
    form = phone.open("/new").form()
    cases = product(("opening_3", "hands_before"), ("x", "1.5", "٣", "9" * 30, "-10001"))
    for field, value in (*cases, ("hands_before", "-1")):
        fields = {**players(*NAMES[:4]), "dealer": "0", "opening_1": "55", field: value}
        page = phone.refused(form, fields)
        assert page.alert
        assert page.faults_at(field) == page.faults != [], (field, value)
        assert paper(page)
        again = page.form()
        assert (again[field], again["opening_1"], again["name_0"]) == (value, "55", "Anna")
    assert phone.submit(again, {field: "3"}).status_code == 303


def test_totals_at_the_end_are_asked_about(phone: Phone) -> None:
    over = {**PAPER, "opening_1": "104"}
    fields = {**players(*NAMES[:4]), "dealer": "0", **over}
    page = phone.refused(phone.open("/new").form(), fields)
    (question,) = page.faults
    assert question.startswith("Already at the end of a game to 100: Ben 104. ")
    assert paper(page)
    assert page.form()["sure"] == "30 104 0 81"
    response = phone.submit(page.form())
    assert response.status_code == 303
    assert totals(phone.open(response.location or "")) == [30, 104, 0, 81]
