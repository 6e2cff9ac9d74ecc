"""A game that goes on from a sheet of paper: totals, hand number and dealer as they stand there."""

from __future__ import annotations

from itertools import product

from tests.web.cast import NAMES, Phone, players, start
from tests.web.pages import Page
from tests.web.table_page import now, seats, sheet, sums, totals

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
