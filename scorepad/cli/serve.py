"""Serving at home, until asked to stop."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from io import StringIO
from typing import Final

import click
import segno

from scorepad.cli.printable import say
from scorepad.cli.reach import Sites, sites
from scorepad.cli.server import listening
from scorepad.settings import Settings, SetupError
from scorepad.store.database.check import FileError
from scorepad.store.database.database import Database
from scorepad.store.database.files import alone
from scorepad.store.pad.pads import last_pad
from scorepad.web import create_app
from scorepad.web.database import database_of

# The blocks are what is light in the code. The last two colours are the same in every theme; a
# terminal that has only 16 takes the first two.
_WHITE_BLOCKS: Final = "\033[97;40m\033[38;5;231;48;5;16m"
_RESET: Final = "\033[0m"


def serve(
    host: str,
    port: int,
    connections: int,
    settings: Settings,
    greeting: Callable[[Sites], None] | None = None,
) -> None:
    """Serve until interrupted. Raises :class:`~scorepad.settings.SetupError` if it cannot.

    ``greeting``: says where it is, if not as usual.
    """
    threads = settings.threads
    with (
        _alone(settings),
        database_of(app := create_app(settings)) as database,
        listening(app, host, port, threads=threads, connections=connections) as server,
        sites(host, server.port, settings.guard, settings.path) as where,
    ):
        if greeting is None:
            _greet(where, database)
        else:
            greeting(where)
        server.run()


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """Keep a second server, and a restore, from the same SQLite file."""
    try:
        with alone(settings.sqlite_file) if settings.sqlite_file else nullcontext():
            yield
    except FileError as error:
        raise SetupError(f"cannot use the database: {error}") from error


def _greet(where: Sites, database: Database) -> None:
    """Say where it is, and where the last pad is, if this is not kept in a log: it is a secret."""
    pad = None
    if sys.stdout.isatty() and database.answers():
        with database.reading() as connection:
            pad = last_pad(connection)
    if pad is None:
        greet(where, (), f"{where.best}/")
        return
    address = f"{where.best}/pad/{pad.address}/"
    name = f", {pad.name}," if pad.name else ""
    greet(where, [f"The last pad{name} is at {address}"], address)


def greet(where: Sites, lines: Sequence[str], address: str, end: str = "Ctrl-C stops it.") -> None:
    """Say where Scorepad is, with a QR code of ``address`` where other phones can reach it.

    ``lines``: what else there is to say. ``end``: how to stop it.
    """
    say(f"Scorepad is at {where.number}/")
    if where.name:
        say(f"and at {where.name}/, which stays the same.")
    if where.others:
        say(f"Its other addresses: {', '.join(f'{each}/' for each in where.others)}")
    for line in lines:
        say(line)
    if where.for_phones:
        say("Open it on a phone in the same network:")
        _show_code(address)
    else:
        say("Only this computer can reach it.")
    say(end)
    sys.stdout.flush()


def _show_code(address: str) -> None:
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    code = StringIO()
    segno.make(address, micro=False).terminal(code, compact=True)
    for line in code.getvalue().splitlines():
        # Where it is no terminal, click leaves the colours out.
        click.echo(f"{_WHITE_BLOCKS}{line}{_RESET}")
