"""The switch of the language, which every page has."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorepad.web.http.language import COOKIE, LANGUAGES

_COOKIE_SECONDS: Final = 400 * 24 * 3600

blueprint = Blueprint("language", __name__)


@blueprint.get("/language/<code>")
def choose(code: str) -> ResponseReturnValue:
    """Use this language from now on, and go back to the page with the link."""
    if code not in LANGUAGES:
        raise NotFound
    response = redirect(_back(), code=303)
    response.set_cookie(
        COOKIE,
        code,
        max_age=_COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


def _back() -> str:
    """The page that the link was on, or the first one."""
    try:
        came_from = urlsplit(request.referrer or "")
    except ValueError:
        return url_for("start.index")
    if came_from.netloc != request.host or came_from.path == request.path:
        return url_for("start.index")
    # One slash: two would make it an address on another server.
    path = f"/{came_from.path.lstrip('/')}"
    return f"{path}?{came_from.query}" if came_from.query else path
