"""Errors as pages that fit wherever any other page does."""

from __future__ import annotations

import sqlite3
from typing import Final

from flask import Flask, Response, current_app, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import (
    BadHost,
    BadRequest,
    Forbidden,
    HTTPException,
    InternalServerError,
    SecurityError,
)

from scorepad.store.errors import CapError, PenWithdrawnError
from scorepad.store.trouble import BusyError, GoneError, NoRoomError, TroubleError, trouble_of
from scorepad.web.database import db
from scorepad.web.words import messages
from scorepad.web.words.translation import N_, gettext

_SENTENCES: Final = {
    400: (
        N_("That could not be read"),
        N_("Something in the request was not as it should be. Nothing was changed."),
    ),
    403: (
        N_("This phone has no pen"),
        N_(
            "You can watch, but only a phone with a pen can write in this pad. Whoever has one can "
            "give you one too: on their phone, in the pad, under “Who can write”."
        ),
    ),
    404: (N_("Nothing here"), N_("There is no such page. Please check the address.")),
    405: (
        N_("Not possible here"),
        N_("This address cannot be used like that. Nothing was changed."),
    ),
    429: (
        N_("Too often"),
        N_(
            "Your network has sent so many requests lately that this has to wait. Nothing was "
            "changed; please try again later."
        ),
    ),
    413: (N_("Too much"), N_("That is more than Scorepad takes at once. Nothing was changed.")),
}
_NO_SUCH_FILE: Final = (
    N_("There is no such file"),
    N_(
        "In its address, “layout” can be “tidy” or “sheet”, and “separator” can be “comma” or "
        "“semicolon”."
    ),
)
_OUT_OF_DATE: Final = (
    N_("This page was out of date"),
    N_("Please go back, reload the page and try again. Nothing was changed."),
)


# Status, message of the page, and seconds after which another try makes sense.
_TROUBLES: Final[dict[type[TroubleError], tuple[int, tuple[str, str], int | None]]] = {
    BusyError: (503, messages.BUSY, 5),
    GoneError: (503, messages.GONE, 30),
    NoRoomError: (507, messages.NO_ROOM, None),
}


class UnknownFileError(BadRequest):
    """The address of a file names an unknown layout or separator."""


def setup(app: Flask) -> None:
    """Answer every error with a page of ours."""
    app.register_error_handler(HTTPException, _page)
    app.register_error_handler(PenWithdrawnError, lambda _: _page(Forbidden()))
    app.register_error_handler(CapError, _too_much)
    app.register_error_handler(TroubleError, _trouble)
    app.register_error_handler(SQLAlchemyError, _trouble)
    app.register_error_handler(sqlite3.Error, _trouble)


def _trouble(error: TroubleError | SQLAlchemyError | sqlite3.Error) -> Response:
    """Report a trouble of the machine on a page that can send the form again."""
    trouble = trouble_of(error)
    if trouble is None:
        raise error
    db.session.remove()
    if request.method == "POST":
        current_app.logger.error("Could not save: %s", trouble)
    status, (title, text), wait = _TROUBLES[type(trouble)]
    response = Response(
        render_template(
            "error.html",
            title=gettext(title),
            text=gettext(text),
            again=_submitted_fields(),
            # One slash: two would make it an address on another server.
            again_at=f"/{request.path.lstrip('/')}",
        ),
        status,
    )
    if wait is not None:
        response.retry_after = wait
    return response


def _submitted_fields() -> list[tuple[str, str]]:
    """The fields of the submitted form, so that the error page can send them again."""
    return list(request.form.items(multi=True)) if request.method == "POST" else []


def _too_much(cap: CapError) -> Response:
    title, texts = messages.TOO_MUCH
    text = texts[cap.what]
    return Response(render_template("error.html", title=gettext(title), text=gettext(text)), 422)


def _page(error: HTTPException) -> Response | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    if isinstance(request.routing_exception, SecurityError | BadHost):
        # An invalid host, or not ours: no page's address can be built for it.
        line = gettext("This server does not answer to that name.")
        return Response(f"{line}\n", code, mimetype="text/plain")
    if isinstance(error, CSRFError):
        title, text = _OUT_OF_DATE
    elif isinstance(error, UnknownFileError):
        title, text = _NO_SUCH_FILE
    elif isinstance(error, InternalServerError) or code >= 500:
        title, text = messages.OUR_FAULT
    else:
        title, text = _SENTENCES.get(code, _SENTENCES[400])
    # Without a pen nothing waits to be sent again: what was entered is on the page before this one.
    without_pen = code == Forbidden.code and request.method == "POST"
    page = render_template("error.html", title=gettext(title), text=gettext(text), kept=without_pen)
    response = Response(page, code)
    # Headers of the error, such as the methods that an address allows.
    for name, value in error.get_headers():
        if name.lower() != "content-type":
            response.headers[name] = value
    return response
