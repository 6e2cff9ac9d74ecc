"""What is answered when even the app's own page for errors cannot be made.

A server would answer by itself then, and write the address into its log: a pad's is a secret.
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


class LastResort:
    """The outermost layer of the app: no exception passes it but one that servers say nothing of.

    What breaks before its first byte is there is answered in a line. What breaks later is cut off,
    so that nobody takes it for whole.
    """

    def __init__(self, app: Flask, wsgi_app: WSGIApplication) -> None:
        self._flask = app
        self._app = wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the app answer, or say in a line that it cannot."""
        method = environ["REQUEST_METHOD"]
        # The server hears of the app's answer once it has begun: it takes only one.
        begun: tuple[Any, ...] = ()

        def begin(*answer: Any) -> Callable[[bytes], object]:
            nonlocal begun
            begun = answer
            return _write

        try:
            answer = self._app(environ, begin)
            # A file is sent by the server itself, and what is in a list is there.
            if not isinstance(answer, (list, environ.get("wsgi.file_wrapper", list))):
                answer = _Answer(answer, lambda error: self._cut_off(error, method))
        except Exception as error:
            line = self._line(self._note(error, method), environ["wsgi.url_scheme"])
            return line(environ, start_response)
        except SystemExit as error:
            # So gunicorn ends a worker that took too long, as over a body that never comes.
            self._cut_off(error, method)
        start_response(*begun)
        return answer

    def _line(self, trouble: TroubleError | None, scheme: str) -> Response:
        title, text = messages.OUR_FAULT if trouble is None else messages.GONE
        response = Response(f"{title}\n{text}\n", 500 if trouble is None else 503)
        response.headers.extend(headers_of(self._flask, scheme))
        response.cache_control.no_store = True
        if trouble is not None:
            response.retry_after = 30
        return response

    def _note(self, error: BaseException, method: str) -> TroubleError | None:
        """Write it into the log, where the address must not be; the trouble that was behind it."""
        trouble = trouble_of(error)
        if trouble is None:
            self._flask.logger.error("Exception on %s", method, exc_info=error)
        else:
            self._flask.logger.error("Trouble on %s: %s", method, trouble)
        return trouble

    def _cut_off(self, error: BaseException, method: str) -> NoReturn:
        self._note(error, method)
        # As if the client had hung up: servers close the connection then, and say nothing.
        raise BrokenPipeError(errno.EPIPE, "the answer broke off") from None


class _Answer:
    """An answer whose first bytes are there; ``broken`` is called with what breaks the rest."""

    def __init__(
        self, answer: Iterable[bytes], broken: Callable[[BaseException], NoReturn]
    ) -> None:
        self._answer = answer
        self._broken = broken
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
            self._broken(error)

    def close(self) -> None:
        """Let go of what the answer was made from."""
        try:
            getattr(self._answer, "close", lambda: None)()
        except (Exception, SystemExit) as error:
            self._broken(error)


def _write(_piece: bytes) -> NoReturn:
    raise NotImplementedError("nothing of ours writes an answer in this old way")
