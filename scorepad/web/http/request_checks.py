"""Checks of a request that may write, once access is decided: it is a form of one of our pages."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask, abort, current_app, request
from flask_wtf.csrf import CSRFError, CSRFProtect

# The largest file that a page accepts, and room for the form around it.
MOST_FILE_BYTES: Final = 20_000_000
_AROUND_A_FILE: Final = 64 * 1024
# The one form that has a file.
_TAKES_FILE: Final = "pad.take_file"
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.:\[\]_-]{1,260}(?=[/?#]|$)", re.IGNORECASE)


class OtherOriginError(CSRFError):
    """Over HTTPS a form came with a good token, but not from a page of this address.

    ``shown``: the address of the page, as the browser says; empty if it does not. ``asked``: the
    address that the request is for, as far as Scorepad knows.
    """

    def __init__(self, shown: str, asked: str) -> None:
        super().__init__()
        self.shown = shown
        self.asked = asked


def setup(app: Flask) -> None:
    """Check every request before its view; the token of a form first, then what page it is from."""
    app.before_request(_check_query_and_files)
    CSRFProtect(app)
    app.before_request(_expect_own_page)


def _check_query_and_files() -> None:
    try:
        _ = request.args
    except UnicodeDecodeError:
        # Otherwise Werkzeug would fail where a view first reads it.
        abort(400)
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        if request.endpoint == _TAKES_FILE:
            request.max_content_length = MOST_FILE_BYTES + _AROUND_A_FILE
        elif request.files:
            abort(400)


def _expect_own_page() -> None:
    """Over HTTPS, refuse a form of another site; no Referer is needed if a browser says enough."""
    if not request.is_secure or request.method not in current_app.config["WTF_CSRF_METHODS"]:
        return
    # Scripts of other sites cannot set any of these headers.
    if not request.endpoint or request.headers.get("Sec-Fetch-Site") == "same-origin":
        return
    said = request.headers.get("Origin")
    shown = _origin(request.referrer if said in (None, "", "null") else said)
    asked = _origin(request.host_url)
    if shown != asked:
        if shown:
            current_app.logger.warning(
                "A form from a page of %s was refused, because it was sent to %s. If that is the"
                " same site, the proxy must pass on the Host header with its port, or"
                " X-Forwarded-Port.",
                *(shown, asked),
            )
        raise OtherOriginError(shown, asked)


def _origin(address: str | None) -> str:
    """The part of an address that two pages of one origin share; empty if it is none."""
    match = _ORIGIN.match(address or "")
    return match[0].lower().removesuffix(":443") if match else ""
