"""A form that is sent twice makes one thing, and both answers lead there."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorepad.settings import Guard
from scorepad.web.pad import import_games
from scorepad.web.words import messages
from tests.support.hosting import until
from tests.web.apps import app_in, everything, writing
from tests.web.cast import (
    Phone,
    Table,
    finished_beside,
    hand_over,
    pens,
    players,
    start,
    start_form,
    withdraw,
)  # fmt: skip
from tests.web.pad.importing import document
from tests.web.pages import Form, page_of

Data = MultiDict[str, str]
# A form's address and what it sends.
Sent = tuple[str, Data]


def new_pad(phone: Phone, _: Table) -> Sent:
    form = start_form(phone)
    return form.action, form.filled(players("Fay", "Gus", "Ida"))


def new_game(_: Phone, table: Table) -> Sent:
    form = table.phone.open(f"{table.pad}new").form()
    return form.action, form.filled({})


def rematch(_: Phone, table: Table) -> Sent:
    forms = finished_beside(table).acts("rematch")
    (form,) = [form for form in forms if form["seats"] == "drawn"]
    return form.action, form.filled({})


def link(_: Phone, table: Table) -> Sent:
    form = table.phone.open(f"{table.pad}pens").form("/pens/link")
    return form.action, form.filled({})


def taken_pen(phone: Phone, table: Table) -> Sent:
    form = phone.open(hand_over(table)).form("/pen")
    return form.action, form.filled({})


# What prepares it, whether the holder sends it, and the table that gets one more row.
WAYS: dict[str, tuple[Callable[[Phone, Table], Sent], bool, str]] = {
    "new pad": (new_pad, False, "pads"),
    "new game": (new_game, True, "games"),
    "rematch": (rematch, True, "games"),
    "link": (link, True, "pen_links"),
    "taken pen": (taken_pen, False, "pens"),
}


def as_before(phone: Phone) -> Phone:
    """The same browser with the cookies that it has now, whatever it is answered meanwhile."""
    same = Phone(phone.app)
    for cookie in phone.client._cookies.values():  # type: ignore[union-attr]  # it keeps cookies
        same.client.set_cookie(cookie.key, cookie.value)
    return same


def leads_to(answer: TestResponse) -> str:
    """Where an answer leads, or the link that it shows."""
    if answer.status_code == 303:
        return str(answer.location)
    assert answer.status_code == 200, page_of(answer).text
    return page_of(answer).only(class_="link").text


@pytest.mark.parametrize("how", ["after a lost answer", "at once", "after going back"])
@pytest.mark.parametrize("way", WAYS)
def test_form_sent_twice(table: Table, way: str, how: str) -> None:
    prepare, by_holder, rows = WAYS[way]
    phone = Phone(table.app)
    address, data = prepare(phone, table)
    sender = table.phone if by_holder else phone
    before = len(everything(table.app)[rows])
    # Going back, a browser has the cookies of the answer.
    phones = [sender] * 2 if how == "after going back" else [as_before(sender), as_before(sender)]
    together = Barrier(2)

    def send(one: Phone) -> TestResponse:
        if how == "at once":
            together.wait()
        return one.client.post(address, data=data)

    with ThreadPoolExecutor(2 if how == "at once" else 1) as threads:
        first, second = map(leads_to, threads.map(send, phones))
    assert first == second
    assert len(everything(table.app)[rows]) == before + 1
    for one in phones:
        secrets = (one.secret or "").split(".")
        assert len(secrets) == len(set(secrets))
        # Whichever answer the browser got, it can write there.
        if way in ("new pad", "taken pen"):
            assert one.open(first).forms


def test_form_sent_twice_is_counted_once(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(costs="200 per hour")) as app:
        phone = Phone(app)
        form = start_form(phone)
        data = form.filled(players("Fay", "Gus", "Ida"))
        answers = [phone.client.post(form.action, data=data) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        assert phone.submit(start_form(phone), players("Fay", "Gus", "Ida")).status_code == 429


def test_form_of_another_browser_leads_nowhere(table: Table, looker_on: Phone) -> None:
    """Only the browser that sent it, with its session, is led to what it made."""
    phone = Phone(table.app)
    address, data = new_pad(phone, table)
    made = leads_to(phone.client.post(address, data=data))
    token = looker_on.token()
    other = looker_on.client.post(address, data=data.to_dict() | {"csrf_token": token})
    assert leads_to(other) != made
    assert not looker_on.open(made).forms


def test_used_link_is_not_made_again(table: Table) -> None:
    address, data = link(table.phone, table)
    first = leads_to(table.phone.client.post(address, data=data))
    taker = Phone(table.app)
    taker.submit(taker.open(first).form("/pen"), {"name": "Ben’s phone"})
    second = leads_to(table.phone.client.post(address, data=data))
    assert second != first
    assert Phone(table.app).client.get(first).status_code == 404


def test_withdrawn_pen_does_not_come_back(table: Table, looker_on: Phone) -> None:
    address, data = taken_pen(looker_on, table)
    before = as_before(looker_on)
    data["name"] = "Ben’s phone"
    assert looker_on.client.post(address, data=data).status_code == 303
    withdraw(table, "Ben’s phone")
    for phone in (before, looker_on):
        assert phone.client.post(address, data=data).status_code == 404
        assert not phone.open(table.address).forms
    assert "Ben’s phone" not in dict(pens(table))


def upload(phone: Phone, form: Form) -> TestResponse:
    file = (io.BytesIO(json.dumps(document()).encode()), "game.json")
    return phone.client.post(form.action, data={**dict(form.sent), "file": file})


def test_file_waits_for_one_of_the_same_pad_only(table: Table) -> None:
    other = start(Phone(table.app))
    forms = {each: each.phone.open(f"{each.pad}import").form() for each in (table, other)}
    with ThreadPoolExecutor(1) as threads:
        with import_games._ONE:
            with writing(table.app) as session:
                import_games._busy_with.add(table.row(session).pad_id)
            waiting = threads.submit(upload, table.phone, forms[table])
            refused = upload(other.phone, forms[other])
            assert (refused.status_code, page_of(refused).title) == (503, messages.CROWDED[0])
            assert int(refused.headers["Retry-After"]) > 0
            until(lambda: len(vars(import_games._ONE)["_cond"]._waiters) == 1, "one that waits")
        assert waiting.result().status_code == 303
