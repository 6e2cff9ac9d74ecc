"""The next game of the same players: as they sit, or with seats drawn."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.apps import everything, reading
from tests.web.cast import NAMES, Phone, Table, start
from tests.web.table.acts import now
from tests.web.table_page import seats, totals


def ended(phone: Phone, **rules: str) -> Table:
    """Anna 20, Ben 3, Cara 2, Dora 1 with a target of 20."""
    table = start(phone, target="20", **rules)
    table.recorded(7, 3, 2, 1, QS=0)
    return table


def rematch(table: Table, how: str) -> Table:
    (form,) = [form for form in table.acts("rematch") if form["seats"] == how]
    response = table.phone.submit(form)
    assert response.status_code == 303
    return Table(table.phone, response.location or "")


def test_a_rematch_has_the_same_seats_and_rules_and_the_next_dealer(phone: Phone) -> None:
    table = ended(phone, preset="discard-hearts-1909", sun="y", passing="right")
    again = rematch(table, "kept")
    assert again.number == 2
    assert again.rules() == table.rules()
    page = again.page()
    assert seats(page) == list(NAMES[:4])
    assert totals(page) == [0, 0, 0, 0]
    assert page.title == "Hand 1"
    assert "Ben deals" in now(again.more())


def test_seats_can_be_drawn_anew(phone: Phone) -> None:
    table = ended(phone)
    orders, dealers = set(), set()
    for _ in range(60):
        again = rematch(table, "drawn")
        page = again.page()
        assert sorted(seats(page)) == sorted(NAMES[:4])
        orders.add(tuple(seats(page)))
        dealers.add(seats(page).index(again.more().only("p", class_="deal").only("bdi").text))
        if len(orders) > 2 and len(dealers) > 2:
            break
    assert len(orders) > 2
    assert len(dealers) > 2


@pytest.mark.parametrize("how", ["kept", "drawn"])
def test_a_rematch_asked_for_twice_is_one_game(phone: Phone, app: Flask, how: str) -> None:
    table = ended(phone)
    (form,) = [form for form in table.acts("rematch") if form["seats"] == how]
    first = phone.submit(form)
    before = everything(app)
    assert phone.submit(form).location == first.location == f"{table.pad}table/2"
    assert everything(app) == before
    with reading(app) as session:
        assert Table(phone, first.location or "").row(session).number == 2


def test_two_phones_that_ask_for_it_play_one_game(phone: Phone) -> None:
    table = ended(phone)
    (first, second) = (
        next(form for form in table.acts("rematch") if form["seats"] == "kept") for _ in range(2)
    )
    assert first["entry_id"] != second["entry_id"]
    begun = phone.submit(first).location
    before = everything(table.app)
    assert phone.submit(second).location == begun
    assert everything(table.app) == before
    # One by other rules is no rematch of it; once it is under way, another one is another game.
    by_other_rules = start(phone, at=f"{table.pad}new", target="30")
    assert rematch(table, "kept").number == by_other_rules.number + 1 == 4
    table = ended(phone)
    from_paper = start(phone, at=f"{table.pad}new", target="20", opening_0="9", hands_before="3")
    begun = rematch(table, "kept").address
    assert begun != from_paper.address
    Table(phone, begun or "").recorded(6, 4, 2, 1, QS=1)
    assert rematch(table, "kept").number == Table(phone, begun or "").number + 1
