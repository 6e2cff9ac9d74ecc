"""All acts on a game: once each, by the holder of the pen, on a table that is up to date."""

from __future__ import annotations

from itertools import product

import pytest

from tests.web.apps import everything
from tests.web.cast import Table
from tests.web.pages import Form, Value
from tests.web.table_page import sheet

ACTS = ("undo", "redo", "stop", "reopen", "bin", "unbin", "next", "replace", "rematch")
# Acts that must come first, so that the page offers this one.
FIRST = {"redo": "undo", "reopen": "stop", "unbin": "bin", "rematch": "stop"}
# Values for forms that have fields of their own.
FIELDS: dict[str, dict[str, Value]] = {
    "next": {"passed": "2", "dealer": "3"},
    "replace": {"seat": "1", "name": "Emil"},
}


def ready(table: Table, act: str) -> Form:
    """The form of an act, on a table where it can be done."""
    if act in FIRST:
        table.do(FIRST[act])
    return table.acts(act)[0]


@pytest.mark.parametrize("act", ACTS)
def test_what_the_page_offers_is_done_once_and_leads_to_a_table(played: Table, act: str) -> None:
    form = ready(played, act)
    before = everything(played.app)
    response = played.phone.submit(form, FIELDS.get(act, {}))
    assert response.status_code == 303
    assert played.phone.open(response.location or "").main.all("section")
    after = everything(played.app)
    assert after != before
    # A second undo would undo something else: it gets a conflict.
    again = played.phone.submit(form, FIELDS.get(act, {}))
    assert again.status_code == (409 if act in ("undo", "redo") else 303)
    assert everything(played.app) == after


@pytest.mark.parametrize("act", [act for act in ACTS if act not in ("rematch", "unbin")])
def test_a_writer_who_was_overtaken_is_told(played: Table, act: str) -> None:
    form = ready(played, act)
    # Stopped games take no hand; a correction is always possible.
    if sheet(played.page()):
        played.saved(played.phone.submit(played.correction(1), {"cards_QS": "0"}))
    else:
        played.recorded(1, 2, 4, 6, QS=0)
    page = played.phone.refused(form, FIELDS.get(act, {}), 409)
    assert "nothing was saved" in page.alert


@pytest.mark.parametrize("act", ["undo", "next", "replace", "rematch"])
def test_a_form_that_is_not_complete_does_nothing(played: Table, act: str) -> None:
    form = ready(played, act)
    wrong: tuple[Value, ...] = (None, "", "a b", "9" * 5000, ["1", "1"])
    for field, value in product(("revision", "entry_id"), wrong):
        played.phone.refused(form, {**FIELDS.get(act, {}), field: value})
