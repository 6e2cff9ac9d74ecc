"""A game stopped by agreement, and gone on with."""

from __future__ import annotations

from tests.web.apps import everything
from tests.web.cast import Phone, Table, start
from tests.web.table.acts import overtaken, rows
from tests.web.table_page import totals


def test_a_game_can_be_stopped(played: Table) -> None:
    page = played.do("stop")
    assert page.title == "Dora wins with 1."
    assert page.news == "The game is over. Dora wins with 1."
    assert "Ended early, by agreement." in page.only("section", class_="end").text
    assert totals(page) == [6, 17, 2, 1]
    assert played.address not in [form.action for form in page.forms]
    assert not played.acts("stop")
    assert not played.phone.open(played.pad).all("a", class_="running")
    assert {row["finished"] for row in rows(played)} != {""}


def test_a_stopped_game_can_go_on(played: Table) -> None:
    played.do("stop")
    page = played.do("reopen")
    assert page.title == "Hand 2"
    assert page.news == "Game resumed."
    assert not played.acts("reopen")
    assert totals(played.recorded(1, 2, 4, 6, QS=0).page()) == [20, 19, 6, 7]
    assert played.phone.open(played.pad).all("a", class_="running")
    assert {row["finished"] for row in rows(played)} == {""}


def test_a_game_that_reached_its_target_is_neither_stopped_nor_reopened(phone: Phone) -> None:
    table = start(phone, target="20")
    stop = table.act("stop")
    table.recorded(10, 3, 0, 0, QS=0)
    assert not table.acts("stop")
    assert not table.acts("reopen")
    before = everything(table.app)
    for act in ("stop", "reopen"):
        data = stop.forced({"revision": "2"})
        overtaken(table, before, phone.client.post(f"{table.address}/{act}", data=data))


def test_stop_without_a_hand_has_no_result(table: Table, looker_on: Phone) -> None:
    page = table.do("stop")
    assert page.title == "Not played, doesn’t count."
    assert "tie" not in page.text.lower().replace("title", "")
    assert not page.all("ol", class_="places")
    assert page.text.count("doesn’t count") == 1
    middle = looker_on.open(f"{table.address}/middle")
    assert "Not played, doesn’t count." in middle.text
    assert not middle.all(class_="rank")


def test_stop_asks_where_a_hand_was_played(table: Table) -> None:
    assert table.more().only("button", id="stop").text == "End game now"
    page = table.recorded(6, 4, 2, 1, QS=1).more()
    assert page.folded("End game now").only("button", id="stop").text == "Yes, end it"
