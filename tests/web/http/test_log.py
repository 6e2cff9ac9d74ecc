"""No log has the address of a pad or a link in it."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from scorepad.web.http.errors import without_addresses
from tests.web.apps import app_in

SECRET = "Mv7k6q_qsWVBWIP3wcs-Gw"


@pytest.mark.parametrize(
    ("text", "logged"),
    [
        (f"GET /pad/{SECRET}/table/3?seen=1", "GET /pad/<address>/table/3?seen=1"),
        (f"/scores/pad/{SECRET}", "/scores/pad/<address>"),
        (f"https://a.example/pen/{SECRET} is gone", "https://a.example/pen/<address> is gone"),
        (f"/pad/%4D{SECRET[1:]}/", "/pad/<address>/"),
        ('File "scorepad/web/pad/download.py"', 'File "scorepad/web/pad/download.py"'),
    ],
)
def test_addresses_are_replaced(text: str, logged: str) -> None:
    assert without_addresses(text) == logged


def test_exception_in_view_is_logged_without_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(address: str) -> str:
        raise RuntimeError(f"at /pad/{address}/")

    with app_in(tmp_path / "data") as app:
        # No pad is looked up for this name of an argument.
        app.add_url_rule("/pad/<address>/fail", view_func=fail)
        app.before_request_funcs[None].clear()
        assert app.test_client().get(f"/pad/{SECRET}/fail").status_code == 500
    assert "/pad/<address>/fail" in caplog.text
    assert "RuntimeError" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize("server", ["waitress", "gunicorn.error"])
def test_server_logs_no_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, server: str
) -> None:
    with app_in(tmp_path / "data"):
        logging.getLogger(server).error("Exception while serving %s", f"/pen/{SECRET}")
    assert "/pen/<address>" in caplog.text
    assert SECRET not in caplog.text
