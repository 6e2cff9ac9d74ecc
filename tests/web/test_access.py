"""Whoever has the address can see; only who holds the pen can write. For every address there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask, url_for
from sqlalchemy import select
from werkzeug.routing import Rule

from scorepad.store.base import now
from scorepad.store.models import Pen
from tests.web.cast import COOKIE, Phone, Table, everything, hand, reading, start, writing
from tests.web.pages import page_of

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# Too large for a game, for a column, for a float, and for Python to read.
HUGE = ("1000000000", "9" * 25, "9" * 400, "9" * 5000)


@pytest.fixture
def played(table: Table) -> Table:
    """A game with two hands."""
    table.record(6, 4, 2, 1, QS=1)
    table.record(1, 2, 4, 6, QS=2)
    return table


@pytest.fixture
def strangers(app: Flask, played: Table) -> Mapping[str, Phone]:
    """Everybody who may look and not write."""
    other_holder = Phone(app)
    start(other_holder)
    with_a_cookie = Phone(app)
    with_a_cookie.client.set_cookie(COOKIE, "A" * 43)
    withdrawn = Phone(app)
    start(withdrawn)
    # The withdrawn pen is one of this very pad.
    with writing(app) as session:
        game = played.kept(session)
        given = session.scalars(select(Pen).order_by(Pen.id.desc()).limit(1)).one()
        session.add(Pen(pad_id=game.pad_id, device_id=given.device_id, withdrawn=now()))
    return {
        "nobody": Phone(app),
        "a device never seen": with_a_cookie,
        "the holder of another pad's pen": other_holder,
        "who held a pen that is withdrawn": withdrawn,
    }


def rules_of(app: Flask) -> list[Rule]:
    """Every address below a pad."""
    found = [rule for rule in app.url_map.iter_rules() if "address" in rule.arguments]
    assert len(found) >= 9
    return found


def values_for(rule: Rule, table: Table, **others: object) -> dict[str, Any]:
    """What stands in the gaps of an address; a gap that comes later gets something, too."""
    known: dict[str, object] = {
        **dict.fromkeys(rule.arguments, 1),
        "address": table.pad.split("/")[2],
        "number": table.number,
        "line": 1,
        # The one gap that is filled with a word.
        "_act": "undo",
        **others,
    }
    return {name: known[name] for name in rule.arguments}


def address_of(app: Flask, rule: Rule, values: Mapping[str, Any]) -> str:
    """The address of a rule; what stands for a number in it may be anything."""
    numbers = sorted(name for name in values if name != "_act")
    marks = {name: 987654321000 + index for index, name in enumerate(numbers)}
    words = {name: value for name, value in values.items() if name not in marks}
    with app.test_request_context():
        address = url_for(
            rule.endpoint,
            _anchor=None,
            _method=None,
            _scheme=None,
            _external=None,
            **{name: str(mark) if name == "address" else mark for name, mark in marks.items()},
            **words,
        )
    for name, mark in marks.items():
        address = address.replace(str(mark), str(values[name]))
    return address


def requests(app: Flask, table: Table, **others: object) -> Iterator[tuple[str, str, Rule]]:
    """Method and address of everything that can be asked of a pad."""
    for rule in rules_of(app):
        address = address_of(app, rule, values_for(rule, table, **others))
        for method in sorted(rule.methods or ()):
            yield method, address, rule


def for_the_pen(app: Flask, rule: Rule) -> bool:
    return bool(getattr(app.view_functions[rule.endpoint], "for_the_pen", False))


def test_nobody_writes_without_the_pen(
    app: Flask, played: Table, strangers: Mapping[str, Phone]
) -> None:
    tried = set()
    for who, phone in strangers.items():
        token = phone.token()
        before = everything(app)
        for method, address, rule in requests(app, played):
            if method in SAFE:
                continue
            data = {**hand(1, 2, 4, 6, QS=0), "csrf_token": token, "revision": "3", "entry": "e"}
            response = phone.client.open(address, method=method, data=data)
            assert response.status_code == 403, (who, method, address)
            assert "pen" in page_of(response).title
            assert everything(app) == before, (who, method, address)
            tried.add(rule.endpoint)
    assert tried == {
        rule.endpoint for rule in rules_of(app) if rule.methods and rule.methods - SAFE
    }
    assert tried >= {
        *("pad.start", "table.record", "hands.correct", "hands.remove"),
        *(f"mishaps.{act}" for act in ("undo_last", "redo_last", "stop", "reopen", "put_into_bin",
                                       "take_out_of_bin", "next_hand", "replace", "rematch")),
    }  # fmt: skip


def test_the_same_requests_reach_what_they_are_for_with_the_pen(app: Flask, played: Table) -> None:
    token = played.phone.token()
    for method, address, rule in requests(app, played):
        if method in SAFE:
            continue
        with reading(app) as session:
            revision = str(played.kept(session).revision)
        data = {**hand(1, 2, 4, 6, QS=0), "csrf_token": token, "revision": revision, "entry": "e"}
        data |= {"name": "Emil", "seat": "0", "dealer": "1"}
        response = played.phone.client.open(address, method=method, data=data)
        # The start form is not filled in, and this game has not ended.
        others = {"pad.start": 422, "mishaps.rematch": 409}
        assert response.status_code == others.get(rule.endpoint or "", 303), address


def test_who_may_not_write_is_told_so_even_without_a_token(
    app: Flask, played: Table, strangers: Mapping[str, Phone]
) -> None:
    for phone in strangers.values():
        assert phone.client.post(played.address).status_code == 403


def test_everybody_with_the_address_can_look(
    app: Flask, played: Table, strangers: Mapping[str, Phone]
) -> None:
    for who, phone in [*strangers.items(), ("holder", played.phone)]:
        for method, address, rule in requests(app, played):
            if method != "GET":
                continue
            expected = 403 if for_the_pen(app, rule) and who != "holder" else 200
            refused = phone.client.get(address).status_code == 403
            assert refused == (expected == 403), (who, address)
            response = phone.client.get(address, follow_redirects=True)
            assert response.status_code == expected, (who, address)
            if response.mimetype == "text/html" and who != "holder":
                assert not page_of(response).forms


def test_the_pages_that_are_only_good_for_writing_are_for_the_pen(app: Flask) -> None:
    marked = {rule.endpoint for rule in rules_of(app) if for_the_pen(app, rule)}
    assert marked >= {"pad.new_game", "hands.hand"}


def test_looking_changes_nothing(app: Flask, played: Table, strangers: Mapping[str, Phone]) -> None:
    before = everything(app)
    for phone in [*strangers.values(), played.phone]:
        for method, address, _ in requests(app, played):
            if method in SAFE:
                phone.client.open(address, method=method)
    assert everything(app) == before


def test_a_pen_that_is_withdrawn_no_longer_writes(app: Flask, played: Table) -> None:
    form = played.entry()
    with writing(app) as session:
        session.scalars(select(Pen)).one().withdrawn = now()
    before = everything(app)
    response = played.phone.submit(form, hand(6, 4, 2, 1, QS=1))
    assert response.status_code == 403
    assert everything(app) == before
    assert not played.page().forms
    # The phone no longer goes to that pad by itself.
    assert played.phone.client.get("/").status_code == 200


@pytest.mark.parametrize("who", ["holder", "nobody"])
def test_an_address_that_is_not_there_is_404_for_everybody(
    app: Flask, played: Table, who: str
) -> None:
    phone = played.phone if who == "holder" else Phone(app)
    token = phone.token()
    before = everything(app)
    real = played.pad.split("/")[2]
    for wrong in ("x", real[:-1], real + "A", real.swapcase(), "%00", "é", "A" * 5000):
        for method, address, _ in requests(app, played, address=wrong):
            data = {"csrf_token": token} if method not in SAFE else None
            response = phone.client.open(address, method=method, data=data)
            assert response.status_code == 404, (method, address)
    assert everything(app) == before


@pytest.mark.parametrize("who", ["holder", "nobody"])
@pytest.mark.parametrize("number", ["0", "2", "-1", "1.0", "999999"])
def test_a_game_that_is_not_there_is_404_for_everybody(
    app: Flask, played: Table, who: str, number: str
) -> None:
    phone = played.phone if who == "holder" else Phone(app)
    token = phone.token()
    before = everything(app)
    for method, address, rule in requests(app, played, number=number):
        if "number" in rule.arguments:
            data = {"csrf_token": token} if method not in SAFE else None
            response = phone.client.open(address, method=method, data=data)
            assert response.status_code == 404, (method, address)
    assert everything(app) == before


@pytest.mark.parametrize("line", ["0", "3", "999999"])
@pytest.mark.parametrize(
    "endpoint",
    [
        "hands.hand",
        "hands.correct",
        "hands.remove",
    ],
)
def test_a_hand_that_is_not_there_is_404_for_the_holder(
    app: Flask, played: Table, line: str, endpoint: str
) -> None:
    token = played.phone.token()
    before = everything(app)
    for method, address, rule in requests(app, played, line=line):
        if rule.endpoint == endpoint and method != "OPTIONS":
            data = {**hand(6, 4, 2, 1, QS=1), "csrf_token": token, "revision": "3", "entry": "e"}
            response = played.phone.client.open(
                address, method=method, data=data if method not in SAFE else None
            )
            assert response.status_code == 404, (method, address)
    assert everything(app) == before


@pytest.mark.parametrize("name", ["number", "line"])
@pytest.mark.parametrize("huge", HUGE)
def test_looking_at_a_huge_number_is_404(app: Flask, played: Table, name: str, huge: str) -> None:
    for method, address, rule in requests(app, played, **{name: huge}):
        if name in rule.arguments and method in ("GET", "HEAD"):
            assert played.phone.client.open(address, method=method).status_code == 404


@pytest.mark.parametrize("name", ["number", "line"])
@pytest.mark.parametrize("huge", HUGE)
def test_writing_at_a_huge_number_is_404(app: Flask, played: Table, name: str, huge: str) -> None:
    token = played.phone.token()
    before = everything(app)
    found = set()
    for method, address, rule in requests(app, played, **{name: huge}):
        if name in rule.arguments and method not in SAFE:
            response = played.phone.client.open(
                address, method=method, data={"csrf_token": token, "revision": "3"}
            )
            found.add(response.status_code)
    assert everything(app) == before
    assert found == {404}


def test_a_pad_that_is_not_there_looks_like_any_page_that_is_not(app: Flask) -> None:
    phone = Phone(app)
    texts = {
        page_of(phone.client.get(address)).text
        for address in ("/pad/x/", "/pad/x/table/1", "/nothing", "/pad/", "/static/nothing.css")
    }
    assert len(texts) == 1


def test_a_write_with_the_pen_needs_its_token(app: Flask, played: Table) -> None:
    before = everything(app)
    for wrong in ({}, {"csrf_token": ""}, {"csrf_token": "x"}, {"csrf_token": "é" * 99}):
        for method, address, _ in requests(app, played):
            if method in SAFE:
                continue
            data = {**hand(1, 2, 4, 6, QS=0), "revision": "3", "entry": "e", **wrong}
            response = played.phone.client.open(address, method=method, data=data)
            assert response.status_code == 400, (method, address)
            page_of(response)
            assert everything(app) == before, (method, address)


def test_a_first_start_needs_its_token(app: Flask) -> None:
    phone = Phone(app)
    form = phone.open("/new").form()
    names = {f"name_{row}": name for row, name in enumerate("ABC")}
    assert phone.force(form, {**names, "csrf_token": None}).status_code == 400
    assert all(not rows for rows in everything(app).values())


def test_a_token_of_another_phone_is_no_good(app: Flask, played: Table) -> None:
    before = everything(app)
    form = played.entry()
    forced = {**hand(6, 4, 2, 1, QS=1), "csrf_token": Phone(app).token()}
    assert played.phone.force(form, forced).status_code == 400
    assert everything(app) == before


def test_the_database_has_no_secret_of_a_phone(app: Flask, played: Table) -> None:
    cookie = played.phone.client.get_cookie(COOKIE)
    assert cookie is not None
    assert len(cookie.value) >= 16
    assert cookie.value not in repr(everything(app))


@pytest.mark.parametrize("secret", ["", "x", "é", "\x01", "A" * 4000, '"quoted"', "a;b", "%00"])
def test_a_cookie_that_is_nobodys_is_no_accident(app: Flask, played: Table, secret: str) -> None:
    phone = Phone(app)
    headers = {"Cookie": f"{COOKIE}={secret}"}
    assert phone.client.get(played.address, headers=headers).status_code == 200
    assert phone.client.post(played.address, headers=headers).status_code == 403
