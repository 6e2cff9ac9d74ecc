"""Errors: a page like any other for the reader, and a log that holds no address of a pad."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from flask import Flask, Response, current_app, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import BadHost, BadRequest, Forbidden, HTTPException, SecurityError

from scorepad.store.errors import CapError, PenWithdrawnError
from scorepad.store.trouble import (
    BusyError,
    CrowdedError,
    GoneError,
    NoRoomError,
    TroubleError,
    trouble_of,
)
from scorepad.web import database, urls
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.http.request_checks import OtherOriginError
from scorepad.web.words import messages
from scorepad.web.words.translation import gettext

# Status, message of the page, and seconds after which another try makes sense.
_TROUBLES: Final[dict[type[TroubleError], tuple[int, tuple[str, str], int | None]]] = {
    BusyError: (503, messages.BUSY, 5),
    CrowdedError: (503, messages.CROWDED, 5),
    GoneError: (503, messages.GONE, 30),
    NoRoomError: (507, messages.NO_ROOM, None),
}
# Addresses of pads, and links for a pen.
_SECRET: Final = re.compile(r"/(pad|pen)/[\w%-]{22,}", re.ASCII)


class UnknownFileError(BadRequest):
    """The address of a file names an unknown layout or separator."""


def setup(app: Flask) -> None:
    """Answer every error with a page, and keep addresses out of the app's and the server's log."""
    app.register_error_handler(HTTPException, _page)
    app.register_error_handler(PenWithdrawnError, lambda _: _page(Forbidden()))
    app.register_error_handler(CapError, _too_much)
    for trouble in (TroubleError, SQLAlchemyError, sqlite3.Error, OSError):
        app.register_error_handler(trouble, _trouble)
    # An error that no page answers is logged by the server, with the address that was asked for.
    for name in (app.logger.name, "waitress", "gunicorn.error"):
        # Loggers belong to the process, which may have several apps: they get the filter once.
        logging.getLogger(name).addFilter(_hide_addresses)


def error_page(
    message: tuple[str, str],
    *,
    values: Mapping[str, str] = MappingProxyType({}),
    hint: str = "",
    keeps_input: bool = False,
    resend: tuple[str, Sequence[tuple[str, str]]] | None = None,
) -> str:
    """The page of an error with this message, a title and a text in English.

    ``values``: those of the text. ``hint``: what may help some, in English. ``keeps_input``: what
    was entered is still on the page before this one. ``resend``: the address and the fields of a
    form that sends what was submitted once more.
    """
    title, text = gettext(message[0]), gettext(message[1], **values)
    return render_template(
        "error.html",
        title=title,
        text=text,
        hint=gettext(hint) if hint else "",
        keeps_input=keeps_input,
        resend=resend,
    )


def _trouble(error: Exception) -> Response:
    """Report a trouble of the machine on a page that can send the form again."""
    trouble = trouble_of(error)
    if trouble is None:
        raise error
    # What is shown has a fresh look: a connection may be broken, or what was begun half done.
    database.stop_reading()
    db.session.remove()
    fields: list[tuple[str, str]] = []
    if request.method == "POST":
        current_app.logger.error("Could not save: %s", trouble)
        # What was submitted, if there is any, can be sent again.
        fields = list(request.form.items(multi=True))
    status, message, wait = _TROUBLES[type(trouble)]
    resend = (urls.this_path(), fields) if fields else None
    response = Response(error_page(message, resend=resend), status)
    if wait is not None:
        response.retry_after = wait
    return response


def _too_much(cap: CapError) -> Response:
    title, texts = messages.TOO_MUCH
    return Response(error_page((title, texts[cap.what])), 422)


def _page(error: HTTPException) -> Response | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    if isinstance(request.routing_exception, SecurityError | BadHost):
        # For an invalid or unknown host no URL of a page can be built.
        line = gettext(messages.NOT_THIS_HOST)
        return Response(f"{line}\n", code, mimetype="text/plain")
    values: dict[str, str] = {}
    if isinstance(error, OtherOriginError):
        message = messages.OTHER_ORIGIN if error.shown else messages.NO_ORIGIN
        values = {"shown": error.shown, "asked": error.asked}
    elif isinstance(error, CSRFError):
        message = messages.OUT_OF_DATE
    elif isinstance(error, UnknownFileError):
        message = messages.NO_SUCH_FILE
    elif code >= 500:
        message = messages.OUR_FAULT
    else:
        message = messages.BY_STATUS.get(code, messages.BY_STATUS[400])
    # Without a pen it cannot be sent again, but the input is still on the page before this one.
    without_pen = code == Forbidden.code and request.method == "POST"
    # One who has pens comes by the address at which they were given.
    hint = messages.PEN_LOST if code == Forbidden.code and not access.has_pens() else ""
    page = error_page(message, values=values, hint=hint, keeps_input=without_pen)
    response = Response(page, code)
    # Headers of the error, such as the methods that the URL allows.
    for name, value in error.get_headers():
        if name.lower() != "content-type":
            response.headers[name] = value
    return response


def _hide_addresses(record: logging.LogRecord) -> bool:
    """Put ``<address>`` in the place of each secret of a record, also in its traceback."""
    record.msg, record.args = without_addresses(record.getMessage()), ()
    if record.exc_info:
        # A formatter uses this text where there is one.
        record.exc_text = without_addresses(logging.Formatter().formatException(record.exc_info))
    return True


def without_addresses(text: str) -> str:
    """The text with the rule of an address instead of the address."""
    return _SECRET.sub(r"/\1/<address>", text)
