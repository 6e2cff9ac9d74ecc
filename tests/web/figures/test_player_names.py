"""Renaming and merging on a player's page, and the history of names with undo and redo."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, start
from tests.web.figures.night import player_id
from tests.web.pages import Page, page_of

HISTORY = "players/history"


def player_page(table: Table, name: str) -> str:
    """The address of a player's page."""
    return f"{table.pad}player/{player_id(table, name)}"


def names(table: Table) -> list[str]:
    """The names on the list of players."""
    page = table.phone.open(f"{table.pad}players")
    return sorted(
        link.text for link in page.only("main").all("a") if "/player/" in link.attributes["href"]
    )


def rename(table: Table, name: str, to: str) -> None:
    address = player_page(table, name)
    response = table.phone.submit(table.phone.open(address).form("/name"), {"name": to})
    assert (response.status_code, response.location) == (303, address)


def merge(table: Table, name: str, into: str) -> None:
    address, other = player_page(table, name), player_page(table, into)
    response = table.phone.submit(table.phone.open(address).form("/merge"), {"same": into})
    assert (response.status_code, response.location) == (303, other)


def step(table: Table, which: str) -> Page:
    """Undo or redo in the history."""
    history = f"{table.pad}{HISTORY}"
    response = table.phone.submit(table.phone.open(history).form(f"/{which}"))
    assert (response.status_code, response.location) == (303, history)
    return table.phone.open(history)


def lines(page: Page) -> list[str]:
    """The sentences of the history, with a mark on those that were undone."""
    return [
        ("undone: " if "undone" in (item.attributes.get("class") or "") else "")
        + item.all("span")[0].text.split("  ")[0].strip()
        for item in page.only("ol", class_="log").all("li")
    ]


def test_a_player_is_renamed_and_the_table_shows_it(table: Table, looker_on: Phone) -> None:
    assert looker_on.open(table.address)
    rename(table, "Anna", " Änne ")
    assert "Änne" in page_of(table.phone.client.get(table.address)).text
    # The page that lookers-on share is another one, too.
    assert "Änne" in page_of(looker_on.client.get(table.address)).text
    assert "Anna" not in page_of(looker_on.client.get(table.address)).text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("ben", "Somebody else has this name already."),
        ("x" * 31, "A name must have at most 30 characters."),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_place(
    table: Table, typed: str, sentence: str
) -> None:
    form = table.phone.open(player_page(table, "Anna")).form("/name")
    page = table.phone.refused(form, {"name": typed})
    assert page.faults == [sentence]
    assert page.form("/name")["name"] == typed


def test_two_entries_are_merged_and_the_history_takes_it_back(table: Table) -> None:
    start(table.phone, "Annie", "Emil", "Fay", at=f"{table.pad}new")
    merge(table, "Annie", "Anna")
    assert "Annie" not in names(table)
    page = step(table, "undo")
    assert lines(page)[0].startswith("undone: Annie is the same person as Anna.")
    assert "Annie" in names(table)
    step(table, "redo")
    assert "Annie" not in names(table)


def test_a_player_of_another_pad_is_404(table: Table, phone: Phone) -> None:
    other = start(phone, "Gül", "Henri", "Ida", at="/new?pad=new")
    foreign = player_page(other, "Gül").replace(other.pad, table.pad)
    assert table.phone.client.get(foreign).status_code == 404
    token = {"csrf_token": table.phone.token(), "name": "Stolen"}
    assert table.phone.client.post(f"{foreign}/name", data=token).status_code == 404


@pytest.mark.parametrize(("form", "field"), [("name", "name"), ("merge", "same")])
def test_a_player_who_was_merged_meanwhile_is_not_changed(
    table: Table, form: str, field: str
) -> None:
    start(table.phone, "Annie", "Emil", "Fay", at=f"{table.pad}new")
    start(table.phone, "Gus", "Hal", "Ivo", at=f"{table.pad}new")
    seen = table.phone.open(player_page(table, "Annie")).form(f"/{form}")
    merge(table, "Annie", "Anna")
    page = table.phone.refused(seen, {field: "Gus" if form == "merge" else "Anneliese"}, 409)
    assert "Anna" in page.only("h1").text
    assert "meanwhile" in page.text


def test_the_address_of_a_merged_player_leads_to_the_other(table: Table) -> None:
    start(table.phone, "Annie", "Emil", "Fay", at=f"{table.pad}new")
    address, other = player_page(table, "Annie"), player_page(table, "Anna")
    merge(table, "Annie", "Anna")
    response = table.phone.client.get(address)
    assert (response.status_code, response.location) == (302, other)
