"""Somebody who must leave, and who goes on in their place."""

from __future__ import annotations

from tests.web.apps import everything
from tests.web.cast import NAMES, Table
from tests.web.pages import Value
from tests.web.table.acts import now, refused, rows
from tests.web.table_page import seats, totals


def test_somebody_else_goes_on_and_the_hands_before_stay(played: Table) -> None:
    page = played.do("replace", seat="1", name=" Emil ")
    assert page.news == "Emil takes over from Ben."
    assert seats(page) == ["Anna", "Emil", "Cara", "Dora"]
    assert totals(page) == [6, 17, 2, 1]
    assert "Emil deals" in now(page)
    played.recorded(1, 2, 4, 6, QS=2)
    assert [row["player"] for row in rows(played)] == [
        *("Anna", "Ben", "Cara", "Dora"),
        *("Anna", "Emil", "Cara", "Dora"),
    ]
    assert [row["total"] for row in rows(played)][5] == "19"


def test_several_can_follow_one_another_and_one_can_come_back(played: Table) -> None:
    played.do("replace", seat="1", name="Emil")
    played.do("replace", seat="1", name="Fay")
    played.recorded(1, 2, 4, 6, QS=2)
    page = played.do("replace", seat="1", name="ben")
    assert seats(page) == list(NAMES[:4])
    played.recorded(1, 2, 4, 6, QS=2)
    assert [row["player"] for row in rows(played)[1::4]] == ["Ben", "Fay", "Ben"]
    assert sorted(row[2] for row in everything(played.app)["players"]) == sorted(NAMES[:6])


def test_a_player_for_themselves_is_nobody_new(played: Table) -> None:
    before = everything(played.app)
    played.do("replace", seat="1", name="BEN")
    assert everything(played.app) == before


def test_a_name_that_cannot_be_is_refused_at_its_place_and_kept(played: Table) -> None:
    for name, part in (("  ", "missing"), ("anna", "player 1 has"), ("A\nB", "“A")):
        page = refused(played, "replace", {"seat": "2", "name": name})
        (sentence,) = page.faults
        assert page.faults_at("name") == [sentence]
        assert part in sentence
        assert "open" in page.folded("Correct or change").attributes
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


def test_a_name_is_shown_as_it_was_written(played: Table) -> None:
    name = '<b>"Emil" & Söhne'
    played.do("replace", seat="0", name=name)
    assert seats(played.page())[0] == name
