"""Polls of following pages: hundreds of phones may follow a game, and none may delay a save.

A page that follows a game asks every 1.5 seconds whether it went on. Nearly always it did not, and
one look-up answers that before the app is called. When it did, the page is rendered once for all
clients without a cookie of ours, who hold no pen and sit nowhere: they all see the same. It is
rendered from those parts of a request that are its cache key, so that nothing that one client sends
is shown to another; the content coding, the language and the theme are three of these parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from threading import Lock
from typing import Final, NamedTuple
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wrappers import Response

from scorepad.store.game.access import GameState, game_state
from scorepad.store.trouble import TroubleError
from scorepad.web.database import database_of
from scorepad.web.http.compression import encoding_for
from scorepad.web.http.converters import Count
from scorepad.web.http.headers import headers_of
from scorepad.web.http.language import language_of
from scorepad.web.http.theme import COOKIE, theme_of

# A table's page, or the table in the middle.
_TABLE: Final = re.compile(rf"/pad/([A-Za-z0-9_-]{{1,43}})/table/({Count.regex})(?:/middle)?")
_QUERY: Final = re.compile(
    r"(?:seen=([0-9]{1,9})(?:&next=([0-9]{1,9}))?(?:&pen=([0-9]{1,9}))?)?", re.ASCII
)
_OUR_COOKIES: Final = "scorepad_"
# The parts of a request that the shared page is rendered from: its cache key, besides the coding,
# the language and the theme.
_KEY_NAMES: Final = (
    "SCRIPT_NAME",
    "PATH_INFO",
    "HTTP_HOST",
    "SERVER_NAME",
    "SERVER_PORT",
    "wsgi.url_scheme",
)
# The most pages in the cache: about 6 kB each, or 40 kB for clients without compression.
_MOST_PAGES: Final = 100


class _Page(NamedTuple):
    """A page as it is sent."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


class PollMiddleware:
    """Answers ``GET table?seen=<revision>`` with 204 while that is the game's revision.

    A table's page must change with the revision only, and once the game is over with ``next``, the
    number of the game that is played then. A page that writes asks with its ``pen``, and changes
    when that is withdrawn too. All other requests, and all odd ones, go on to the app.
    """

    def __init__(self, app: Flask, wsgi_app: WSGIApplication, hosts: Iterable[str]) -> None:
        self._database = database_of(app)
        self._flask = app
        self._app = wsgi_app
        self._hosts = list(hosts)
        # By cache key: the state that the page shows, and the page.
        self._pages: dict[tuple[str | None, ...], tuple[GameState, _Page]] = {}
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, or let the app answer."""
        table = _TABLE.fullmatch(environ.get("PATH_INFO", ""))
        query = _QUERY.fullmatch(environ.get("QUERY_STRING", ""))
        # A client with a cookie of ours has a page of its own.
        own = _OUR_COOKIES in environ.get("HTTP_COOKIE", "")
        if not table or not query or environ["REQUEST_METHOD"] != "GET" or (own and not query[1]):
            return self._app(environ, start_response)
        if self._hosts and not host_is_trusted(environ.get("HTTP_HOST"), self._hosts):
            return self._app(environ, start_response)
        state = self._look_up(table[1], int(table[2]), int(query[3]) if query[3] else None)
        if state is not None and query[1] and _seen(query) == (state.revision, state.next):
            headers = headers_of(self._flask, environ["wsgi.url_scheme"], document=False)
            start_response("204 No Content", [*headers.items(), ("Cache-Control", "no-store")])
            return []
        if state is None or own:
            return self._app(environ, start_response)
        page = self._page(state, environ)
        start_response(page.status, list(page.headers))
        return [page.body]

    def _look_up(self, address: str, number: int, pen: int | None) -> GameState | None:
        try:
            with self._database.engine.connect() as connection:
                return game_state(connection, address, number, pen)
        except (SQLAlchemyError, TroubleError):
            # The app meets the same error, and reports it.
            return None

    def _page(self, state: GameState, environ: WSGIEnvironment) -> _Page:
        """The page of a table as it is now: it may be newer than the state, never older."""
        # Normalised: many headers mean the same coding, the same language, the same theme.
        variant = (
            encoding_for(environ.get("HTTP_ACCEPT_ENCODING", "")),
            language_of(environ),
            theme_of(environ),
        )
        key = (*variant, *(environ.get(name) for name in _KEY_NAMES))
        page_state, page = self._pages.get(key, (None, None))
        if page is None or page_state != state:
            response = Response.from_app(
                self._app, _anonymous_environ(environ, *variant), buffered=True
            )
            page = _Page(response.status, response.headers.to_wsgi_list(), response.get_data())
            if response.status_code == HTTPStatus.OK and "Set-Cookie" not in response.headers:
                with self._lock:
                    self._pages.pop(key, None)
                    if len(self._pages) >= _MOST_PAGES:
                        self._pages.pop(next(iter(self._pages)))
                    self._pages[key] = state, page
        return page


def _seen(query: re.Match[str]) -> tuple[int, int | None]:
    """The revision and the next game that a page shows."""
    return int(query[1]), int(query[2]) if query[2] else None


def _anonymous_environ(
    environ: WSGIEnvironment, encoding: str, language: str, theme: str | None
) -> WSGIEnvironment:
    """A request with nothing of the client's but the parts of the cache key."""
    kept = {
        name: value
        for name, value in environ.items()
        if name in _KEY_NAMES or name.startswith("wsgi.")
    }
    # Of all cookies no more than the word for the theme.
    if theme:
        kept["HTTP_COOKIE"] = f"{COOKIE}={theme}"
    return {
        **kept,
        "REQUEST_METHOD": "GET",
        "QUERY_STRING": "",
        "HTTP_ACCEPT_ENCODING": encoding,
        "HTTP_ACCEPT_LANGUAGE": language,
    }
