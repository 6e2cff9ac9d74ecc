"""What must be true of every answer, whatever was asked."""

from __future__ import annotations

import json
import re
from typing import Final
from urllib.parse import urljoin

from flask.sessions import SecureCookieSessionInterface
from werkzeug.test import TestResponse

from tests.web.apps import everything
from tests.web.cast import COOKIE, SESSION
from tests.web.http.asking import Bench
from tests.web.http.wire import SAFE, WireRequest
from tests.web.pages import page_of

# Answers below 500 that are not the page of an error but the form again, and what is wrong with it.
FORM_AGAIN: Final = frozenset({409, 422})
# Nothing new.
NO_BODY: Final = frozenset({204, 304})


def check(bench: Bench, request: WireRequest) -> TestResponse:
    """Send a request, and check its answer and its effects; then reset everything."""
    try:
        answer = bench.ask(request)
        assert not bench.logged.records, bench.logged.records
        assert 200 <= answer.status_code < 500, answer.status
        check_headers(bench, request, answer)
        check_body(bench, request, answer)
        if answer.status_code >= 400 or request.method.upper() in SAFE:
            assert everything(bench.app) == bench.rows
        elif not bench.holds_a_pen(request):
            # They may start a pad of their own, or take a pen that is offered to them.
            after = everything(bench.app)
            for table in ("games", "seats", "substitutions", "hands"):
                assert set(map(str, bench.rows[table])) <= set(map(str, after[table])), table
        return answer
    finally:
        bench.logged.records.clear()
        bench.reset()


def check_headers(bench: Bench, request: WireRequest, answer: TestResponse) -> None:
    """Check headers: guards, valid values, links within the site, only the client's own secret."""
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    if (
        answer.mimetype not in ("text/javascript", "text/css")
        and answer.status_code != 204
        and "HX-Request" not in request.headers
    ):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        # What is no page does nothing, not even lead anywhere.
        assert policy.endswith("sandbox") or answer.headers["Referrer-Policy"] == "same-origin"
    for name, value in answer.headers:
        assert re.fullmatch(r"[\w-]+", name, re.ASCII), name
        assert re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value), (name, value)
        rest = value
        cookie = value.removeprefix("__Host-") if name == "Set-Cookie" else ""
        if cookie.startswith(f"{COOKIE}="):
            # Back to the phone that it came from.
            for own in cookie.partition("=")[2].partition(";")[0].split("."):
                if own in (request.headers.get("Cookie") or ""):
                    rest = rest.replace(own, "")
        elif cookie.startswith(f"{SESSION}=") and "Max-Age=0" not in value:
            # Signed, but anybody can read it.
            reader = SecureCookieSessionInterface().get_signing_serializer(bench.app)
            assert reader is not None
            rest += json.dumps(reader.loads(value.partition("=")[2].partition(";")[0]), default=str)
        assert not bench.secrets_in(rest), (name, value)
    if answer.location is not None and "Host" not in request.headers:
        here = f"{request.scheme}://localhost/"
        assert urljoin(f"{here}x", answer.location).startswith(here), answer.location


def check_body(bench: Bench, request: WireRequest, answer: TestResponse) -> None:
    """Check that the body is a page of ours, of the declared length, without a secret, or empty."""
    code = answer.status_code
    if request.method.upper() == "HEAD" or code in NO_BODY:
        assert answer.data == b""
        return
    assert answer.content_length in (None, len(answer.data))
    body = answer.data.decode(errors="replace")
    assert not bench.secrets_in(body)
    # Nor that of a phone that gets one with this answer.
    secrets = re.findall(rf"{COOKIE}=([^;]+)", str(answer.headers.getlist("Set-Cookie")))
    assert not [secret for secret in secrets if secret in body]
    if code < 300 and request.method.upper() != "OPTIONS" and answer.mimetype == "text/html":
        page_of(answer)
    if code == 400 and answer.mimetype == "text/plain":
        # No page can say where it leads to if the host is none.
        assert request.headers.get("Host", "localhost") != "localhost"
    elif code == 412:
        # Werkzeug's own for a condition (If-Match) on a static file, and it sends the file along.
        assert request.address.startswith("/static/")
    elif code >= 400:
        assert answer.content_type == "text/html; charset=utf-8"
        page = page_of(answer)
        assert page.title
        assert page.only("head").only("title").text
        if code not in FORM_AGAIN:
            assert [link.attributes["href"] for link in page.main.all("a")] == ["/"]
