"""Checks of every request; a malformed one is refused before a view sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Flask, abort, current_app, request
from flask_wtf.csrf import CSRFError, CSRFProtect

from scorepad.web import database

# A body that comes with one of these is not read.
_WITHOUT_BODY: Final = ("GET", "HEAD", "OPTIONS")
# The largest file that a page accepts, and room for the form around it.
MOST_FILE_BYTES: Final = 20_000_000
_AROUND_A_FILE: Final = 64 * 1024
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


class _Csrf(CSRFProtect):
    """CSRF protection that refuses a Referer which is not an address, instead of failing on it."""

    def protect(self, *args: Any, **kwargs: Any) -> None:
        """Check the request's token and, over HTTPS, its Referer."""
        try:
            super().protect(*args, **kwargs)
        except ValueError as error:
            raise CSRFError("The referrer is no address.") from error


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
