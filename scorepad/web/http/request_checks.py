"""What a request must be like to be read at all; what is not is refused before a view sees it."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, abort, request
from flask_wtf.csrf import CSRFError, CSRFProtect

# Should one be sent all the same, it is not read.
_WITHOUT_BODY: Final = ("GET", "HEAD", "OPTIONS")


def setup(app: Flask) -> None:
    """Check every address, and read whatever is sent before anything waits for it."""
    app.before_request(_check_query)
    app.before_request(_read_whole)


def setup_forms(app: Flask) -> None:
    """Check whatever is sent: that it comes from a page of ours, and is a form."""
    _Csrf(app)
    app.before_request(_refuse_files)


class _Csrf(CSRFProtect):
    """CSRF protection that refuses a Referer which is no address, rather than to break at it."""

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
        # Werkzeug would break where a view first asks for it.
        abort(400)


def _read_whole() -> None:
    # The rest of a body may come late or never: nobody else may wait for it, and no snapshot of
    # the database be kept open. Refuses what is too long.
    if request.method not in _WITHOUT_BODY:
        _ = request.form


def _refuse_files() -> None:
    # No form of ours takes one, and where a text is expected a file is none.
    if request.method not in _WITHOUT_BODY and request.files:
        abort(400)
