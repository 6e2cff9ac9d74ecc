"""Errors are pages like any other, and reveal nothing about the inside."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from scorepad.web.pad import import_games
from scorepad.web.words import messages
from tests.web.apps import app_in, database_gone, everything
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


def test_not_found(phone: Phone) -> None:
    cases = ["/nothing", "/pad", "/pad/x", "/favicon.ico", "/pad/x/table/one", "/%00", "/static"]
    for address in cases:
        response = phone.client.get(address, follow_redirects=True)
        assert response.status_code == 404, address
        error(page_of(response))


def test_not_this_way(table: Table) -> None:
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "POST"):
        before = everything(table.app)
        response = table.phone.client.open(table.pad, method=method)
        assert response.status_code == 405, method
        error(page_of(response))
        assert everything(table.app) == before, method


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


def test_what_is_no_form_is_refused(table: Table) -> None:
    cases = [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b'{"hearts_0": 6}', "application/json"),
        (b"{", "application/json"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
        (b"csrf_token=%", "application/x-www-form-urlencoded"),
        (b"", "nonsense"),
    ]
    for body, kind in cases:
        before = everything(table.app)
        response = table.phone.client.post(table.address, data=body, content_type=kind)
        assert response.status_code == 400, (body, kind)
        error(page_of(response))
        assert everything(table.app) == before, (body, kind)


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


@pytest.mark.parametrize("mount", ["", "/cards", "/our/cards"])
def test_what_could_not_be_saved_is_sent_again_to_the_same_address(
    table: Table, mount: str
) -> None:
    form, mounted = table.entry(), {"SCRIPT_NAME": mount}
    fields = form.filled(hand(6, 4, 2, 1, QS=1))
    with database_gone(table.app):
        refused = table.phone.client.post(form.action, data=fields, environ_overrides=mounted)
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    again = page_of(refused).form()
    assert again.action == f"{mount}{form.action}"
    path = again.action.removeprefix(mount)
    sent = table.phone.client.post(path, data=again.filled({}), environ_overrides=mounted)
    assert (sent.status_code, sent.location) == (303, f"{mount}{table.address}")


def test_refused_at_once_is_not_called_slow(table: Table) -> None:
    """The third writer of one network in a pad, and a second file."""
    file = table.phone.open(f"{table.pad}import").form()
    before = everything(table.app)
    with import_games._ONE:
        refused = table.phone.client.post(
            file.action, data={**dict(file.sent), "file": (BytesIO(b"{}"), "game.json")}
        )
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert page_of(refused).title == messages.CROWDED[0]
    assert "too long" not in refused.text
    assert everything(table.app) == before


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


def test_htmx_gets_the_same_whole_page(table: Table) -> None:
    form = table.entry()
    response = table.phone.client.post(
        table.address, data=form.filled(hand(1)), headers={"HX-Request": "true"}
    )
    assert response.status_code == 422
    assert page_of(response).main.all("form")


def test_a_file_that_no_page_asks_for_is_refused(table: Table) -> None:
    form = table.entry()
    sent = form.filled(hand(6, 4, 2, 1, QS=1))
    with_file = {**sent, "picture": (BytesIO(b"a picture"), "table.png")}
    assert table.phone.client.post(table.address, data=with_file).status_code == 400
    assert table.phone.client.post(table.address, data=sent).status_code == 303
