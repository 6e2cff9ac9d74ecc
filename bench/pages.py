"""What pages cost: the CPU time of one request in this process, in requests of a bare hello.

Without a socket: the app is given a request that is ready. Each round measures all rows one after
the other, so that they share the machine's mood; the median of the rounds' ratios is what counts.
The time is the thread's own: whatever else the machine does meanwhile is not in it.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final
from uuid import uuid4
from wsgiref.types import WSGIEnvironment

from flask import Flask
from werkzeug.test import EnvironBuilder

from bench.figures import Figure
from bench.game import evening, stored
from bench.hello import hello_app
from scorepad import rules
from scorepad.settings import make_settings
from scorepad.web import create_app
from tests.web.cast import Table, hand
from tests.web.pages import Form, Value

_ROUNDS: Final = 13
_SECONDS_EACH: Final = 0.06
_SAVING: Final = 8
# At most, in hellos.
_BOUNDS: Final[Mapping[str, float]] = {
    "table, looked at, not cached": 40,
    "table, with the pen": 70,
    "save": 55,
    "correction": 70,
    "front page": 35,
    "log": 35,
    "show": 40,
    "hands to come": 65,
    "chart.svg": 90,
    "result.svg": 60,
    "start form": 25,
    "unchanged poll": 1.3,
    "cached page": 1.7,
}
# A request with any cookie of ours is never answered from the cache. This one means nothing to the
# app, which makes the page of a looker-on.
_OWN_COOKIE: Final = "scorepad_x=1"


def pages() -> list[Figure]:
    """A figure for every kind of page, and one for the sheet alone."""
    with tempfile.TemporaryDirectory() as folder:
        game = evening()
        app = create_app(make_settings(Path(folder)))
        table = stored(app, game)
        # The logs of those that save grow with every save: the pages show the other.
        saves = _Saves([stored(app, game) for _ in range(_SAVING)])
        costs: dict[str, Callable[[], float]] = {
            "hello": partial(_cost, _request(hello_app(), "/")),
            "sheet alone": partial(_cost, partial(rules.sheet, game)),
            **{name: partial(_cost, ask) for name, ask in _requests(table).items()},
            "save": saves.cost,
        }
        rounds = [{name: cost() for name, cost in costs.items()} for _ in range(_ROUNDS)]
    return [
        Figure(
            name,
            statistics.median(each[name] / each["hello"] for each in rounds),
            _BOUNDS.get(name),
            f"hellos ({statistics.median(each[name] for each in rounds) * 1000:.2f} ms here)",
        )
        for name in costs
        if name != "hello"
    ]


def _requests(table: Table) -> dict[str, Callable[[], None]]:
    app = table.app
    pen = _cookies(table)
    follow = table.page().only(id="follow").attributes["hx-get"]
    return {
        "table, looked at, not cached": _request(app, table.address, _OWN_COOKIE),
        "table, with the pen": _request(app, table.address, pen),
        "the same compressed": _request(app, table.address, pen, "gzip"),
        "correction": _request(app, table.hand(8), pen),
        "front page": _request(app, table.pad, pen),
        "log": _request(app, f"{table.address}/log", pen),
        "show": _request(app, f"{table.address}/show", pen),
        "hands to come": _request(app, f"{table.address}/ahead", pen),
        "chart.svg": _request(app, f"{table.address}/chart.svg"),
        "result.svg": _request(app, f"{table.address}/result.svg"),
        "start form": _request(app, "/new"),
        "unchanged poll": _request(app, follow),
        "cached page": _request(app, table.address),
    }


def _cookies(table: Table) -> str:
    """The cookies of the phone that holds the pen, once it has seen the table."""
    table.page()
    cookies = [table.phone.client.get_cookie(f"scorepad_{name}") for name in ("device", "session")]
    return "; ".join(f"{each.key}={each.value}" for each in cookies if each is not None)


def _request(app: Flask, address: str, cookies: str = "", accepted: str = "") -> Callable[[], None]:
    """Something that asks for a page and reads it to its end."""
    headers = {"Cookie": cookies, "Accept-Encoding": accepted}
    pairs = [(name, value) for name, value in headers.items() if value]
    environ = EnvironBuilder(address, headers=pairs).get_environ()
    return lambda: _answer(app, dict(environ), ("200", "204"))


def _answer(app: Flask, environ: WSGIEnvironment, expected: tuple[str, ...]) -> None:
    """Let the app answer, to the end. Raises RuntimeError if it answers anything else."""
    statuses: list[str] = []

    def begin(status: str, *_: object) -> Callable[[bytes], object]:
        statuses.append(status)
        return _write

    answer = app(environ, begin)
    try:
        for _ in answer:
            pass
    finally:
        getattr(answer, "close", _nothing)()
    if not statuses[0].startswith(expected):
        raise RuntimeError(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}: {statuses[0]}")


def _write(_piece: bytes) -> None:
    raise NotImplementedError


def _nothing() -> None:
    """What has nothing to close."""


def _cost(do: Callable[[], object]) -> float:
    """The seconds of CPU that it takes once."""
    count = 0
    start = time.thread_time()
    while (spent := time.thread_time() - start) < _SECONDS_EACH:
        do()
        count += 1
    return spent / count


class _Saves:
    """The same hand recorded at several tables, each request ready before the first is sent."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._app = tables[0].app
        self._forms = [(table.address, table.entry(), _cookies(table)) for table in tables]
        self._revision = int(self._forms[0][1]["revision"] or 0)

    def cost(self) -> float:
        """The seconds of CPU of one save: of the request alone, not of the undo after it."""
        saves = self._requests("", self._revision, hand(6, 4, 2, 1, QS=1))
        undos = self._requests("/undo", self._revision + 1, {})
        self._revision += 2
        start = time.thread_time()
        for save in saves:
            _answer(self._app, save, ("303",))
        spent = time.thread_time() - start
        for undo in undos:
            _answer(self._app, undo, ("303",))
        return spent / len(saves)

    def _requests(
        self, act: str, revision: int, fields: Mapping[str, Value]
    ) -> list[WSGIEnvironment]:
        return [
            _post(f"{address}{act}", form, cookies, revision, fields)
            for address, form, cookies in self._forms
        ]


def _post(
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
