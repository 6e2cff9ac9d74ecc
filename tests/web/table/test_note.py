"""Notes on a game and on an evening: written, shown, refused, in conflict, undone."""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import Phone, Table, finished_beside
from tests.web.pages import Page, page_of
from tests.web.table.test_log import newest


@pytest.fixture
def over(table: Table) -> Table:
    """A game that is over, an evening of its own."""
    return finished_beside(table)


@pytest.fixture(params=["note", "evening-note"])
def what(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def write(table: Table, what: str, note: str) -> Page:
    """Write a note; the page to which that leads."""
    phone = table.phone
    response = phone.submit(phone.open(f"{table.address}/{what}").form(f"/{what}"), {"note": note})
    assert response.status_code == 303
    leads = {"note": table.address, "evening-note": f"{table.pad}evening/{table.number}"}
    assert response.location == leads[what]
    return phone.open(response.location)


def noted(page: Page) -> list[str]:
    """The notes on a page."""
    return [each.only("dd").text for each in page.all("dl", class_="note")]


def test_everybody_reads_it_where_the_game_is_over(
    over: Table, looker_on: Phone, what: str
) -> None:
    page = write(over, what, "  Wine <on> the pad\r\nand cards ")
    assert page.only("p", class_="news").text.startswith("Note saved.")
    where = f"{over.address}/more" if what == "note" else f"{over.pad}evening/{over.number}"
    assert "Wine <on> the pad and cards" in " ".join(looker_on.open(where).main.text.split())
    assert not [link for link in looker_on.open(where).all("a") if what in link.attributes["href"]]
    # The form has it again, to be changed.
    form = over.phone.open(f"{over.address}/{what}").form()
    assert form["note"] == "Wine <on> the pad\nand cards"
    assert (
        write(over, what, "")
        .only("p", class_="news")
        .text.startswith("Note deleted. The history still has its words.")
    )
    assert "Wine" not in looker_on.open(where).main.text


def test_it_is_one_tap_from_where_one_looks_for_it(over: Table, table: Table) -> None:
    phone = over.phone

    def links(where: str) -> dict[str, str]:
        page = phone.open(where)
        return {a.attributes["href"]: a.text for a in page.all("a") if "note" in a.text}

    evening = f"{over.pad}evening/{over.number}"
    address = {what: f"{over.address}/{what}" for what in ("note", "evening-note")}
    assert links(f"{over.address}/more") == {address["note"]: "Write a note"}
    assert links(evening) == {address["evening-note"]: "Write a note"}
    # A game that runs has it there too, and on the page of its history.
    assert links(f"{table.address}/more") == {f"{table.address}/note": "Write a note"}
    assert links(f"{table.address}/log") == {f"{table.address}/note": "Write a note"}
    write(over, "note", "Wine")
    write(over, "evening-note", "Late")
    assert links(f"{over.address}/more") == {address["note"]: "Change note"}
    assert links(evening) == {address["evening-note"]: "Change note"}


def test_the_page_of_an_evening_has_the_notes_on_its_games_too(
    over: Table, looker_on: Phone
) -> None:
    write(over, "evening-note", "Late")
    write(over, "note", "Wine\nand cards")
    page = looker_on.open(f"{over.pad}evening/{over.number}")
    assert [" ".join(each.split()) for each in noted(page)] == ["Late", "Wine and cards"]
    assert "Wine" in page.only("ul", class_="games").text


def test_who_was_overtaken_sees_both_notes(over: Table, what: str) -> None:
    phone = over.phone
    form = phone.open(f"{over.address}/{what}").form(f"/{what}")
    write(over, what, "Theirs")
    before = everything(over.app)
    response = phone.submit(form, {"note": "Mine"})
    assert response.status_code == 409
    assert everything(over.app) == before
    page = page_of(response)
    assert page.alert == (
        "Another phone was faster, so nothing was saved. Your note is still below."
    )
    assert "Theirs" in page.main.text
    again = page.form(f"/{what}")
    assert again["note"] == "Mine"
    assert phone.submit(again).status_code == 303
    assert phone.open(f"{over.address}/{what}").form()["note"] == "Mine"


def test_in_the_bin_nothing_is_written(over: Table, what: str) -> None:
    form = over.phone.open(f"{over.address}/{what}").form(f"/{what}")
    over.do("bin")
    before = everything(over.app)
    response = over.phone.submit(form, {"note": "Wine"})
    assert response.status_code == 409
    assert page_of(response).form("/unbin")
    assert everything(over.app) == before
    assert over.phone.client.get(f"{over.address}/{what}").location == over.address


def test_the_history_has_its_words_and_undo_a_short_name(over: Table, what: str) -> None:
    of = {"note": "game", "evening-note": "evening"}[what]
    write(over, what, "Wine")
    assert newest(over) == f"Note on the {of}: “Wine”"
    write(over, what, "Cards")
    assert newest(over) == f"Note on the {of}: “Wine” → “Cards”"
    write(over, what, "")
    assert newest(over) == f"Note on the {of} deleted: “Cards”"
    assert over.more().only("button", id="undo").text == f"↶ Undo note on the {of}"
    page = over.do("undo")
    assert page.only("p", class_="news").text == f"Note on the {of} undone."
    assert over.more().only("button", id="redo").text == f"↷ Redo note on the {of}"
    assert newest(over) == f"Undone – Note on the {of} deleted: “Cards”"
    assert over.phone.open(f"{over.address}/{what}").form()["note"] == "Cards"
    assert over.do("redo").only("p", class_="news").text == f"Note on the {of} redone."
