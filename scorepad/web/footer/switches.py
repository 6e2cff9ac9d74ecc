"""The switches: links, each of which stores a choice in a cookie and comes back to the page."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from flask import redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorepad.web import urls
from scorepad.web.fragments import render_fragment
from scorepad.web.http.language import LANGUAGES
from scorepad.web.http.theme import THEMES
from scorepad.web.words.translation import cached_by_language, language

_COOKIE_SECONDS: Final = 400 * 24 * 3600
# Languages × themes, with room for servers with several mount points.
_FOOTER_CACHE_SIZE: Final = 64
# In the address: no theme of its own.
AS_PHONE: Final = "phone"


def switches(theme: str | None) -> Markup:
    """The footer of this request's page; ``theme``: the chosen one."""
    return _switches(request.script_root, theme)


@cached_by_language(_FOOTER_CACHE_SIZE)
def _switches(_script_root: str, chosen: str | None) -> Markup:
    return render_fragment(
        "footer/switches.html",
        languages=[(code, name, urls.language_url(code)) for code, name in LANGUAGES.items()],
        language=language(),
        themes={name: urls.theme_url(name) for name in (*THEMES, AS_PHONE)},
        chosen=chosen or AS_PHONE,
    )


def store_choice(cookie: str, choice: str | None) -> Response:
    """Store the choice in a cookie (``None`` deletes it) and redirect to the page with the link."""
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
