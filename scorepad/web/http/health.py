"""``/healthz``, for load balancers: does the database answer?

Answered before the app: it names no pad, sets no cookie, and is good under any host name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from sqlalchemy import text as sql
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response

from scorepad.store.trouble import TroubleError
from scorepad.web.database import db, readiness_of
from scorepad.web.http.headers import headers_of

PATH: Final = "/healthz"
# The table exists only in a database of Scorepad.
_QUESTION: Final = sql("SELECT version_num FROM alembic_version")


class Health:
    """Answers ``GET /healthz``: 200 if the database does, else 503."""

    def __init__(self, app: Flask, wsgi_app: WSGIApplication) -> None:
        with app.app_context():
            self._engine = db.engine
        self._readiness = readiness_of(app)
        self._flask = app
        self._app = wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, or let the app answer."""
        if environ.get("PATH_INFO") != PATH or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self._app(environ, start_response)
        answers = self._database_answers()
        headers = headers_of(self._flask, environ["wsgi.url_scheme"], document=True)
        text, status = ("ok\n", 200) if answers else ("no database\n", 503)
        response = Response(text, status, headers)
        response.cache_control.no_store = True
        if not answers:
            response.retry_after = 5
        return response(environ, start_response)

    def _database_answers(self) -> bool:
        try:
            self._readiness.expect()
            with self._engine.connect() as connection:
                return connection.execute(_QUESTION).first() is not None
        except (SQLAlchemyError, TroubleError):
            return False
