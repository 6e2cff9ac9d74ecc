"""Somebody who must leave, and who goes on in their place."""

from __future__ import annotations

from tests.web.cast import Table
from tests.web.pages import Value
from tests.web.table.acts import now, refused, rows
from tests.web.table_page import seats, totals


def test_somebody_else_goes_on_and_the_hands_before_stay(played: Table) -> None:
    page = played.do("replace", seat="1", name=" Emil ")
    assert page.news == "Emil takes over from Ben."
    assert seats(page) == ["Anna", "Emil", "Cara", "Dora"]
    assert totals(page) == [6, 17, 2, 1]
    assert "Emil deals" in now(played.more())
    played.recorded(1, 2, 4, 6, QS=2)
    assert [row["player"] for row in rows(played)] == [
        *("Anna", "Ben", "Cara", "Dora"),
        *("Anna", "Emil", "Cara", "Dora"),
    ]
    assert [row["total"] for row in rows(played)][5] == "19"


def test_a_name_that_cannot_be_is_refused_at_its_place_and_kept(played: Table) -> None:
    for name, part in (("  ", "missing"), ("anna", "player 1 has"), ("A\nB", "“A")):
        page = refused(played, "replace", {"seat": "2", "name": name})
        (sentence,) = page.faults
        assert page.faults_at("name") == [sentence]
        assert part in sentence
        assert "open" in page.folded("Replace a player").attributes
        form = page.form("/replace")
        assert (form["seat"], form["name"]) == ("2", name.strip())
    again = played.saved(played.phone.submit(form, {"name": "Emil"}))
    assert seats(again) == ["Anna", "Ben", "Emil", "Dora"]


def test_a_seat_that_cannot_be_is_refused_at_its_place(played: Table) -> None:
    seats: tuple[Value, ...] = ("4", "-1", "x", "", None, ["1", "2"])
    names: tuple[Value, ...] = (None, ["Emil", "Fay"])
    for field, values in (("seat", seats), ("name", names)):
        for value in values:
            page = refused(played, "replace", {field: value})
            assert page.faults_at("name") == page.faults != [], (field, value)
