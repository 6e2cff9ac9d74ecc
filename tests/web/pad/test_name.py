"""The pad’s name: given by the holder of a pen, shown to everybody."""

from __future__ import annotations

from tests.web.apps import everything
from tests.web.cast import Phone, Table
from tests.web.pages import Form, Page, page_of


def form(table: Table) -> Form:
    return table.phone.open(table.pad).form("/name")


def give(table: Table, name: str) -> Page:
    """Give the pad a name; the front page afterwards."""
    response = table.phone.submit(form(table), {"name": name})
    assert (response.status_code, response.location) == (303, table.pad)
    return table.phone.open(table.pad)


def test_a_pad_without_a_name_is_called_by_its_day(table: Table, looker_on: Phone) -> None:
    for phone in (table.phone, looker_on):
        page = phone.open(table.pad)
        assert page.title.startswith("Pad from ")
    assert form(table)["name"] == ""
    assert not looker_on.open(table.pad).forms


def test_the_name_is_shown_to_everybody(table: Table, looker_on: Phone) -> None:
    page = give(table, "  Fridays at Maggie’s ")
    assert page.title == "Fridays at Maggie’s"
    assert form(table)["name"] == "Fridays at Maggie’s"
    assert looker_on.open(table.pad).title == "Fridays at Maggie’s"


def test_a_name_that_cannot_be_is_refused_and_kept(table: Table) -> None:
    give(table, "Friday")
    before = everything(table.app)
    for name, kept, sentence in (
        (" \u200b ", "\u200b", "A name must not be empty."),
        (" a\nb", "a\nb", "A name must not have line breaks or control characters."),
        # What is far too long is not shown again.
        ("x" * 5000, "", "This is far too long."),
    ):
        response = table.phone.force(form(table), {"name": name})
        assert response.status_code == 422, sentence
        assert everything(table.app) == before, sentence
        page = page_of(response)
        assert page.faults == page.faults_at("name") == [sentence]
        assert page.title == "Friday"
        assert "open" in page.folded("This pad Name, card, new pad, delete").attributes
        assert page.form("/name")["name"] == kept, sentence
        assert "autofocus" in page.only("input", id="pad-name").attributes
