"""The answer when even the app's own error page fails.

Otherwise a server would answer by itself and log the address: a pad's address is a secret.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any, NoReturn
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.wrappers import Response

from scorepad.store.trouble import TroubleError, trouble_of
from scorepad.web.http.headers import headers_of
from scorepad.web.words import messages
from scorepad.web.words.translation import gettext


class LastResort:
    """The layer around all that can fail: only exceptions that servers do not log pass it.

    A failure before the first byte is answered by one line. A failure after it cuts the answer
    off, so that nobody takes it for complete.
    """

    def __init__(self, app: Flask, wsgi_app: WSGIApplication) -> None:
        self._flask = app
        self._app = wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the app answer, or answer with one line that it cannot."""
        method = environ["REQUEST_METHOD"]
        # The server accepts one start: it gets the app's only once the answer has begun.
        start: tuple[Any, ...] = ()

        def begin(*answer: Any) -> Callable[[bytes], object]:
            nonlocal start
            start = answer
            return _write

        try:
            answer = self._app(environ, begin)
            # The server itself sends a file, and a list is complete already.
            if not isinstance(answer, (list, environ.get("wsgi.file_wrapper", list))):
                answer = _Answer(answer, lambda error: self._cut_off(error, method))
        except Exception as error:
            line = self._line(self._note(error, method), environ["wsgi.url_scheme"])
            return line(environ, start_response)
        except SystemExit as error:
            # gunicorn ends a worker like this after its timeout, as over a body that never comes.
            self._cut_off(error, method)
        start_response(*start)
        return answer

    def _line(self, trouble: TroubleError | None, scheme: str) -> Response:
        title, text = messages.OUR_FAULT if trouble is None else messages.GONE
        response = Response(f"{gettext(title)}\n{gettext(text)}\n", 500 if trouble is None else 503)
        response.headers.extend(headers_of(self._flask, scheme, document=True))
        response.cache_control.no_store = True
        if trouble is not None:
            response.retry_after = 30
        return response

    def _note(self, error: BaseException, method: str) -> TroubleError | None:
        """Log the exception without the address; the trouble that caused it."""
        trouble = trouble_of(error)
        if trouble is None:
            self._flask.logger.error("Exception on %s", method, exc_info=error)
        else:
            self._flask.logger.error("Trouble on %s: %s", method, trouble)
        return trouble

    def _cut_off(self, error: BaseException, method: str) -> NoReturn:
        self._note(error, method)
        # As if the client had hung up: servers then close the connection and log nothing.
        raise BrokenPipeError(errno.EPIPE, "the answer broke off") from None


class _Answer:
    """An answer that has begun; ``on_failure`` is called with an exception in the rest."""

    def __init__(
        self, answer: Iterable[bytes], on_failure: Callable[[BaseException], NoReturn]
    ) -> None:
        self._answer = answer
        self._on_failure = on_failure
        pieces = iter(answer)
        try:
            self._pieces = chain(list(islice(pieces, 1)), pieces)
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._pieces)
        except StopIteration:
            raise
        except (Exception, SystemExit) as error:
            self._on_failure(error)

    def close(self) -> None:
        """Close the source of the answer."""
        try:
            getattr(self._answer, "close", lambda: None)()
        except (Exception, SystemExit) as error:
            self._on_failure(error)


def _write(_piece: bytes) -> NoReturn:
    raise NotImplementedError("nothing of ours writes an answer in this old way")
