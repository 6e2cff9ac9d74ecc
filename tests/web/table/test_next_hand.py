"""Another pass, another dealer: the next hand as the table decided it."""

from __future__ import annotations

from itertools import product

import pytest

from tests.web.cast import Phone, Table
from tests.web.pages import Page, Value
from tests.web.table.acts import now, refused, rows
from tests.web.table_page import pairs


def test_the_next_hand_passes_what_was_decided(played: Table) -> None:
    assert pairs(played.more())[0] == ("Anna", "Dora")
    played.do("next", passed="2")
    page = played.more()
    assert pairs(page)[0] == ("Anna", "Cara")
    assert "across" in now(page)
    assert "Ben deals" in now(page)
    form = played.act("next")
    assert (form["passed"], form["dealer"]) == ("2", "")


def test_what_was_decided_is_recorded_and_both_go_on_from_there(played: Table) -> None:
    played.do("next", passed="2", dealer="3")
    page = played.recorded(1, 2, 4, 6, QS=2).more()
    # After across nobody passes; after Dora it is Anna's turn.
    assert "Hold – no passing" in now(page)
    assert "Anna deals" in now(page)
    form = played.act("next")
    assert (form["passed"], form["dealer"]) == ("", "")
    assert [(row["hand"], row["dealer"], row["pass"]) for row in rows(played)[::4]] == [
        ("1", "0", "1"),
        ("2", "3", "2"),
    ]
    correction = played.correction(2)
    assert (correction["passed"], correction["dealer"]) == ("2", "3")


def departure(page: Page) -> list[str]:
    return [line.text for line in page.all("p", class_="departure")]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"passed": "1", "dealer": "3"}, "This hand only: pass left; Dora deals."),
        ({"passed": "0"}, "This hand only: hold – no passing."),
        ({"dealer": "0"}, "This hand only: Anna deals."),
    ],
)
def test_what_was_decided_is_said_until_the_hand_is_over(
    played: Table, looker_on: Phone, fields: dict[str, str], sentence: str
) -> None:
    assert not departure(played.more())
    assert played.do("next", **fields).news == sentence
    assert departure(played.more()) == [sentence]
    assert not played.page().news
    assert departure(played.more(looker_on)) == [sentence]
    page = played.do("next", passed="", dealer="")
    assert page.news == "This hand is back to normal."
    assert not departure(played.more())
    played.do("next", **fields)
    assert not departure(played.recorded(1, 2, 4, 6, QS=2).more())


def test_a_pass_or_dealer_that_cannot_be_is_refused_at_its_place(played: Table) -> None:
    values: tuple[Value, ...] = ("4", "x", "9" * 5000, ["1", "2"])
    for field, value in product(("passed", "dealer"), values):
        page = refused(played, "next", {field: value})
        assert page.faults_at("dealer") == page.faults, (field, value)
        assert field in page.faults[0], (field, value)
        assert "open" in page.folded("Change pass or dealer").attributes, (field, value)
