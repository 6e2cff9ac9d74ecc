"""Deleting for good: a game that is in the bin, and a whole pad."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorepad import caps
from scorepad.store.models import Game, Pad
from tests.support.traces import traces
from tests.web.apps import app_in, everything, reading
from tests.web.cast import Phone, Table, players, start
from tests.web.pages import page_of

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
    before = everything(table.app)
    response = table.phone.submit(form)
    assert response.status_code == 409
    assert everything(table.app) == before


def test_a_pad_is_deleted_after_typing_which(table: Table, looker_on: Phone) -> None:
    other = start(table.phone)
    page = table.phone.open(f"{table.pad}delete")
    response = table.phone.submit(page.form("/delete"), {"typed": f" {table.key} "})
    assert (response.status_code, response.location) == (303, "/")
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
    before = everything(table.app)
    for typed in ("", "yes", "Freitag", "x" * 5000, None, other.key):
        response = table.phone.force(form, {"typed": typed})
        assert response.status_code == 422, typed
        assert page_of(response).faults_at("typed"), typed
        assert everything(table.app) == before, typed


def test_a_new_pad_knows_nothing_of_a_deleted_one(table: Table) -> None:
    """Their rows may have the same numbers."""
    table.phone.open(f"{table.address}?me=2")
    page = table.phone.open(f"{table.pad}delete")
    assert table.phone.submit(page.form("/delete"), {"typed": table.key}).status_code == 303
    again = start(table.phone)
    assert "Which seat is yours?" in again.more().main.text
    assert not again.page().all(class_="me")


def test_nothing_of_a_deleted_pad_is_left_in_the_file(tmp_path: Path) -> None:
    with app_in(tmp_path) as app:
        table = start(Phone(app), SECRET, "Ben", "Cara", "Dora")
        table.recorded(6, 4, 2, 1, QS=1)
        page = table.phone.open(f"{table.pad}delete")
        assert table.phone.submit(page.form("/delete"), {"typed": table.key}).status_code == 303
        assert traces(tmp_path, SECRET) == []


class TestCaps:
    """How much a pad may hold; each cap is made small, for a thousand hands take too long."""

    def test_hands_of_a_game(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(caps, "HANDS", 2)
        table.recorded(6, 4, 2, 1, QS=1)
        table.recorded(6, 4, 2, 1, QS=1)
        self.refused(table, "as many hands", 6, 4, 2, 1)
        # A hand that was undone leaves its place to another one, and cannot come back then.
        table.do("undo")
        table.recorded(6, 4, 2, 1, QS=1)
        self.refused(table, "as many hands", 6, 4, 2, 1)
        table.do("undo")
        table.do("redo")
        assert table.acts("redo") == []

    def test_changes_of_a_game(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(caps, "CHANGES", 3)
        table.recorded(6, 4, 2, 1, QS=1)
        table.recorded(6, 4, 2, 1, QS=1)
        self.refused(table, "as often as one game can be", 6, 4, 2, 1)
        for act in ("undo", "stop"):
            assert table.phone.submit(table.act(act)).status_code == 422
        # It can be thrown away all the same.
        table.do("bin")
        assert table.phone.submit(table.act("unbin")).status_code == 422
        assert table.phone.submit(table.act("delete")).status_code == 303

    def refused(self, table: Table, why: str, *hearts: int) -> None:
        form = table.entry()
        before = everything(table.app)
        fields = {f"hearts_{seat}": str(count) for seat, count in enumerate(hearts)}
        response = table.phone.submit(form, {**fields, "cards_QS": "2"})
        assert response.status_code == 422
        assert why in page_of(response).main.text
        assert everything(table.app) == before

    def test_games_of_a_pad(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(caps, "GAMES", 2)
        start(table.phone, at=f"{table.pad}new")
        form = table.phone.open(f"{table.pad}new").form()
        response = table.phone.submit(form)
        assert response.status_code == 422
        assert "as many games" in page_of(response).main.text
        with reading(table.app) as session:
            assert session.scalar(select(func.count()).select_from(Game)) == 2

    def test_players_of_a_pad(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(caps, "PLAYERS", 4)
        form = table.phone.open(f"{table.pad}new").form()
        response = table.phone.submit(form, players("Anna", "Ben", "Newcomer"))
        assert response.status_code == 422
        assert "as many players" in page_of(response).main.text
        # Whoever is known may play.
        start(table.phone, "Anna", "Ben", "Cara", at=f"{table.pad}new")

    def test_links_for_a_pen(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(caps, "OPEN_LINKS", 2)
        answers = [
            table.phone.submit(table.phone.open(f"{table.pad}pens").form("/pens/link"))
            for _ in range(3)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 422]
        assert "enough links" in page_of(answers[-1]).main.text

    @pytest.mark.parametrize(
        ("cap", "most", "why"),
        [("PENS", 1, "as many pens"), ("PAD_CHANGES", 0, "changed as often")],
    )
    def test_pens(
        self,
        app: Flask,
        table: Table,
        monkeypatch: pytest.MonkeyPatch,
        cap: str,
        most: int,
        why: str,
    ) -> None:
        link = page_of(
            table.phone.submit(table.phone.open(f"{table.pad}pens").form("/pens/link"))
        ).only(class_="link")
        monkeypatch.setattr(caps, cap, most)
        taker = Phone(app)
        response = taker.submit(taker.open(link.text).form("/pen"))
        assert response.status_code == 422
        assert why in page_of(response).main.text
        assert taker.secret is None


def test_the_question_asks_for_the_name_if_there_is_one(table: Table) -> None:
    def asked() -> tuple[str, str]:
        page = table.phone.open(f"{table.pad}delete")
        assert not page.faults
        return page.main.all("b")[0].text, page.main.only("label").text

    assert asked() == (table.key, "Code")
    table.phone.submit(table.phone.open(table.pad).form("/name"), {"name": "<Freitag>"})
    assert asked() == ("<Freitag>", "Name or code")
