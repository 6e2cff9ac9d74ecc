"""Servers of both kinds, whose logs may have no pad's address in them, whatever happens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from tests.support.hosting import Hosted, Listening, gunicorn_command, hosted
from tests.support.server import Server, running_scorepad

KEY: Final = "the same in every process"
# The tests' own log format, which names the worker of each answer.
_ACCESS_LOG: Final = re.compile(r"^worker <.*$", re.MULTILINE)
# What a traceback calls the program's own files, some of which are in a folder of that name.
_PROGRAM: Final = re.compile(r'^  File ".*$', re.MULTILINE)


class Talking(Listening, Protocol):
    """A server that writes a log."""

    def log(self) -> str:
        """Its output so far."""


Serving: TypeAlias = Callable[..., AbstractContextManager[Talking]]


@contextmanager
def command(
    folder: Path,
    *,
    module: str = "scorepad",
    first: bool = False,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """The scorepad command, or a module that is run like it, with its data in a folder.

    ``first``: it makes its database itself.
    """
    with running_scorepad(folder, module=module, first=first, environment=environment) as server:
        yield server
    assert_no_address(server.log())


@contextmanager
def gunicorn(
    *,
    folder: Path | None = None,
    uri: str | None = None,
    workers: int = 2,
    options: Sequence[str] = (),
    app: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Hosted]:
    """The paper's gunicorn, on the SQLite file in a folder or on another database.

    ``app``: another one than the paper's.
    """
    settings = {"SCOREPAD_SECRET_KEY": KEY, **(environment or {})}
    if folder is not None:
        settings["SCOREPAD_DATA_FOLDER"] = str(folder)
    if uri is not None:
        settings["SCOREPAD_DATABASE_URI"] = uri
    *paper, theirs = gunicorn_command(workers)
    with hosted([*paper, *options, app or theirs], environment=settings) as (server,):
        # What is broken is to break for all of them, and not for one that only starts.
        server.ask_every_worker("/healthz", workers)
        yield server
        assert_no_address(server.log())


def assert_no_address(log: str) -> None:
    """No address of a pad is in the log of a server."""
    log = _PROGRAM.sub("", _ACCESS_LOG.sub("", log))
    # The rule of an address is none.
    assert "/pad/" not in log.replace("/pad/<address>/", "")
