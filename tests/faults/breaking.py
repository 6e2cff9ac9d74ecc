"""Scorepad with addresses that break where no page of its own does.

``gunicorn 'tests.faults.breaking:create_app()'``, or ``python -m tests.faults.breaking`` instead of
the scorepad command.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Final

from flask import Flask, Response, g
from flask.typing import ResponseReturnValue

from scorepad.cli import main
from scorepad.settings import Settings
from scorepad.web import app as scorepad_app

APP: Final = "tests.faults.breaking:create_app()"
# Looks like a pad's address, and must stay as secret.
PATH: Final = "/pad/AAAAAAAAAAAAAAAAAAAAAA/broken/{}"
# More than a server buffers before it sends.
PIECE: Final = "a line\n" * 20_000


def create_app(settings: Settings | None = None) -> Flask:
    """The app, with one more address for each way to break."""
    app = scorepad_app.create_app(settings)
    for way in (teardown, first, middle, close):
        app.add_url_rule(PATH.format(way.__name__), view_func=way)
    app.teardown_request(_tear_down)
    return app


def teardown() -> ResponseReturnValue:
    """Break after the answer was made."""
    g.broken = True
    return "A whole answer.", {"X-From": "the app"}


def first() -> ResponseReturnValue:
    """Break before anything was sent."""
    return Response(_pieces("first", 0))


def middle() -> ResponseReturnValue:
    """Break when something was sent already."""
    return Response(_pieces("middle", 2))


def close() -> ResponseReturnValue:
    """Break when everything was sent."""
    response = Response("A whole answer.")
    response.call_on_close(lambda: next(_pieces("close", 0)))
    return response


def _pieces(way: str, count: int) -> Iterator[str]:
    for _ in range(count):
        yield PIECE
    raise RuntimeError(f"broken: {way}")


def _tear_down(_error: BaseException | None) -> None:
    if g.pop("broken", None):
        next(_pieces("teardown", 0))


if __name__ == "__main__":
    vars(importlib.import_module("scorepad.cli.serve"))["create_app"] = create_app
    main()
