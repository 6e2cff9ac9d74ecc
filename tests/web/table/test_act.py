"""All acts on a game: once each, by the holder of the pen, on a table that is up to date."""

from __future__ import annotations

from itertools import product

import pytest

from tests.web.apps import everything
from tests.web.cast import Table
from tests.web.pages import Form, Value, page_of
from tests.web.table.acts import FIELDS, overtaken, refused
from tests.web.table_page import sheet

ACTS = ("undo", "redo", "stop", "reopen", "bin", "unbin", "next", "replace", "rematch")
# Acts that must come first, so that the page offers this one.
FIRST = {"redo": "undo", "reopen": "stop", "unbin": "bin", "rematch": "stop"}


def ready(table: Table, act: str) -> Form:
    """The form of an act, on a table where it can be done."""
    if act in FIRST:
        table.do(FIRST[act])
    return table.acts(act)[0]


@pytest.mark.parametrize("act", ACTS)
def test_everything_that_the_page_offers_is_done_and_leads_to_a_table(
    played: Table, act: str
) -> None:
    form = ready(played, act)
    before = everything(played.app)
    response = played.phone.submit(form, FIELDS.get(act, {}))
    assert response.status_code == 303
    assert played.phone.open(response.location or "").main.all("section")
    assert everything(played.app) != before


@pytest.mark.parametrize("act", ACTS)
def test_a_repeated_request_does_nothing_more(played: Table, act: str) -> None:
    form = ready(played, act)
    assert played.phone.submit(form, FIELDS.get(act, {})).status_code == 303
    before = everything(played.app)
    response = played.phone.submit(form, FIELDS.get(act, {}))
    # A second undo would undo something else: it gets a conflict.
    assert response.status_code == (409 if act in ("undo", "redo") else 303)
    assert everything(played.app) == before


@pytest.mark.parametrize("act", [act for act in ACTS if act not in ("rematch", "unbin")])
def test_who_was_overtaken_is_told(played: Table, act: str) -> None:
    form = ready(played, act)
    # Stopped games take no hand; a correction is always possible.
    if sheet(played.page()):
        played.saved(played.phone.submit(played.correction(1), {"cards_QS": "0"}))
    else:
        played.recorded(1, 2, 4, 6, QS=0)
    before = everything(played.app)
    overtaken(played, before, played.phone.submit(form, FIELDS.get(act, {})))


@pytest.mark.parametrize("act", ACTS)
def test_everything_needs_its_token(played: Table, act: str) -> None:
    form = ready(played, act)
    before = everything(played.app)
    forced = [{**FIELDS.get(act, {}), "csrf_token": token} for token in (None, "", "x")]
    assert [played.phone.force(form, each).status_code for each in forced] == [400, 400, 400]
    assert everything(played.app) == before


@pytest.mark.parametrize("act", ACTS)
def test_a_form_that_is_not_complete_does_nothing(played: Table, act: str) -> None:
    form = ready(played, act)
    before = everything(played.app)
    wrong: tuple[Value, ...] = (None, "", "a b", "9" * 5000, ["1", "1"])
    for field, value in product(("revision", "entry_id"), wrong):
        response = played.phone.force(form, {**FIELDS.get(act, {}), field: value})
        assert response.status_code == 422, (field, value)
        page = page_of(response)
        assert page.alert or page.faults, (field, value)
        assert everything(played.app) == before, (field, value)


@pytest.mark.parametrize(
    ("act", "field"), [("next", "passed"), ("next", "dealer"), ("replace", "seat")]
)
def test_a_choice_that_no_page_offers_does_nothing(played: Table, act: str, field: str) -> None:
    values: tuple[Value, ...] = ("4", "-1", "x", "9" * 5000, ["1", "2"])
    for value in (*values, *(("", None) if field == "seat" else ())):
        assert refused(played, act, {field: value}).alert, value
