"""Headers, cookies and static files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from scorepad.assets import STYLES, assets, style_sheet
from tests.web.apps import WIDE_OPEN, app_in
from tests.web.cast import COOKIE, SESSION, Phone, Table, cookies, hand, start, started
from tests.web.pages import page_of

HTMX = "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"
INTEGRITY = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"

# What every answer has, and what a page has as well.
ALWAYS = {"X-Content-Type-Options", "X-Robots-Tag"}
POLICIES = {
    *("Content-Security-Policy", "Permissions-Policy"),
    *("Cross-Origin-Opener-Policy", "Referrer-Policy"),
}
KEPT = "public, max-age=31536000, immutable"


def policy(response: TestResponse) -> dict[str, list[str]]:
    parts = response.headers["Content-Security-Policy"].split(";")
    return {name: values for name, *values in (part.split() for part in parts)}


def test_every_answer_is_guarded(table: Table, looker_on: Phone) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    client = table.phone.client
    form = table.entry()
    pages = (table.address, table.pad, table.hand(1), "/", "/new", f"{table.address}/hands.csv")
    responses = [
        *(client.get(address) for address in (*pages, "/nothing", "/healthz")),
        client.put(table.address),
        client.post(table.address),
        looker_on.client.post(table.address),
        table.phone.submit(form, hand(1)),
        table.phone.submit(form, hand(6, 4, 2, 1, QS=1)),
        client.head(table.address),
        client.options(table.address),
    ]
    statuses = {response.status_code for response in responses}
    assert statuses == {200, 302, 303, 400, 403, 404, 405, 422}
    for response in responses:
        what = (response.request.method, response.request.path, response.status)
        assert response.headers["X-Content-Type-Options"] == "nosniff", what
        assert response.headers["Referrer-Policy"] == "same-origin", what
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin", what
        assert response.headers["X-Robots-Tag"] == "noindex", what
        assert "no-store" in response.headers["Cache-Control"], what
        assert "public" not in response.headers["Cache-Control"], what
        rules = policy(response)
        assert rules["default-src"] == ["'none'"], what
        sources = [value for values in rules.values() for value in values]
        assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:"} & set(sources), what
        assert rules["frame-ancestors"] == rules["base-uri"] == ["'none'"], what
        assert rules["form-action"] == ["'self'"], what


def test_what_is_kept_is_guarded_as_well(table: Table, looker_on: Phone) -> None:
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
    (foreign,) = [
        node.attributes
        for node in page.all()
        for name in ("src", "href", "action")
        if node.attributes.get(name, "").startswith(("http:", "https:", "//"))
    ]
    assert (foreign["src"], foreign["integrity"]) == (HTMX, INTEGRITY)
    assert foreign["crossorigin"] == "anonymous"


def static_addresses(phone: Phone) -> list[str]:
    addresses = [
        node.attributes[name]
        for node in phone.open("/new").only("head").all()
        for name in ("href", "src")
        if node.attributes.get(name, "").startswith("/static/")
    ]
    assert {address.rpartition("/")[2] for address in addresses} >= {
        *("icon.svg", "icon-192.png", "scorepad.css", "scorepad.js"),
    }
    return addresses


def test_static_files_are_kept_under_an_address_that_changes_with_the_release(phone: Phone) -> None:
    for address in static_addresses(phone):
        file = address.rpartition("/")[2]
        others = [
            f"/static{release}/{file}" for release in ("/000000000000", "/ABCDEFABCDEF", "/x")
        ]
        for where in (address, *others):
            response = phone.client.get(where)
            again = phone.client.get(where, headers={"If-None-Match": response.headers["ETag"]})
            assert (response.status_code, again.status_code, again.data) == (200, 304, b"")
            # All of it: browsers obey a no-cache beside it, and ask again for every page.
            kept = KEPT if where == address else "no-cache"
            assert {each.headers["Cache-Control"] for each in (response, again)} == {kept}
            assert not response.headers.getlist("Set-Cookie")


@pytest.mark.parametrize("path", ["../pyproject.toml", "%2e%2e/pyproject.toml", "..%2fREADME.md"])
def test_nothing_outside_the_static_folder_is_served(phone: Phone, path: str) -> None:
    assert phone.client.get(f"/static/x/{path}").status_code == 404


@pytest.mark.parametrize(
    ("base", "prefix"), [("http://localhost", ""), ("https://localhost", "__Host-")]
)
def test_cookies_are_for_the_server_alone(phone: Phone, base: str, prefix: str) -> None:
    """Over HTTPS with a prefix that no other host can set."""
    form = cookies(phone.client.get("/new", base_url=base))
    device = cookies(started(phone, base, {"Referer": base}))[f"{prefix}{COOKIE}"]
    for parts in (form[f"{prefix}{SESSION}"], device):
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= parts
        assert ("Secure" in parts) == base.startswith("https")
        assert not [part for part in parts if part.startswith("Domain")]
    (age,) = [int(part.partition("=")[2]) for part in device if part.startswith("Max-Age")]
    # A pad that is opened once a year stays known.
    assert age >= 365 * 24 * 3600


def test_the_devices_cookie_is_renewed_with_every_visit_of_who_has_one(
    table: Table, looker_on: Phone
) -> None:
    for address in ("/new", table.pad, f"{table.address}/hands.csv", table.address):
        response = table.phone.client.get(address)
        assert set(cookies(response)) <= {COOKIE, SESSION}
        assert COOKIE not in cookies(looker_on.client.get(address))
    assert f"{COOKIE}={table.phone.secret};" in str(response.headers.getlist("Set-Cookie"))


def test_what_htmx_puts_into_a_page_comes_without_what_the_page_has(table: Table) -> None:
    answer = table.phone.client.get(table.address, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert set(answer.headers.keys()) >= ALWAYS
    assert not set(answer.headers.keys()) & POLICIES
    assert COOKIE not in cookies(answer)


@pytest.mark.parametrize("sheet", STYLES)
def test_it_is_its_files_in_their_order(phone: Phone, sheet: str) -> None:
    answer = phone.client.get(f"/static/x/{sheet}.css")
    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert answer.text == style_sheet(sheet)


def test_every_file_is_a_part_of_one_sheet() -> None:
    named = [name for names in STYLES.values() for name in names]
    assert sorted(named) == sorted(file.stem for file in (assets("static") / "css").iterdir())


def test_a_page_asks_once_for_what_every_page_has(table: Table) -> None:
    pad, every = "pad.css", "scorepad.css"
    for address, asked in (
        *((table.address, [every]), (table.pad, [pad, every]), (f"{table.pad}pens", [pad, every])),
        ("/new", [every, "start.css"]),
        (f"{table.pad}players", [pad, every, "figures.css"]),
        # Of the answer to a form that is saved in place, the head is not used.
        (f"{table.pad}delete", [pad, every, "start.css"]),
    ):
        links = table.phone.open(address).all("link", rel="stylesheet")
        assert [link.attributes["href"].rpartition("/")[2] for link in links] == asked, address
