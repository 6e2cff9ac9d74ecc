"""Texts that are far too long: refused by their length, before anything looks into them."""

from __future__ import annotations

import unicodedata
from urllib.parse import urlencode

import pytest
from werkzeug.test import TestResponse

from scorepad.names import MOST_TYPED
from tests.web.apps import everything
from tests.web.cast import Phone, Table, hand_over, start_form
from tests.web.pages import Form, page_of

# As much as a request can hold; composing it takes a time that grows with the square of its length.
PILE = "\u0301" * 15_500 + "\u0327" * 15_500


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of all texts that are composed meanwhile."""
    lengths: list[int] = []
    compose = unicodedata.normalize

    def composing(form: str, text: str) -> str:
        lengths.append(len(text))
        return compose(form, text)  # type: ignore[arg-type]  # any form is passed on

    monkeypatch.setattr(unicodedata, "normalize", composing)
    return lengths


def send(phone: Phone, form: Form, field: str, text: str) -> TestResponse:
    """Send a form with a text in one field, in as few bytes as it can be sent."""
    rest = [(name, value) for name, value in form.filled({}).items(multi=True) if name != field]
    body = f"{urlencode(rest)}&{field}={text}".encode()
    form_type = "application/x-www-form-urlencoded"
    return phone.client.post(form.action, data=body, content_type=form_type)


@pytest.fixture(params=["start", "record", "correct", "replace", "next", "take"])
def form(request: pytest.FixtureRequest, table: Table, looker_on: Phone) -> tuple[Phone, Form]:
    """A form, and a phone that may send it."""
    table.recorded(6, 4, 2, 1, QS=1)
    match request.param:
        case "take":
            return looker_on, looker_on.open(hand_over(table)).form("/pen")
        case "start":
            return table.phone, table.phone.open(f"{table.pad}new").form()
        case "record":
            return table.phone, table.entry()
        case "correct":
            return table.phone, table.correction(1)
        case act:
            return table.phone, table.act(act)


def test_no_field_takes_it_nor_looks_into_it(
    form: tuple[Phone, Form], table: Table, composed: list[int]
) -> None:
    phone, blank = form
    before = everything(table.app)
    for field in sorted(blank.named - {"csrf_token", "preview"}):
        response = send(phone, blank, field, PILE)
        # Which link it is about is not for anybody to write.
        assert response.status_code == (409 if field == "link" else 422), field
        assert page_of(response).faults or page_of(response).alert, field
        assert everything(table.app) == before, field
    assert max(composed, default=0) <= MOST_TYPED


def test_it_is_refused_at_its_place_and_shown_again(phone: Phone) -> None:
    longest, longer = "x" * MOST_TYPED, "x" * (MOST_TYPED + 1)
    for text, message in (
        (longest, "at most 30 characters"),
        (longer, "Player 2: This is far too long."),
    ):
        page = page_of(send(phone, start_form(phone), "name_1", text))
        assert any(message in fault for fault in page.faults)
        assert page.form()["name_1"] == text
    page = page_of(send(phone, start_form(phone), "other_deck", longer))
    assert page.faults_at("other_deck") == ["This is far too long."]
    assert page.form()["other_deck"] == longer


def test_a_device_is_not_called_so(table: Table, looker_on: Phone) -> None:
    form = looker_on.open(hand_over(table)).form("/pen")
    page = page_of(looker_on.force(form, {"name": "x" * (MOST_TYPED + 1)}))
    assert page.faults_at("name") == page.faults
    assert page.faults == ["This is far too long."]
