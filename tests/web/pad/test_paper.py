"""A game that goes on from a sheet of paper: totals, hand number and dealer as they stand there."""

from __future__ import annotations

from itertools import product

from tests.web.apps import everything
from tests.web.cast import NAMES, Phone, players, start
from tests.web.pages import Page, page_of
from tests.web.table_page import pairs, seats, sheet, sums, totals

PAPER = {"opening_0": "30", "opening_1": "-7", "opening_2": "0", "opening_3": "81"}


def paper(page: Page) -> bool:
    """Whether the part of the form that is about paper is unfolded."""
    return "open" in page.only("details", id="paper").attributes


def test_it_is_folded_away_and_empty_at_first(phone: Phone) -> None:
    page = phone.open("/new")
    assert not paper(page)
    form = page.form()
    assert {form[f"opening_{row}"] for row in range(6)} | {form["hands_before"]} == {""}


def test_the_totals_are_those_of_the_paper(phone: Phone) -> None:
    table = start(phone, **PAPER, hands_before="5", dealer="2")
    page = table.page()
    assert totals(page) == [30, -7, 0, 81]
    assert sheet(page) == [["from paper", "30", "−7", "0", "81"]]
    assert sums(page) == [""]
    page = table.recorded(6, 4, 2, 1, QS=1).page()
    assert totals(page) == [36, 10, 2, 82]
    assert sheet(page)[1] == ["6", "6 36", "17 ♠Q 10", "2 2", "1 82"]


def test_number_and_pass_go_on(phone: Phone) -> None:
    for before, title, pair in (("1", "Hand 2", ["Dora"]), ("3", "Hand 4", [])):
        page = start(phone, hands_before=before).page()
        assert page.title == title
        assert [taker for giver, taker in pairs(page) if giver == "Anna"] == pair, before


def test_who_is_marked_deals_the_next_hand(phone: Phone) -> None:
    table = start(phone, **PAPER, hands_before="5", dealer="3")
    assert "Dora deals" in table.page().only("section", class_="now").text
    page = table.recorded(6, 4, 2, 1, QS=1).page()
    assert page.title == "Hand 7"
    assert "Anna deals" in page.only("section", class_="now").text


def test_everybody_keeps_their_total_when_the_order_is_changed(phone: Phone) -> None:
    orders = {f"order_{row}": order for row, order in enumerate(["3", "1", "4", "2"])}
    page = start(phone, **PAPER, **orders, dealer="0").page()
    assert dict(zip(seats(page), totals(page), strict=True)) == {
        "Anna": 30, "Ben": -7, "Cara": 0, "Dora": 81,
    }  # fmt: skip
    assert seats(page) == ["Ben", "Dora", "Anna", "Cara"]
    assert "Anna deals" in page.only("section", class_="now").text


def test_everybody_keeps_their_total_below_an_empty_row(phone: Phone) -> None:
    table = start(phone, "Anna", "", "Ben", "Cara", opening_0="1", opening_2="2", opening_3="3")
    assert totals(table.page()) == [1, 2, 3]


def test_totals_alone_are_enough_and_a_sign_may_be_written(phone: Phone) -> None:
    page = start(phone, opening_1="+12").page()
    assert page.title == "Hand 1"
    assert totals(page) == [0, 12, 0, 0]
    assert sheet(page)[0][0] == "from paper"


def test_hands_alone_are_enough(phone: Phone) -> None:
    assert sheet(start(phone, hands_before="4").page()) == [["from paper", "0", "0", "0", "0"]]


def test_a_game_begun_here_has_no_line_of_paper(phone: Phone) -> None:
    assert sheet(start(phone, opening_0="0", hands_before="0").page()) == []


def test_the_end_comes_from_the_whole_total(phone: Phone) -> None:
    table = start(phone, **PAPER)
    # Dora 81 and 19.
    page = table.recorded(0, 4, 3, 6, QS=3).page()
    assert page.title == "Ben wins with −3."
    assert totals(page) == [30, -3, 3, 100]


def test_the_next_game_brings_no_paper_along(phone: Phone) -> None:
    table = start(phone, **PAPER, hands_before="5")
    page = phone.open(f"{table.pad}new")
    assert not paper(page)
    assert {page.form()[name] for name in (*PAPER, "hands_before")} == {""}


def test_a_number_that_cannot_be_is_refused_at_its_place_and_kept(phone: Phone) -> None:
    form = phone.open("/new").form()
    cases = product(("opening_3", "hands_before"), ("x", "1.5", "٣", "9" * 30, "-10001"))
    for field, value in (*cases, ("hands_before", "-1")):
        fields = {**players(*NAMES[:4]), "dealer": "0", "opening_1": "55", field: value}
        response = phone.submit(form, fields)
        assert response.status_code == 422, (field, value)
        assert all(not rows for rows in everything(phone.app).values())
        page = page_of(response)
        assert page.alert
        assert page.faults_at(field) == page.faults != [], (field, value)
        assert paper(page)
        again = page.form()
        assert (again[field], again["opening_1"], again["name_0"]) == (value, "55", "Anna")
    assert phone.submit(again, {field: "3"}).status_code == 303


def test_another_fault_does_not_hide_the_paper(phone: Phone) -> None:
    form = phone.open("/new").form()
    response = phone.submit(form, {**players("Anna", "Ben"), "opening_0": "55"})
    assert response.status_code == 422
    page = page_of(response)
    assert paper(page)
    assert page.form()["opening_0"] == "55"
