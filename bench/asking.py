"""Requests that are ready, and what they cost: the app is asked without a socket."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from uuid import uuid4
from wsgiref.types import WSGIEnvironment

from flask import Flask
from werkzeug.test import EnvironBuilder

from tests.web.cast import Table, hand
from tests.web.pages import Form, Value

_SECONDS_EACH: Final = 0.06

# Counts the seconds that something took. That of the thread: whatever else the machine does
# meanwhile is not in it.
Clock = Callable[[], float]


def cookies_of(table: Table) -> str:
    """The cookies of the phone that holds the pen, once it has seen the table."""
    table.page()
    cookies = [table.phone.client.get_cookie(f"scorepad_{name}") for name in ("device", "session")]
    return "; ".join(f"{each.key}={each.value}" for each in cookies if each is not None)


def request(app: Flask, address: str, cookies: str = "", accepted: str = "") -> Callable[[], None]:
    """Something that asks for a page and reads it to its end."""
    headers = {"Cookie": cookies, "Accept-Encoding": accepted}
    pairs = [(name, value) for name, value in headers.items() if value]
    environ = EnvironBuilder(address, headers=pairs).get_environ()
    return lambda: answer(app, dict(environ), ("200", "204"))


def answer(app: Flask, environ: WSGIEnvironment, expected: tuple[str, ...]) -> None:
    """Let the app answer, to the end. Raises RuntimeError if it answers anything else."""
    statuses: list[str] = []

    def begin(status: str, *_: object) -> Callable[[bytes], object]:
        statuses.append(status)
        return _write

    pieces = app(environ, begin)
    try:
        for _ in pieces:
            pass
    finally:
        getattr(pieces, "close", _nothing)()
    if not statuses[0].startswith(expected):
        raise RuntimeError(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}: {statuses[0]}")


def _write(_piece: bytes) -> None:
    raise NotImplementedError


def _nothing() -> None:
    """What has nothing to close."""


def cost(do: Callable[[], object], clock: Clock = time.thread_time) -> float:
    """The seconds of CPU that it takes once."""
    count = 0
    end = time.thread_time() + _SECONDS_EACH
    # Read twice only: to ask a server's processes each time takes as long as half a poll.
    start = clock()
    while time.thread_time() < end:
        do()
        count += 1
    return (clock() - start) / count


class Saves:
    """The same hand recorded at several tables, each request ready before the first is sent."""

    def __init__(self, tables: Sequence[Table], clock: Clock = time.thread_time) -> None:
        self._clock = clock
        self._app = tables[0].app
        self._forms = [(table.address, table.entry(), cookies_of(table)) for table in tables]
        self._revision = int(self._forms[0][1]["revision"] or 0)

    def cost(self) -> float:
        """The seconds of CPU of one save: of the request alone, not of the undo after it."""
        saves = self._requests("", self._revision, hand(6, 4, 2, 1, QS=1))
        undos = self._requests("/undo", self._revision + 1, {})
        self._revision += 2
        start = self._clock()
        for save in saves:
            answer(self._app, save, ("303",))
        spent = self._clock() - start
        for undo in undos:
            answer(self._app, undo, ("303",))
        return spent / len(saves)

    def _requests(
        self, act: str, revision: int, fields: Mapping[str, Value]
    ) -> list[WSGIEnvironment]:
        return [
            post(f"{address}{act}", form, cookies, revision, fields)
            for address, form, cookies in self._forms
        ]


def post(
    address: str, form: Form, cookies: str, revision: int, fields: Mapping[str, Value]
) -> WSGIEnvironment:
    """A form sent with the page's own token, for a revision, under an id that is new."""
    data = {
        "csrf_token": form["csrf_token"],
        "entry_id": str(uuid4()),
        "revision": str(revision),
        **fields,
    }
    cookie = [("Cookie", cookies)]
    return EnvironBuilder(address, method="POST", data=data, headers=cookie).get_environ()
