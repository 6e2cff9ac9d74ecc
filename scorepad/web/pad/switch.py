"""The switches at the foot of every page: links, each choice kept in a cookie of its own."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from flask import redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorepad.web import urls
from scorepad.web.fragments import rendered
from scorepad.web.http.language import LANGUAGES
from scorepad.web.http.theme import BARS
from scorepad.web.words.translation import language, remembered

_COOKIE_SECONDS: Final = 400 * 24 * 3600
# Each language with each theme, and then some for servers with several mount points.
_FEET_REMEMBERED: Final = 64
# The word in the address for no choice of a theme.
PHONE: Final = "phone"


def switches(theme: str | None) -> Markup:
    """The foot of this request's page; ``theme``: the one that was chosen."""
    return _switches(request.script_root, theme)


@remembered(_FEET_REMEMBERED)
def _switches(_script_root: str, chosen: str | None) -> Markup:
    return rendered(
        "_switches.html",
        languages=[(code, name, urls.language_url(code)) for code, name in LANGUAGES.items()],
        language=language(),
        themes={name: urls.theme_url(name) for name in (*BARS, PHONE)},
        chosen=chosen or PHONE,
    )


def switched(cookie: str, choice: str | None) -> Response:
    """Keep a choice, or with ``None`` forget it, and go back to the page with the link."""
    response = redirect(_back(), code=303)
    response.set_cookie(
        cookie,
        choice or "",
        max_age=_COOKIE_SECONDS if choice else 0,
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
