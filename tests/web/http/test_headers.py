"""Headers and cookies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.apps import WIDE_OPEN, app_in
from tests.web.cast import (
    COOKIE,
    NAMES,
    Phone,
    Table,
    hand,
    players,
    start,
)
from tests.web.pages import page_of

SESSION = "scorepad_session"
HTMX = "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"
INTEGRITY = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"

# What whatever is answered says, in whatever way.
ALWAYS = {"X-Content-Type-Options", "X-Robots-Tag"}
# What a page says as well.
POLICIES = {
    *("Content-Security-Policy", "Permissions-Policy"),
    *("Cross-Origin-Opener-Policy", "Referrer-Policy"),
}


def policy(response: TestResponse) -> dict[str, list[str]]:
    parts = response.headers["Content-Security-Policy"].split(";")
    return {name: values for name, *values in (part.split() for part in parts)}


def answers(table: Table, stranger: Phone) -> list[TestResponse]:
    """An answer of every kind but static files."""
    table.recorded(6, 4, 2, 1, QS=1)
    client = table.phone.client
    form = table.entry()
    return [
        client.get(table.address),
        client.get(table.pad),
        client.get(table.hand(1)),
        client.get("/"),
        client.get("/new"),
        client.get(f"{table.address}/hands.csv"),
        client.get("/nothing"),
        client.get("/healthz"),
        client.put(table.address),
        client.post(table.address),
        stranger.client.post(table.address),
        table.phone.submit(form, hand(1)),
        table.phone.submit(form, hand(6, 4, 2, 1, QS=1)),
        client.head(table.address),
        client.options(table.address),
    ]


def test_every_answer_is_guarded(table: Table, looker_on: Phone) -> None:
    responses = answers(table, looker_on)
    assert {response.status_code for response in responses} == {
        200,
        302,
        303,
        400,
        403,
        404,
        405,
        422,
    }
    for response in responses:
        what = (response.request.method, response.request.path, response.status)
        assert response.headers["X-Content-Type-Options"] == "nosniff", what
        assert response.headers["Referrer-Policy"] == "same-origin", what
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin", what
        assert response.headers["X-Robots-Tag"] == "noindex", what
        assert "Strict-Transport-Security" not in response.headers, what
        assert "no-store" in response.headers["Cache-Control"], what
        assert "public" not in response.headers["Cache-Control"], what
        rules = policy(response)
        assert rules["default-src"] == ["'none'"], what
        sources = [value for values in rules.values() for value in values]
        assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:"} & set(sources), what
        assert rules["frame-ancestors"] == rules["base-uri"] == ["'none'"], what
        assert rules["form-action"] == ["'self'"], what


def test_whatever_is_kept_is_guarded_as_well(table: Table, looker_on: Phone) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    follow = table.page().only(id="follow").attributes["data-asks"]
    chart = looker_on.open(table.address).only("img").attributes["src"]
    for address in (table.address, table.address, follow, chart, *static_addresses(looker_on)):
        response = looker_on.client.get(address)
        assert response.status_code in (200, 204)
        # No document, no policies; a drawing may be opened by itself.
        kind = response.mimetype or ""
        policies = POLICIES
        if kind in ("text/javascript", "text/css") or response.status_code == 204:
            policies = set()
        if kind.startswith("image/"):
            policies = {"Content-Security-Policy"}
            assert policy(response)["default-src"] == ["'none'"]
            assert "sandbox" in policy(response)
        assert set(response.headers.keys()) >= ALWAYS, address
        assert (set(response.headers.keys()) & POLICIES) == policies, address


@pytest.mark.parametrize("seconds", [0, 300])
def test_over_https_browsers_can_be_told_to_stay_there(tmp_path: Path, seconds: int) -> None:
    with app_in(tmp_path / "data", replace(WIDE_OPEN, hsts=seconds)) as app:
        table = start(Phone(app))
        follow = table.page().only(id="follow").attributes["data-asks"]
        # The page of lookers-on is cached by now, for either scheme.
        for base in ("http://localhost", "https://localhost") * 2:
            policy = f"max-age={seconds}" if seconds and base.startswith("https") else None
            for address in ("/", "/nothing", table.address, follow, "/static/x/icon.svg"):
                response = Phone(app).client.get(address, base_url=base)
                assert response.headers.get("Strict-Transport-Security") == policy, (base, address)


def test_the_only_third_party_is_htmx_with_its_hash(table: Table) -> None:
    response = table.phone.client.get(table.address)
    assert policy(response)["script-src"] == ["'self'", HTMX]
    assert policy(response)["style-src"] == ["'self'"]
    page = page_of(response)
    foreign = [
        node
        for node in page.all()
        for name in ("src", "href", "action")
        if node.attributes.get(name, "").startswith(("http:", "https:", "//"))
    ]
    assert [node.attributes["src"] for node in foreign] == [HTMX]
    assert foreign[0].attributes["integrity"] == INTEGRITY
    assert foreign[0].attributes["crossorigin"] == "anonymous"


def static_addresses(phone: Phone) -> list[str]:
    page = phone.open("/new")
    addresses = [
        node.attributes[name]
        for node in page.only("head").all()
        for name in ("href", "src")
        if node.attributes.get(name, "").startswith("/static/")
    ]
    assert {address.rpartition("/")[2] for address in addresses} >= {
        *("icon.svg", "icon-192.png", "scorepad.css", "scorepad.js"),
    }
    return addresses


def test_static_files_are_kept_under_an_address_that_changes_with_the_release(phone: Phone) -> None:
    for address in static_addresses(phone):
        response = phone.client.get(address)
        assert response.status_code == 200
        # All of it: browsers obey a no-cache beside it, and ask again for every page.
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert not response.headers.getlist("Set-Cookie")


@pytest.mark.parametrize("release", ["/000000000000", "/ABCDEFABCDEF", "/x"])
def test_static_files_of_another_release_are_asked_for_again(phone: Phone, release: str) -> None:
    for address in static_addresses(phone):
        file = address.rpartition("/")[2]
        response = phone.client.get(f"/static{release}/{file}")
        assert response.status_code == 200
        assert "no-cache" in response.headers["Cache-Control"]
        assert "immutable" not in response.headers["Cache-Control"]
        assert not response.cache_control.max_age


def test_a_static_file_that_did_not_change_is_not_sent_again(phone: Phone) -> None:
    for address in static_addresses(phone):
        path = f"/static/0/{address.rpartition('/')[2]}"
        for url, policy in ((path, "no-cache"), (address, "public, max-age=31536000, immutable")):
            tag = phone.client.get(url).headers["ETag"]
            response = phone.client.get(url, headers={"If-None-Match": tag})
            assert (response.status_code, response.data) == (304, b"")
            assert response.headers["Cache-Control"] == policy


@pytest.mark.parametrize("path", ["../pyproject.toml", "%2e%2e/pyproject.toml", "..%2fREADME.md"])
def test_nothing_outside_the_static_folder_is_served(phone: Phone, path: str) -> None:
    assert phone.client.get(f"/static/x/{path}").status_code == 404


def cookies(response: TestResponse) -> dict[str, str]:
    return {line.partition("=")[0]: line for line in response.headers.getlist("Set-Cookie")}


def started(phone: Phone, base: str) -> TestResponse:
    """The answer to the first start of a game under this scheme and host."""
    page = phone.client.get("/new", base_url=base)
    data = page_of(page).form().filled(players(*NAMES[:3]))
    response = phone.client.post(
        "/new", base_url=base, data=data, headers={"Referer": f"{base}/new"}
    )
    assert response.status_code == 303
    return response


def called(cookie: str, base: str) -> str:
    """The cookie's name: over HTTPS with a prefix that no other host can set."""
    return f"__Host-{cookie}" if base.startswith("https") else cookie


