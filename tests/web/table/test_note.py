"""Notes on a game and on an evening: written, shown, refused, in conflict, undone."""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import Phone, Table, finished_beside
from tests.web.pages import Page, page_of
from tests.web.table.test_log import newest

FAMILY = "👨\u200d👩\u200d👧"


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
    where = over.address if what == "note" else f"{over.pad}evening/{over.number}"
    assert "Wine <on> the pad and cards" in " ".join(looker_on.open(where).main.text.split())
    assert not [link for link in looker_on.open(where).all("a") if what in link.attributes["href"]]
    # The form has it again, to be changed.
    form = over.phone.open(f"{over.address}/{what}").form()
    assert form["note"] == "Wine <on> the pad\nand cards"
    assert write(over, what, "").only("p", class_="news").text.startswith("Note deleted.")
    assert "Wine" not in looker_on.open(where).main.text


def test_it_is_one_tap_from_where_one_looks_for_it(over: Table, table: Table) -> None:
    phone = over.phone

    def links(where: str) -> dict[str, str]:
        page = phone.open(where)
        return {a.attributes["href"]: a.text for a in page.all("a") if "note" in a.text}

    evening = f"{over.pad}evening/{over.number}"
    address = {what: f"{over.address}/{what}" for what in ("note", "evening-note")}
    assert links(over.address) == {address["note"]: "Write a note"}
    assert links(evening) == {address["evening-note"]: "Write a note"}
    # A game that runs has it among what is to correct or change, and on the page of its history.
    assert links(table.address) == {f"{table.address}/note": "Write a note"}
    assert phone.open(table.address).only("div", id="fix").all("a")[-1].text == "Write a note"
    assert links(f"{table.address}/log") == {f"{table.address}/note": "Write a note"}
    write(over, "note", "Wine")
    write(over, "evening-note", "Late")
    assert links(over.address) == {address["note"]: "Change note"}
    assert links(evening) == {address["evening-note"]: "Change note"}


def test_a_game_that_runs_shows_it_too(table: Table, looker_on: Phone) -> None:
    write(table, "note", "Wine")
    assert noted(looker_on.open(table.address)) == ["Wine"]
    assert looker_on.open(table.address).only("dl", class_="note").only("dt").text == "Note"


def test_the_page_of_an_evening_has_the_notes_on_its_games_too(
    over: Table, looker_on: Phone
) -> None:
    write(over, "evening-note", "Late")
    write(over, "note", "Wine\nand cards")
    page = looker_on.open(f"{over.pad}evening/{over.number}")
    assert [" ".join(each.split()) for each in noted(page)] == ["Late", "Wine and cards"]
    assert "Wine" in page.only("ul", class_="games").text


def test_the_page_of_an_evening_leads_to_where_its_note_is_undone(over: Table) -> None:
    for note in ("Late", ""):
        link = write(over, "evening-note", note).only("p", class_="news").only("a")
        assert link.text == f"Undo in game {over.number}"
        assert link.attributes["href"] == f"{over.address}#undo-title"
    # The same again changes nothing that could be undone.
    page = write(over, "evening-note", "")
    assert not page.all("p", class_="news")
    assert over.page().only("h2", id="undo-title")


def test_lookers_on_follow_it(over: Table, looker_on: Phone) -> None:
    seen = f"{over.address}?seen=2"
    assert looker_on.client.get(seen).status_code == 204
    write(over, "note", "Wine")
    assert "Wine" in looker_on.client.get(seen).text


def test_its_letters_are_counted_as_a_reader_does(over: Table, what: str) -> None:
    write(over, what, FAMILY * 300)
    phone = over.phone
    form = phone.open(f"{over.address}/{what}").form(f"/{what}")
    before = everything(over.app)
    for text, fault in (
        (FAMILY * 301, "A note must have at most 300 characters."),
        ("x" * 301, "A note must have at most 300 characters."),
        ("a\0b", "A note must not have characters that cannot be shown."),
        ("x" * 9000, "A note must have at most 300 characters."),
    ):
        response = phone.force(form, {"note": text})
        assert response.status_code == 422
        page = page_of(response)
        assert page.faults == [fault]
        # At its place, with what was typed.
        assert page.form(f"/{what}")["note"] == text
    assert everything(over.app) == before


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


def test_a_page_that_was_incomplete_writes_nothing(over: Table, what: str) -> None:
    form = over.phone.open(f"{over.address}/{what}").form(f"/{what}")
    before = everything(over.app)
    response = over.phone.force(form, {"note": "Wine", "revision": None})
    assert response.status_code == 422
    assert "not complete" in page_of(response).main.text
    assert everything(over.app) == before


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
    assert over.page().only("section", class_="undo").only("button").text == (
        f"↶ Undo note on the {of}"
    )
    page = over.do("undo")
    assert page.only("p", class_="news").text == f"Note on the {of} undone."
    buttons = [each.text for each in page.only("section", class_="undo").all("button")]
    assert buttons[1] == f"↷ Redo note on the {of}"
    assert newest(over) == f"Undone – Note on the {of} deleted: “Cards”"
    assert over.phone.open(f"{over.address}/{what}").form()["note"] == "Cards"
    assert over.do("redo").only("p", class_="news").text == f"Note on the {of} redone."


def test_what_is_right_to_left_moves_nothing_else(over: Table) -> None:
    write(over, "note", "עֵדֶן (3)\r\n\u202eabc\u2067")
    lines = [each.text for each in over.page().only("section", class_="end").all("bdi")]
    assert {"עֵדֶן (3)", "abc"} < set(lines)
    assert newest(over) == "Note on the game: “עֵדֶן (3) abc”"
