"""Tokens of forms, secrets of phones: none is missing, made up, or shown to anybody else."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from flask import Flask
from sqlalchemy import select

from scorepad.store.models import Device, PenLink
from tests.web.apps import everything, reading
from tests.web.cast import (
    COOKIE,
    Cast,
    Client,
    Phone,
    Table,
    hand,
    hand_over,
)
from tests.web.http.addresses import (
    SAFE,
    requests,
)
from tests.web.pages import page_of


@pytest.mark.parametrize("who", ["holder", "second", "looker_on", "undecided", "neighbour"])
def test_no_answer_shows_a_secret_or_its_hash(app: Flask, cast: Cast, who: str) -> None:
    secrets = {phone.secret for phone in cast.everybody.values() if phone.secret}
    with reading(app) as session:
        hashes = set(session.scalars(select(Device.secret_hash)))
        hashes |= set(session.scalars(select(PenLink.secret_hash)))
    assert len(secrets) == 5
    assert {sha256(secret.encode()).hexdigest() for secret in secrets} & hashes
    pattern = re.compile("|".join(re.escape(each) for each in secrets | hashes))
    phone = cast.everybody[who]
    places = [address for method, address, _ in requests(app, cast.table) if method == "GET"]
    for address in (*places, "/", "/new", "/pen", "/pen/x", "/nothing"):
        response = phone.client.get(address, follow_redirects=True)
        # Pictures are no text.
        assert not pattern.search(str(response.data, "latin-1")), address
        headers = [line for line in response.headers if line[0] != "Set-Cookie"]
        assert not pattern.search(repr(headers)), address
        # A browser is given its own secret again, and nobody else's.
        in_cookies = pattern.findall(repr(response.headers.getlist("Set-Cookie")))
        assert set(in_cookies) <= {phone.secret}, address


def test_a_write_with_the_pen_needs_its_token(app: Flask, played: Table) -> None:
    before = everything(app)
    for wrong in ({}, {"csrf_token": ""}, {"csrf_token": "x"}, {"csrf_token": "é" * 99}):
        for method, address, _ in requests(app, played):
            if method in SAFE:
                continue
            data = {**hand(1, 2, 4, 6, QS=0), "revision": "3", "entry_id": "e", **wrong}
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


def test_to_take_a_pen_needs_its_token(app: Flask, played: Table) -> None:
    phone = Phone(app)
    form = phone.open(hand_over(played)).form("/pen")
    before = everything(app)
    for wrong in (None, "", "x", Phone(app).token()):
        assert phone.force(form, {"csrf_token": wrong}).status_code == 400
        assert everything(app) == before
    assert phone.secret is None


def test_a_token_of_another_phone_is_no_good(app: Flask, played: Table) -> None:
    before = everything(app)
    form = played.entry()
    forced = {**hand(6, 4, 2, 1, QS=1), "csrf_token": Phone(app).token()}
    assert played.phone.force(form, forced).status_code == 400
    assert everything(app) == before


def test_the_database_has_no_secret_of_a_phone(app: Flask, cast: Cast) -> None:
    secrets = [phone.secret for who, phone in cast.everybody.items() if who != "made_up"]
    known = [secret for secret in secrets if secret]
    assert len(set(known)) == 4
    assert min(map(len, known)) >= 16
    content = repr(everything(app))
    assert not [secret for secret in known if secret in content]


@pytest.mark.parametrize("secret", ["", "x", "é", "\x01", "A" * 4000, '"quoted"', "a;b", "%00"])
def test_a_cookie_that_is_nobodys_is_no_accident(app: Flask, played: Table, secret: str) -> None:
    # One that keeps cookies would leave this one out.
    client = Client(app, app.response_class, use_cookies=False)
    own = {"Cookie": f"{COOKIE}={played.phone.secret}"}
    assert page_of(client.get(played.address, headers=own)).forms
    headers = {"Cookie": f"{COOKIE}={secret}"}
    assert client.get(played.address, headers=headers).status_code == 200
    assert client.post(played.address, headers=headers).status_code == 403
