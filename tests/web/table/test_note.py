"""Notes on a game and on an evening: written, shown, refused, in conflict, undone."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, finished_beside
from tests.web.table.test_log import newest


@pytest.fixture
def over(table: Table) -> Table:
    """A game that is over, an evening of its own."""
    return finished_beside(table)


@pytest.fixture(params=["note", "evening-note"])
def what(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_all_read_it_where_the_game_is_over(over: Table, looker_on: Phone, what: str) -> None:
    page = over.write(what, "  Wine <on> the pad\r\nand cards ")
    assert page.news.startswith("Note saved.")
    where = f"{over.address}/more" if what == "note" else f"{over.pad}evening/{over.number}"
    assert "Wine <on> the pad and cards" in looker_on.open(where).main.text
    assert not [link for link in looker_on.open(where).links if what in link]
    # The form has it again, to be changed.
    form = over.phone.open(f"{over.address}/{what}").form()
    assert form["note"] == "Wine <on> the pad\nand cards"
    deleted = over.write(what, "").news
    assert deleted.startswith("Note deleted. The history still has its words.")
    assert "Wine" not in looker_on.open(where).main.text


def test_it_is_one_tap_from_where_one_looks_for_it(over: Table, table: Table) -> None:
    def links(where: str) -> dict[str, str]:
        page = over.phone.open(where)
        return {a.attributes["href"]: a.text for a in page.all("a") if "note" in a.text}

    more, evening = f"{over.address}/more", f"{over.pad}evening/{over.number}"
    assert links(more) == {f"{over.address}/note": "Write a note"}
    assert links(evening) == {f"{over.address}/evening-note": "Write a note"}
    # A game that runs has it there too, and on the page of its history.
    for where in ("more", "log"):
        assert links(f"{table.address}/{where}") == {f"{table.address}/note": "Write a note"}
    over.write("evening-note", "Late")
    over.write("note", "Wine\nand cards")
    assert links(more) == {f"{over.address}/note": "Change note"}
    assert links(evening) == {f"{over.address}/evening-note": "Change note"}
    # The page of the evening has the notes on its games, too.
    page = over.phone.open(evening)
    notes = [each.only("dd").text for each in page.all("dl", class_="note")]
    assert notes == ["Late", "Wine and cards"]
    assert "Wine" in page.only("ul", class_="games").text


def test_a_writer_who_was_overtaken_sees_both_notes(over: Table, what: str) -> None:
    phone = over.phone
    form = phone.open(f"{over.address}/{what}").form(f"/{what}")
    over.write(what, "Theirs")
    page = phone.refused(form, {"note": "Mine"}, 409)
    assert page.alert == (
        "Another phone was faster, so nothing was saved. Your note is still below."
    )
    assert "Theirs" in page.main.text
    again = page.form(f"/{what}")
    assert again["note"] == "Mine"
    assert phone.submit(again).status_code == 303
    form = phone.open(f"{over.address}/{what}").form()
    assert form["note"] == "Mine"
    # In the bin nothing is written.
    over.do("bin")
    assert phone.refused(form, {"note": "Wine"}, 409).form("/unbin")
    assert phone.client.get(f"{over.address}/{what}").location == over.address


def test_the_history_has_its_words_and_undo_a_short_name(over: Table, what: str) -> None:
    of = {"note": "game", "evening-note": "evening"}[what]
    for note, line in (
        ("Wine", f"Note on the {of}: “Wine”"),
        ("Cards", f"Note on the {of}: “Wine” → “Cards”"),
        ("", f"Note on the {of} deleted: “Cards”"),
    ):
        over.write(what, note)
        assert newest(over) == line
    assert over.more().only("button", id="undo").text == f"↶ Undo note on the {of}"
    quick = over.page().only("button", id="quick-undo")
    assert quick.attributes["title"] == f"↶ Undo note on the {of}"
    assert over.do("undo").news == f"Note on the {of} undone."
    assert over.more().only("button", id="redo").text == f"↷ Redo note on the {of}"
    assert newest(over) == f"Undone: Note on the {of} deleted: “Cards”"
    assert over.phone.open(f"{over.address}/{what}").form()["note"] == "Cards"
    assert over.do("redo").news == f"Note on the {of} redone."
