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


@pytest.mark.parametrize("which", ["start", "record", "correct", "replace", "next", "take"])
def test_no_field_takes_it_nor_looks_into_it(
    table: Table, looker_on: Phone, composed: list[int], which: str
) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    phone = looker_on if which == "take" else table.phone
    match which:
        case "take":
            form = phone.open(hand_over(table)).form("/pen")
        case "start":
            form = phone.open(f"{table.pad}new").form()
        case "record":
            form = table.entry()
        case "correct":
            form = table.correction(1)
        case act:
            form = table.act(act)
    before = everything(table.app)
    for field in sorted(form.named - {"csrf_token", "preview"}):
        response = send(phone, form, field, PILE)
        # Which link it is about is not for anyone to write.
        assert response.status_code == (409 if field == "link" else 422), field
        assert page_of(response).faults or page_of(response).alert, field
        assert everything(table.app) == before, field
    assert max(composed, default=0) <= MOST_TYPED


def test_it_is_refused_at_its_place_and_shown_again(phone: Phone) -> None:
    longest, longer = "x" * MOST_TYPED, "x" * (MOST_TYPED + 1)
    for field, text, message in (
        ("name_1", longest, "at most 30 characters"),
        ("name_1", longer, "Player 2: This is far too long."),
        ("other_deck", longer, "This is far too long."),
    ):
        page = phone.refused(start_form(phone), {field: text})
        assert any(message in fault for fault in page.faults)
        assert page.form()[field] == text
