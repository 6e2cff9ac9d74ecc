"""Hands that are corrected or taken out afterwards.

Where somebody else wrote meanwhile, see ``test_conflict``.
"""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Value, page_of
from tests.web.table_page import pairs, sheet, totals


@pytest.fixture
def played(table: Table) -> Table:
    """Two hands: 6, 17, 2, 1, then 1, 2, 17, 6."""
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(1, 2, 4, 6, QS=2)
    return table


def test_the_form_holds_the_hand_as_it_was_taken_down(played: Table) -> None:
    form = played.correction(2)
    expected = hand(1, 2, 4, 6, QS=2)
    assert {name: form[name] for name in expected} == expected


def test_the_form_holds_a_sun_and_its_choice(phone: Phone) -> None:
    table = start(phone, moon="choice", sun="y")
    phone.force(table.entry(), {"shooter": "1", "sun": "y", "moon_choice": "add"})
    form = table.correction(1)
    expected = {**hand(0, 13, 0, 0, QS=1), "sun": "y", "moon_choice": "add"}
    assert {name: form[name] for name in expected} == expected


def test_a_correction_works_everything_out_anew(played: Table) -> None:
    page = played.saved(played.phone.submit(played.correction(1), {"cards_QS": "0"}))
    assert totals(page) == [20, 6, 19, 7]
    lines = sheet(page)
    assert [line[1:] for line in lines] == [
        ["19 ♠Q 19", "4 4", "2 2", "1 1"],
        ["1 20", "2 6", "17 ♠Q 19", "6 7"],
    ]
    assert "✎" in lines[0][0]
    assert "✎" not in lines[1][0]


def test_an_overtaken_correction_is_told_even_if_it_is_not_complete(played: Table) -> None:
    form = played.correction(1)
    played.saved(played.phone.submit(played.correction(1), {"cards_QS": "0"}))
    response = played.phone.submit(form, {"hearts_0": "5"})
    page = page_of(response)
    conflict = response.status_code == 409
    again = page.form(played.hand(1))
    assert conflict or played.phone.submit(again, {"hearts_0": "6"}).status_code == 409


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (hand(5), "12 of 13 hearts placed."),
        (hand(7), "14 of 13 hearts placed."),
        (hand(13, 13, 13, 13), "52 of 13 hearts placed."),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_kept(
    played: Table, changes: dict[str, Value], sentence: str
) -> None:
    before = everything(played.app)
    response = played.phone.submit(played.correction(1), changes)
    assert response.status_code == 422
    assert everything(played.app) == before
    page = page_of(response)
    assert page.alert
    assert page.faults == [sentence]
    form = page.form(played.hand(1))
    assert {name: form[name] for name in changes} == changes
    played.saved(played.phone.submit(form, hand(6, 4, 2, 1)))


def test_a_hand_that_is_taken_out_is_gone_and_the_others_close_up(played: Table) -> None:
    played.recorded(6, 4, 2, 1, QS=3)
    page = played.saved(played.phone.submit(played.removal(1)))
    more = played.more()
    assert totals(page) == [7, 6, 19, 20]
    assert [line[0] for line in sheet(page)] == ["1", "2"]
    assert page.title == "Hand 3"
    assert "Cara deals" in more.text
    # The third hand at four players is passed across.
    assert pairs(more)[0] == ("Anna", "Cara")


def test_a_removal_sent_twice_is_quiet(played: Table) -> None:
    form = played.removal(1)
    played.saved(played.phone.submit(form))
    before = everything(played.app)
    played.saved(played.phone.submit(form))
    assert everything(played.app) == before


@pytest.mark.parametrize("revision", [None, "", "x", "9" * 5000, ["1", "1"]])
def test_a_removal_that_does_not_say_what_it_saw_is_refused(played: Table, revision: Value) -> None:
    before = everything(played.app)
    response = played.phone.force(played.removal(1), {"revision": revision})
    assert response.status_code == 422
    assert page_of(response).faults
    assert everything(played.app) == before
