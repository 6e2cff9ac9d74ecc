"""Checks of every request; a malformed one is refused before a view sees it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Flask, abort, current_app, g, request
from flask_wtf.csrf import CSRFError, CSRFProtect

from scorepad.web import database

# A body that comes with one of these is not read.
_WITHOUT_BODY: Final = ("GET", "HEAD", "OPTIONS")
# The largest file that a page accepts, and room for the form around it.
MOST_FILE_BYTES: Final = 20_000_000
_AROUND_A_FILE: Final = 64 * 1024
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.:\[\]_-]{1,260}(?=[/?#]|$)", re.IGNORECASE)
# Pairs of origins that the log has had; strangers can make up any number.
_told: Final[set[tuple[str, str]]] = set()
_MOST_TOLD: Final = 20
_View = TypeVar("_View", bound=Callable[..., object])


def takes_file(view: _View) -> _View:
    """Mark a view whose form has a file. Its body is read only once access has been decided."""
    # A mark on the function itself stays with it when it is wrapped.
    view.takes_file = True  # type: ignore[attr-defined]  # functions have no such attribute
    return view


def setup(app: Flask) -> None:
    """Check every address, and read every body before anything waits for it."""
    app.before_request(_check_query)
    app.before_request(_read_whole)


def setup_forms(app: Flask) -> None:
    """Check that every body is a form, and from one of our pages."""
    app.before_request(_read_file)
    _Csrf(app)
    app.before_request(_refuse_files)


class OtherOriginError(CSRFError):
    """Over HTTPS a form came with a good token, but not from a page of this address.

    ``shown``: the address of the page, as the browser says; empty if it does not. ``asked``: the
    address that the request is for, as far as Scorepad knows.
    """

    def __init__(self, shown: str, asked: str) -> None:
        super().__init__()
        self.shown = shown
        self.asked = asked


class _Csrf(CSRFProtect):
    """CSRF protection that, over HTTPS, needs no Referer where the browser says enough without."""

    def protect(self, *args: Any, **kwargs: Any) -> None:
        """Check the request's token and, over HTTPS, which page it is from."""
        super().protect(*args, **kwargs)
        if request.is_secure and "csrf_valid" in g:
            _expect_own_page()


def _expect_own_page() -> None:
    # Scripts of other sites cannot set any of these headers.
    if request.headers.get("Sec-Fetch-Site") == "same-origin":
        return
    said = request.headers.get("Origin")
    shown = _origin(request.referrer if said in (None, "", "null") else said)
    asked = _origin(request.host_url)
    if shown != asked:
        if shown:
            _tell_operator(shown, asked)
        raise OtherOriginError(shown, asked)


def _origin(address: str | None) -> str:
    """The part of an address that two pages of one origin share; empty if it is none."""
    match = _ORIGIN.match(address or "")
    return match[0].lower().removesuffix(":443") if match else ""


def _tell_operator(shown: str, asked: str) -> None:
    if len(_told) < _MOST_TOLD and (shown, asked) not in _told:
        _told.add((shown, asked))
        current_app.logger.warning(
            "A form from a page of %s was refused, because it was sent to %s. If that is the same"
            " site, the proxy must pass on the Host header with its port, or X-Forwarded-Port.",
            *(shown, asked),
        )


def _check_query() -> None:
    try:
        _ = request.args
    except UnicodeDecodeError:
        # Otherwise Werkzeug would fail where a view first reads it.
        abort(400)


def _read_whole() -> None:
    # The rest of a body may come late or never. Nobody else must wait for it, so it is read before
    # a snapshot of the database is opened. This also refuses bodies that are too long.
    if request.method not in _WITHOUT_BODY and not _file_expected():
        _ = request.form


def _read_file() -> None:
    # Files are large, so only those who may write get to send one.
    if request.method in _WITHOUT_BODY or not _file_expected():
        return
    # As for any other body, no snapshot of the database stays open in the meantime.
    database.stop_reading()
    request.max_content_length = MOST_FILE_BYTES + _AROUND_A_FILE
    _ = request.form


def _file_expected() -> bool:
    view = current_app.view_functions.get(request.endpoint or "")
    return bool(getattr(view, "takes_file", False))


def _refuse_files() -> None:
    # Only the marked views accept files.
    if request.method not in _WITHOUT_BODY and not _file_expected() and request.files:
        abort(400)
