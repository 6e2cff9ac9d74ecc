"""Tokens of forms and secrets of phones: none is missing or made up."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.apps import everything
from tests.web.cast import COOKIE, Client, Phone, Table, hand, hand_over, players, start_form
from tests.web.http.addresses import SAFE, requests
from tests.web.pages import page_of


def test_a_write_with_the_pen_needs_its_token(app: Flask, played: Table) -> None:
    before = everything(app)
    of_another_phone = {"csrf_token": Phone(app).token()}
    for wrong in ({}, {"csrf_token": ""}, {"csrf_token": "é" * 99}, of_another_phone):
        for method, address, _ in requests(app, played):
            if method in SAFE:
                continue
            data = {**hand(1, 2, 4, 6, QS=0), "revision": "3", "entry_id": "e", **wrong}
            response = played.phone.client.open(address, method=method, data=data)
            assert response.status_code == 400, (method, address)
            page_of(response)
            assert everything(app) == before, (method, address)


@pytest.mark.parametrize("what", ["start", "take"])
def test_a_phone_without_a_pen_needs_its_token(app: Flask, played: Table, what: str) -> None:
    phone = Phone(app)
    if what == "start":
        form, fields = start_form(phone), players(*"ABC")
    else:
        form, fields = phone.open(hand_over(played)).form("/pen"), {}
    for wrong in (None, "", "x", Phone(app).token()):
        phone.refused(form, {**fields, "csrf_token": wrong}, 400)
    assert phone.secret is None


@pytest.mark.parametrize("secret", ["", "x", "é", "\x01", "A" * 4000, '"quoted"', "a;b", "%00"])
def test_a_made_up_cookie_opens_nothing(app: Flask, played: Table, secret: str) -> None:
    # One that keeps cookies would leave this one out.
    client = Client(app, app.response_class, use_cookies=False)
    own = {"Cookie": f"{COOKIE}={played.phone.secret}"}
    assert page_of(client.get(played.address, headers=own)).forms
    headers = {"Cookie": f"{COOKIE}={secret}"}
    assert client.get(played.address, headers=headers).status_code == 200
    assert client.post(played.address, headers=headers).status_code == 403
