"""Everybody with the address can see; only holders of the pen can write. For every address.

The addresses are those of the app's own map, and all of the cast try all of them, so that one
added later is tried too.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorepad.store.models import Device, Pen, PenLink
from tests.web.apps import everything, reading
from tests.web.cast import WITHDRAWN, Cast, pens
from tests.web.http.addresses import NEVER, SAFE, for_the_pen, requests, rules_of, written
from tests.web.pages import page_of

WHO: Final = (
    *("holder", "second", "withdrawn", "looker_on"),
    *("made_up", "undecided", "neighbour", "stranger"),
)
WITH_THE_ADDRESS: Final = WHO[:-1]
WITHOUT_THE_PEN: Final = WITH_THE_ADDRESS[2:]

# Everyone's answers at the addresses without a pad, except for those that are named. A new address
# must be added here: who may do what there is a decision.
WITHOUT_A_PAD: Final[Mapping[tuple[str, str], tuple[int, Mapping[str, int]]]] = {
    ("GET", "/static/<of>/<filename>"): (200, {}),
    # On to the only pad that the phone can write in.
    ("GET", "/"): (200, {"holder": 302, "second": 302, "neighbour": 302}),
    ("GET", "/language/<code>"): (303, {}),
    ("GET", "/theme/<name>"): (303, {}),
    ("GET", "/manifest.webmanifest"): (200, {}),
    ("GET", "/sw.js"): (200, {}),
    ("GET", "/offline"): (200, {}),
    # On to a game of those whose pen the phone holds, or to the first page.
    ("GET", "/play"): (302, {}),
    ("GET", "/play/new"): (302, {}),
    ("GET", "/new"): (200, {}),
    # The form is not filled in.
    ("POST", "/new"): (422, {}),
    # No link gives a pen but the one that the undecided has opened, and that by its page only.
    ("GET", "/pen"): (404, {"undecided": 200}),
    ("POST", "/pen"): (404, {"undecided": 409}),
    ("GET", "/pen/<secret>"): (404, {}),
}


def told_of_the_pen(response: TestResponse) -> bool:
    """Whether the answer is the page that explains how to get the pen."""
    page = page_of(response)
    return page.title == "This phone has no pen" and "can give you one" in page.main.text


def test_the_cast_is_who_it_is_said_to_be(cast: Cast) -> None:
    assert tuple(cast.everybody) == WHO
    assert (*cast.holders, *cast.lookers_on) == WITH_THE_ADDRESS
    assert [name for name, _ in pens(cast.table)][1:] == ["The second"]
    without = {who for who, phone in cast.everybody.items() if phone.secret is None}
    assert without == {"looker_on", "undecided", "stranger"}
    with reading(cast.table.app) as session:
        assert session.scalars(select(Pen.withdrawn).where(Pen.name == WITHDRAWN)).one()


@pytest.mark.parametrize("who", WITHOUT_THE_PEN)
def test_without_the_pen_nothing_is_written(app: Flask, cast: Cast, who: str) -> None:
    phone = cast.lookers_on[who]
    token = phone.token()
    before = everything(app)
    tried = set()
    # As if the own pen, another one, or none were to be withdrawn.
    for pen in ("1", "2", "3", "999999999"):
        for method, address, rule in requests(app, cast.table, pen=pen):
            if method in SAFE or (pen != "1" and "pen" not in rule.arguments):
                continue
            data = written(app, cast.table, token)
            response = phone.client.open(address, method=method, data=data)
            assert response.status_code == 403, (method, address)
            assert told_of_the_pen(response)
            # The input is still on the page before.
            assert 'class="paper" data-kept' in response.text, (method, address)
            assert everything(app) == before, (method, address)
            tried.add(rule.endpoint)
    assert tried == {
        rule.endpoint for rule in rules_of(app) if rule.methods and rule.methods - SAFE
    }


@pytest.mark.parametrize("who", ["holder", "second"])
def test_the_same_requests_reach_what_they_are_for_with_the_pen(
    app: Flask, cast: Cast, who: str
) -> None:
    phone = cast.holders[who]
    token = phone.token()
    other = {"holder": "The second"}.get(who, pens(cast.table)[0][0])
    pen = next(where.rpartition("/")[2] for name, where in pens(cast.table) if name == other)
    others = {
        # Forms that are not filled in, and there is no change of names.
        **dict.fromkeys(("pad.start_game", "pad.delete", "pad.take_file", "figures.merge"), 422),
        **dict.fromkeys(("figures.undo", "figures.redo"), 422),
        # The game has not ended nor is it in the bin, and no hand has this entry.
        **dict.fromkeys(("table.rematch", "table.delete_game"), 409),
        "table.correct_own_hand": 410,
        # The link is shown.
        "pad.hand_over": 200,
    }
    for method, address, rule in requests(app, cast.table, pen=pen):
        if method in SAFE:
            continue
        data = written(app, cast.table, token)
        response = phone.client.open(address, method=method, data=data)
        assert response.status_code == others.get(rule.endpoint or "", 303), address


@pytest.mark.parametrize("who", WITH_THE_ADDRESS)
def test_every_page_is_shown_to_who_may_see_it_and_tells_no_secret(
    app: Flask, cast: Cast, who: str
) -> None:
    phone = cast.everybody[who]
    writes = who in cast.holders
    secrets = {each.secret for each in cast.everybody.values() if each.secret}
    with reading(app) as session:
        hashes = {*session.scalars(select(Device.secret_hash))}
        hashes |= {*session.scalars(select(PenLink.secret_hash))}
    assert {sha256(secret.encode()).hexdigest() for secret in secrets} & hashes

    def told(text: str) -> set[str]:
        return {secret for secret in secrets | hashes if secret in text}

    def get(address: str) -> TestResponse:
        response = phone.client.get(address)
        headers = [line for line in response.headers if line[0] != "Set-Cookie"]
        assert not told(f"{str(response.data, 'latin-1')} {headers}"), address
        # A browser is given its own secret again.
        assert told(repr(response.headers.getlist("Set-Cookie"))) <= {phone.secret}, address
        return response

    before = everything(app)
    for method, address, rule in requests(app, cast.table):
        expected = {403} if for_the_pen(app, rule) and not writes else {200, 302}
        if method == "GET":
            response = get(address)
            assert response.status_code in expected, address
            if phone is cast.holder:
                assert phone.client.head(address).status_code == response.status_code, address
            if 403 in expected:
                assert told_of_the_pen(response)
                assert 'class="paper" data-kept' not in response.text, address
            while response.location:
                assert response.location.startswith(cast.table.pad), address
                response = get(response.location)
                assert response.status_code in expected, address
            if response.mimetype == "text/html" and not writes:
                assert not page_of(response).forms, address
        elif method == "OPTIONS":
            # It says only which methods there are.
            allowed = {200} if writes else {200, 403}
            assert phone.client.options(address).status_code in allowed, address
    assert everything(app) == before


def test_no_other_methods_do_anything(app: Flask, cast: Cast) -> None:
    phone = cast.holder
    data = written(app, cast.table, phone.token())
    before = everything(app)
    addresses: dict[str, set[str]] = {}
    for method, address, _ in requests(app, cast.table):
        addresses.setdefault(address, set()).add(method)
    for address, methods in addresses.items():
        for method in {"POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"} - methods:
            response = phone.client.open(address, method=method, data=data)
            assert response.status_code == 405, (method, address)
    assert everything(app) == before


def test_who_may_not_write_is_told_so_even_without_a_token(cast: Cast) -> None:
    for phone in cast.lookers_on.values():
        assert phone.client.post(cast.table.address).status_code == 403


@pytest.mark.parametrize("who", WHO)
def test_without_a_pads_address_only_its_holders_are_led_there(
    app: Flask, cast: Cast, who: str
) -> None:
    phone = cast.everybody[who]
    token = phone.token()
    before = everything(app)
    for (method, rule), (usual, others) in WITHOUT_A_PAD.items():
        address = rule.replace("<of>/<filename>", "x/icon.svg").replace("<secret>", NEVER)
        address = address.replace("<code>", "de").replace("<name>", "dark")
        data = {"csrf_token": token, "name": "x" * 31} if method == "POST" else None
        response = phone.client.open(address, method=method, data=data)
        assert response.status_code == others.get(who, usual), (method, address)
        if who not in cast.holders:
            assert cast.table.key not in f"{response.headers} {response.text}", (method, address)
    assert everything(app) == before
