"""What is answered when even the app's own page for errors cannot be made.

A server would answer by itself then, and write the address into its log: a pad's is a secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.wrappers import Response

from scorepad.store.trouble import trouble_of
from scorepad.web import words
from scorepad.web.headers import headers_of

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


class LastResort:
    """The outermost layer of the app: no exception passes it."""

    def __init__(self, app: Flask, wsgi_app: WSGIApplication) -> None:
        self._flask = app
        self._app = wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the app answer, or say in a line that it cannot."""
        try:
            return self._app(environ, start_response)
        except Exception as error:
            trouble = trouble_of(error)
            if trouble is None:
                self._flask.logger.exception("Exception on %s", environ["REQUEST_METHOD"])
            else:
                self._flask.logger.error("Trouble on %s: %s", environ["REQUEST_METHOD"], trouble)
            title, text = words.OUR_FAULT if trouble is None else words.GONE
            headers = headers_of(self._flask, environ["wsgi.url_scheme"])
            response = Response(f"{title}\n{text}\n", 500 if trouble is None else 503, headers)
            response.cache_control.no_store = True
            return response(environ, start_response)
