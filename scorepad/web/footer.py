"""The footer of every page: in which language and which colours this phone wants its pages.

Its switches are links, each of which stores a choice in a cookie and comes back to the page.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorepad.web import urls
from scorepad.web.http import language, theme

blueprint: Final = Blueprint("footer", __name__)

_COOKIE_SECONDS: Final = 400 * 24 * 3600
# In the address: no theme of its own.
AS_PHONE: Final = "phone"


@blueprint.get("/language/<code>")
def choose_language(code: str) -> ResponseReturnValue:
    """Use this language from now on, and go back to the page with the link."""
    if code not in language.LANGUAGES:
        abort(404)
    return _store(language.COOKIE, code)


@blueprint.get("/theme/<name>")
def choose_theme(name: str) -> ResponseReturnValue:
    """Use this theme from now on, or the phone's, and go back to the page with the link."""
    if name not in (*theme.THEMES, AS_PHONE):
        abort(404)
    return _store(theme.COOKIE, None if name == AS_PHONE else name)


def _store(cookie: str, choice: str | None) -> Response:
    """Store the choice in a cookie (``None`` deletes it) and redirect to the page with the link."""
    response = redirect(_back(), code=303)
    response.set_cookie(
        cookie,
        choice or "",
        max_age=_COOKIE_SECONDS if choice else 0,
        path=urls.cookie_path(),
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
    if came_from.netloc != request.host or came_from.path == urls.this_path():
        return url_for("start.index")
    # One slash: two would make it an address on another server.
    path = f"/{came_from.path.lstrip('/')}"
    return f"{path}?{came_from.query}" if came_from.query else path