@pytest.mark.parametrize("base", ["http://localhost", "https://localhost"])
def test_the_devices_cookie_is_for_the_server_alone(phone: Phone, base: str) -> None:
    cookie = cookies(started(phone, base))[called(COOKIE, base)]
    parts = [part.strip() for part in cookie.split(";")]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts)
    assert ("Secure" in parts) == base.startswith("https")
    assert not [part for part in parts if part.startswith("Domain")]
    (age,) = [int(part.partition("=")[2]) for part in parts if part.startswith("Max-Age")]
    # A pad that is opened once a year stays known.
    assert age >= 365 * 24 * 3600


@pytest.mark.parametrize(
    "base",
    [
        "http://localhost",
        "https://localhost",
    ],
)
def test_the_sessions_cookie_is_for_the_server_alone(phone: Phone, base: str) -> None:
    cookie = cookies(phone.client.get("/new", base_url=base))[called(SESSION, base)]
    parts = [part.strip() for part in cookie.split(";")]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts)
    assert ("Secure" in parts) == base.startswith("https")


def test_there_is_no_other_cookie(table: Table) -> None:
    for address in ("/new", table.address, table.pad, f"{table.address}/hands.csv"):
        assert set(cookies(table.phone.client.get(address))) <= {COOKIE, SESSION}


def test_looking_on_gives_no_device(app: Flask, table: Table) -> None:
    phone = Phone(app)
    for address in (table.address, table.pad, f"{table.address}/hands.csv", "/", "/new"):
        assert COOKIE not in cookies(phone.client.get(address))


def test_the_devices_cookie_is_renewed_with_every_visit(table: Table) -> None:
    cookie = table.phone.client.get_cookie(COOKIE)
    assert cookie is not None
    line = cookies(table.phone.client.get(table.address))[COOKIE]
    assert line.startswith(f"{COOKIE}={cookie.value};")


def test_what_htmx_puts_into_a_page_comes_without_what_the_page_has(table: Table) -> None:
    answer = table.phone.client.get(table.address, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert set(answer.headers.keys()) >= ALWAYS
    assert not set(answer.headers.keys()) & POLICIES
    assert COOKIE not in cookies(answer)


def test_over_https_a_write_from_another_site_is_refused(phone: Phone) -> None:
    base = "https://localhost"
    data = page_of(phone.client.get("/new", base_url=base)).form().filled(players(*NAMES[:3]))
    for headers in ({}, {"Referer": "https://elsewhere.example/"}):
        response = phone.client.post("/new", base_url=base, data=data, headers=headers)
        assert response.status_code == 400
