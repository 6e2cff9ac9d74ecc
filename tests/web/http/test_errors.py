"""Errors are pages like any other, and reveal nothing about the inside."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tests.web.apps import app_in, database_gone, everything
from tests.web.cast import Phone, Table, hand
from tests.web.pages import Page, page_of

SECRET = "select hearts from the inside"
GOOD = hand(6, 4, 2, 1, QS=1)


def error(page: Page) -> Page:
    """The page of an error: it has a message, and leads back."""
    assert page.title
    assert page.main.all("p")
    assert page.main.links == ["/"]
    for word in ("Traceback", "werkzeug", "sqlalchemy", "Error:", "File "):
        assert word not in page.text
    return page


@pytest.mark.parametrize(
    "address",
    ["/nothing", "/pad", "/pad/x", "/favicon.ico", "/pad/x/table/one", "/%00", "/static"],
)
def test_not_found(phone: Phone, address: str) -> None:
    response = phone.client.get(address, follow_redirects=True)
    assert response.status_code == 404
    error(page_of(response))


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (413, {"data": {"more": "x" * 1_000_000}}),
        (413, {"data": {f"f{number}": "" for number in range(20_000)}}),
        (400, {"data": {"picture": (BytesIO(b"a picture"), "table.png")}}),
        (400, {"data": b"\xff\xfe\x00", "content_type": "application/x-www-form-urlencoded"}),
        (400, {"data": b'{"hearts_0": 6}', "content_type": "application/json"}),
        (400, {"data": b"--x\r\nbroken", "content_type": "multipart/form-data; boundary=x"}),
        (400, {"data": b"", "content_type": "multipart/form-data"}),
        (400, {"data": b"csrf_token=%", "content_type": "application/x-www-form-urlencoded"}),
        (400, {"data": b"", "content_type": "nonsense"}),
    ],
)
def test_a_body_that_cannot_be_is_refused(table: Table, status: int, sent: dict[str, Any]) -> None:
    if isinstance(sent["data"], dict):
        sent = {"data": {**dict(table.entry().filled(GOOD)), **sent["data"]}}
    before = everything(table.app)
    response = table.phone.client.post(table.address, **sent)
    assert response.status_code == status
    error(page_of(response))
    assert everything(table.app) == before


def test_our_fault(tmp_path: Path) -> None:
    def fail() -> str:
        raise RuntimeError(SECRET)

    def fail_below() -> str:
        raise OperationalError(SECRET, {}, Exception(SECRET))

    with app_in(tmp_path / "breaking") as app:
        app.add_url_rule("/fail", view_func=fail)
        app.add_url_rule("/fail-below", view_func=fail_below)
        phone = Phone(app)
        for address in ("/fail", "/fail-below"):
            response = phone.client.get(address)
            assert response.status_code == 500
            error(page_of(response))
            assert SECRET not in response.text
            assert "RuntimeError" not in response.text
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert "no-store" in response.headers["Cache-Control"]
        # All else goes on.
        assert phone.client.get("/new").status_code == 200


@pytest.mark.parametrize("mount", ["", "/our/cards"])
def test_what_could_not_be_saved_is_sent_again_to_the_same_address(
    table: Table, mount: str
) -> None:
    form, mounted = table.entry(), {"SCRIPT_NAME": mount}
    fields = form.filled(GOOD)
    with database_gone(table.app):
        refused = table.phone.client.post(form.action, data=fields, environ_overrides=mounted)
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    again = page_of(refused).form()
    assert again.action == f"{mount}{form.action}"
    path = again.action.removeprefix(mount)
    sent = table.phone.client.post(path, data=again.filled({}), environ_overrides=mounted)
    assert (sent.status_code, sent.location) == (303, f"{mount}{table.address}")
