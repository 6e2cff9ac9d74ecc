"""``/healthz``, for load balancers: does the database answer?

Answered before the app: it names no pad, sets no cookie, and is good under any host name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.wrappers import Response

from scorepad.web.database import database_of
from scorepad.web.http.headers import headers_of

PATH: Final = "/healthz"


class Health:
    """Answers ``GET /healthz``: 200 if the database does, else 503."""

    def __init__(self, app: Flask, wsgi_app: WSGIApplication) -> None:
        self._database = database_of(app)
        self._flask = app
        self._app = wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, or let the app answer."""
        if environ.get("PATH_INFO") != PATH or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self._app(environ, start_response)
        answers = self._database.answers()
        headers = headers_of(self._flask, environ["wsgi.url_scheme"], document=True)
        text, status = ("ok\n", 200) if answers else ("no database\n", 503)
        response = Response(text, status, headers)
        response.cache_control.no_store = True
        if not answers:
            response.retry_after = 5
        return response(environ, start_response)
