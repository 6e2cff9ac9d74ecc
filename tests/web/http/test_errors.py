"""Errors are pages like any other, and reveal nothing about the inside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from tests.web.apps import app_in, everything
from tests.web.cast import Phone, Table, hand
from tests.web.pages import Page, page_of

SECRET = "select hearts from the inside"


@pytest.fixture
def breaking(tmp_path: Path) -> Iterator[Flask]:
    """An app with pages that fail."""

    def fail() -> str:
        raise RuntimeError(SECRET)

    def fail_below() -> str:
        raise OperationalError(SECRET, {}, Exception(SECRET))

    with app_in(tmp_path / "breaking") as app:
        app.add_url_rule("/fail", view_func=fail, methods=["GET", "POST"])
        app.add_url_rule("/fail-below", view_func=fail_below)
        yield app


def error(response_page: Page) -> Page:
    """An error's page: it has a message, and leads back."""
    assert response_page.title
    assert len(response_page.main.all("p")) >= 1
    assert [link.attributes["href"] for link in response_page.main.all("a")] == ["/"]
    for word in ("Traceback", "werkzeug", "sqlalchemy", "Error:", "File "):
        assert word not in response_page.text
    return response_page


@pytest.mark.parametrize(
    "address", ["/nothing", "/pad", "/pad/x", "/favicon.ico", "/pad/x/table/one", "/%00", "/static"]
)
def test_not_found(phone: Phone, address: str) -> None:
    response = phone.client.get(address, follow_redirects=True)
    assert response.status_code == 404
    error(page_of(response))


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "POST"])
def test_not_this_way(table: Table, method: str) -> None:
    before = everything(table.app)
    response = table.phone.client.open(table.pad, method=method)
    assert response.status_code == 405
    error(page_of(response))
    assert everything(table.app) == before


def test_not_this_way_says_which_ways_there_are(table: Table) -> None:
    # RFC 9110, 15.5.6: the answer must have an Allow header.
    response = table.phone.client.put(table.address)
    assert {"GET", "POST"} <= set(response.headers["Allow"].split(", "))


def test_too_much(table: Table) -> None:
    before = everything(table.app)
    form = table.entry()
    response = table.phone.force(form, {**hand(6, 4, 2, 1, QS=1), "more": "x" * 1_000_000})
    assert response.status_code == 413
    error(page_of(response))
    assert everything(table.app) == before


def test_too_many_fields(table: Table) -> None:
    before = everything(table.app)
    form = table.entry()
    response = table.phone.force(form, {f"f{number}": "" for number in range(20_000)})
    assert response.status_code == 413
    assert everything(table.app) == before


def test_too_much_in_parts(table: Table) -> None:
    before = everything(table.app)
    data = {**dict(table.entry().sent), **{f"f{number}": "x" for number in range(3_000)}}
    response = table.phone.client.post(table.address, data=data, content_type="multipart/form-data")
    assert response.status_code == 413
    error(page_of(response))
    assert everything(table.app) == before


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b'{"hearts_0": 6}', "application/json"),
        (b"{", "application/json"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
        (b"csrf_token=%", "application/x-www-form-urlencoded"),
        (b"", "nonsense"),
    ],
)
def test_what_is_no_form_is_refused(table: Table, body: bytes, kind: str) -> None:
    before = everything(table.app)
    response = table.phone.client.post(table.address, data=body, content_type=kind)
    assert response.status_code == 400
    error(page_of(response))
    assert everything(table.app) == before


def test_without_the_pen_the_page_says_how_to_get_it(table: Table, looker_on: Phone) -> None:
    response = looker_on.client.post(table.address)
    assert response.status_code == 403
    assert "pen" in error(page_of(response)).text


@pytest.mark.parametrize("address", ["/fail", "/fail-below"])
def test_our_fault(breaking: Flask, address: str) -> None:
    response = Phone(breaking).client.get(address)
    assert response.status_code == 500
    error(page_of(response))
    assert SECRET not in response.text
    assert "RuntimeError" not in response.text
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in response.headers["Cache-Control"]


def test_after_our_fault_everything_goes_on(breaking: Flask) -> None:
    phone = Phone(breaking)
    phone.client.get("/fail")
    token = phone.token()
    assert phone.client.post("/fail", data={"csrf_token": token}).status_code == 500
    assert phone.client.get("/new").status_code == 200


def test_head_and_options_answer_for_every_page(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    addresses = ["/", "/new", table.pad, f"{table.pad}new", f"{table.pad}hands.csv", table.address,
                 table.hand(1), f"{table.address}/hands.csv", "/nothing"]  # fmt: skip
    for address in addresses:
        client = table.phone.client
        expected = client.get(address).status_code
        head = client.head(address)
        assert (head.status_code, head.data) == (expected, b""), address
        options = client.options(address)
        assert options.status_code == (404 if expected == 404 else 200), address
        if expected != 404:
            assert {"GET", "HEAD", "OPTIONS"} <= set(options.headers["Allow"].split(", "))
            assert options.data == b""


@pytest.mark.parametrize("query", ["?%ff=%fe", "?a=" + "b" * 5000, "?a[]=1&&&=", "?page=1&page=2"])
def test_a_query_that_nobody_asked_for_is_no_accident(table: Table, query: str) -> None:
    for address in ("/", table.pad, table.address, f"{table.address}/hands.csv"):
        response = table.phone.client.get(address + query)
        assert response.status_code in (200, 302)


def test_htmx_gets_the_same_whole_page(table: Table) -> None:
    form = table.entry()
    response = table.phone.client.post(
        table.address, data=form.filled(hand(1)), headers={"HX-Request": "true"}
    )
    assert response.status_code == 422
    assert page_of(response).main.all("form")
