"""Corrections and removals from a phone's outbox, which names its hands by their entries."""

from __future__ import annotations

from dataclasses import replace

import pytest
from werkzeug.test import TestResponse

from tests.web.apps import everything
from tests.web.cast import Phone, Table, hand
from tests.web.pages import Form, Value, page_of
from tests.web.table_page import totals

FIRST = hand(6, 4, 2, 1, QS=1)
SECOND = hand(1, 2, 4, 6, QS=3)


@pytest.fixture
def form(table: Table) -> Form:
    """The entry of a page on which the hand "mine" was taken down."""
    form = table.phone.open(table.address).form(table.address)
    table.saved(table.phone.force(form, {**FIRST, "entry_id": "mine"}))
    return form


def send(phone: Phone, form: Form, what: str, fields: dict[str, Value]) -> TestResponse:
    """Send an act on the hand, with the fields of a page that showed it as waiting."""
    address = f"{form.action}/entry/mine{what}"
    act = {"after": "mine", "entry_id": "act", **fields}
    return phone.force(replace(form, action=address), act)


def test_hand_is_corrected_once(table: Table, form: Form) -> None:
    assert totals(table.saved(send(table.phone, form, "", SECOND))) == [1, 2, 4, 19]
    table.do("undo")
    before = everything(table.app)
    assert totals(table.saved(send(table.phone, form, "", SECOND))) == [6, 17, 2, 1]
    assert everything(table.app) == before


@pytest.mark.parametrize("what", ["", "/remove"])
def test_hand_that_another_phone_corrected_is_asked_about(
    table: Table, form: Form, what: str
) -> None:
    table.saved(table.phone.submit(table.correction(1), SECOND))
    before = everything(table.app)
    answer = send(table.phone, form, what, hand(3, 3, 3, 4, QS=0))
    assert answer.status_code == 409
    assert everything(table.app) == before


def test_hand_that_another_phone_undid_is_gone(table: Table, form: Form) -> None:
    table.do("undo")
    before = everything(table.app)
    answer = send(table.phone, form, "", SECOND)
    assert answer.status_code == 410
    assert page_of(answer).alert
    # There is nothing to remove.
    table.saved(send(table.phone, form, "/remove", {}))
    assert everything(table.app) == before


@pytest.mark.parametrize("what", ["", "/remove"])
@pytest.mark.parametrize("fault", [{"revision": ""}, {"entry_id": "?"}, {"entry_id": "x" * 99}])
def test_incomplete_act_changes_nothing(
    table: Table, form: Form, what: str, fault: dict[str, Value]
) -> None:
    before = everything(table.app)
    answer = send(table.phone, form, what, SECOND | fault)
    assert answer.status_code in (409, 422)
    assert everything(table.app) == before
