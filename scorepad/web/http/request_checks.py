"""Checks of every request; a malformed one is refused before a view sees it."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, abort, request
from flask_wtf.csrf import CSRFError, CSRFProtect

# A body that is sent all the same is not read.
_WITHOUT_BODY: Final = ("GET", "HEAD", "OPTIONS")


def setup(app: Flask) -> None:
    """Check every address, and read every body before anything waits for it."""
    app.before_request(_check_query)
    app.before_request(_read_whole)


def setup_forms(app: Flask) -> None:
    """Check every body: that it comes from a page of ours, and is a form."""
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
    # The rest of a body may come late or never: nobody else may wait for it, and no snapshot of
    # the database be kept open. Refuses what is too long.
    if request.method not in _WITHOUT_BODY:
        _ = request.form


def _refuse_files() -> None:
    # No form of ours accepts a file, and a file is not a text.
    if request.method not in _WITHOUT_BODY and request.files:
        abort(400)
