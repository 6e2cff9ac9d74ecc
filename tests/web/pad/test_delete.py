"""Deleting for good: a game that is in the bin, and a whole pad."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from scorepad import caps
from scorepad.store.models import Pad
from tests.support.traces import traces
from tests.web.apps import app_in, everything, reading
from tests.web.cast import Phone, Table, hand, hand_over, players, start
from tests.web.pages import Form, Value

SECRET = "Zacharias"


def test_a_binned_game_is_deleted_for_good(table: Table) -> None:
    other = start(table.phone, at=f"{table.pad}new")
    gone = start(table.phone, SECRET, "Eva", "Finn", at=f"{table.pad}new")
    gone.recorded(6, 4, 2, QS=1)
    gone.do("bin")
    response = table.phone.submit(gone.act("delete"))
    assert (response.status_code, response.location) == (303, table.pad)
    front = table.phone.open(table.pad)
    assert "Game 3 was deleted" in front.news
    assert SECRET not in table.phone.open(f"{table.pad}new").text
    assert SECRET not in repr(everything(table.app))
    for address in (gone.address, f"{gone.address}/log", f"{gone.address}?seen=3"):
        assert Phone(table.app).client.get(address).status_code == 404
    other.recorded(6, 4, 2, 1, QS=1)
    # Its number is not given again: somebody may still have its page.
    assert start(table.phone, at=f"{table.pad}new").number == 4


def test_a_game_that_is_not_in_the_bin_is_not_deleted(table: Table) -> None:
    assert not table.acts("delete")
    table.do("bin")
    form = table.act("delete")
    table.do("unbin")
    table.phone.refused(form, status=409)


def delete(table: Table, typed: str) -> None:
    page = table.phone.open(f"{table.pad}delete")
    response = table.phone.submit(page.form("/delete"), {"typed": typed})
    assert (response.status_code, response.location) == (303, "/")


def test_a_pad_is_deleted_after_typing_which(table: Table, looker_on: Phone) -> None:
    other = start(table.phone)
    delete(table, f" {table.key} ")
    page = table.phone.open("/")
    assert "was deleted" in page.news
    for address in (table.address, table.pad, f"{table.pad}delete"):
        assert table.phone.client.get(address).status_code == 404
        assert looker_on.client.get(address).status_code == 404
    with reading(table.app) as session:
        assert [pad.address for pad in session.scalars(select(Pad))] == [other.key]
    # The phone still holds the pen of its other pad.
    other.recorded(6, 4, 2, 1, QS=1)


def test_anything_else_deletes_nothing(table: Table) -> None:
    form = table.phone.open(f"{table.pad}delete").form("/delete")
    other = start(Phone(table.app))
    for typed in ("", "yes", "Freitag", "x" * 5000, None, other.key):
        assert table.phone.refused(form, {"typed": typed}).faults_at("typed"), typed


def test_a_new_pad_knows_nothing_of_a_deleted_one(table: Table) -> None:
    """Their rows may have the same numbers."""
    table.phone.open(f"{table.address}?me=2")
    delete(table, table.key)
    again = start(table.phone)
    assert "Which seat is yours?" in again.more().main.text
    assert not again.page().all(class_="me")


def test_nothing_of_a_deleted_pad_is_left_in_the_file(tmp_path: Path) -> None:
    with app_in(tmp_path) as app:
        table = start(Phone(app), SECRET, "Ben", "Cara", "Dora")
        table.recorded(6, 4, 2, 1, QS=1)
        delete(table, table.key)
        assert traces(tmp_path, SECRET) == []


def refused(phone: Phone, form: Form, fields: dict[str, Value], why: str) -> None:
    assert why in phone.refused(form, fields).main.text


def test_hands_and_changes_of_a_game_are_capped(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = hand(6, 4, 2, 1, QS=2)
    monkeypatch.setattr(caps, "HANDS", 1)
    table.recorded(6, 4, 2, 1, QS=1)
    refused(table.phone, table.entry(), good, "as many hands")
    # A hand that was undone leaves its place to another one, and cannot come back then.
    table.do("undo")
    table.recorded(6, 4, 2, 1, QS=1)
    assert table.acts("redo") == []
    monkeypatch.setattr(caps, "HANDS", 2)
    monkeypatch.setattr(caps, "CHANGES", 3)
    for form in (table.entry(), table.act("undo"), table.act("stop")):
        refused(table.phone, form, good, "as often as one game can be")
    # It can be thrown away all the same.
    table.do("bin")
    assert table.phone.submit(table.act("unbin")).status_code == 422
    assert table.phone.submit(table.act("delete")).status_code == 303


def test_a_pad_is_capped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    taker = Phone(table.app)
    take = taker.open(hand_over(table)).form("/pen")
    new = table.phone.open(f"{table.pad}new").form()
    name = table.phone.open(table.pad).form("/name")
    link = table.phone.open(f"{table.pad}pens").form("/pens/link")
    capped: list[tuple[str, int, Phone, Form, dict[str, Value], str]] = [
        ("GAMES", 1, table.phone, new, players("Anna", "Ben", "Cara"), "as many games"),
        ("PLAYERS", 4, table.phone, new, players("Anna", "Ben", "New"), "as many players"),
        ("PAD_CHANGES", 0, table.phone, name, {"name": "Friday"}, "changed as often"),
        ("OPEN_LINKS", 1, table.phone, link, {}, "enough links"),
        ("PENS", 1, taker, take, {}, "as many pens"),
        ("PAD_CHANGES", 0, taker, take, {}, "changed as often"),
    ]
    for cap, most, phone, form, fields, why in capped:
        with monkeypatch.context() as patched:
            patched.setattr(caps, cap, most)
            refused(phone, form, fields, why)
    assert taker.secret is None


def test_the_question_asks_for_the_name_if_there_is_one(table: Table) -> None:
    def asked() -> tuple[str, str]:
        page = table.phone.open(f"{table.pad}delete")
        assert not page.faults
        return page.main.all("b")[0].text, page.main.only("label").text

    assert asked() == (table.key, "Code")
    table.name_pad("<Freitag>")
    assert asked() == ("<Freitag>", "Name or code")
    form = table.phone.open(f"{table.pad}delete").form("/delete")
    refused(table.phone, form, {"typed": "Montag"}, "neither this pad’s name nor its code")
    delete(table, "<FREITAG>")
