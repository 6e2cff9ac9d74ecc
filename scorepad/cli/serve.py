"""Serving at home, until asked to stop: waitress with its own settings.

The open net needs a proxy before it (docs/https.md).
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from io import StringIO
from typing import Any
from wsgiref.types import WSGIApplication

import click
import segno
import waitress

from scorepad.cli.reach import Sites, sites
from scorepad.cli.terminal import say
from scorepad.settings import Settings, SetupError
from scorepad.store.database.check import FileError
from scorepad.store.database.database import Database
from scorepad.store.database.files import alone
from scorepad.store.pad.pads import all_pads
from scorepad.web import create_app
from scorepad.web.database import database_of


def greet_at_last_pad(where: Sites, database: Database) -> None:
    """Say where it is, and where the last pad is, if this is not kept in a log: it is a secret."""
    pad = None
    if sys.stdout.isatty() and database.answers():
        with database.reading() as connection:
            pad = next(iter(all_pads(connection, 1)), None)
    if pad is None:
        greet(where, (), f"{where.best}/")
        return
    address = f"{where.best}/pad/{pad.address}/"
    name = f", {pad.name}," if pad.name else ""
    greet(where, [f"The last pad{name} is at {address}"], address)


def serve(
    options: Mapping[str, Any],
    settings: Settings,
    greeting: Callable[[Sites, Database], None] = greet_at_last_pad,
) -> None:
    """Serve until interrupted. Raises :class:`~scorepad.settings.SetupError` if it cannot.

    ``options``: those of the command. ``greeting``: says where it is.
    """
    host, threads = options["host"], settings.threads
    # Keeps a second server, and a restore, from the same SQLite file.
    unshared = alone(settings.sqlite_file) if settings.sqlite_file else nullcontext()
    try:
        with (
            unshared,
            database_of(app := create_app(settings)) as database,
            closing(
                listening(app, host, options["port"], threads, options["connections"])
            ) as server,
            sites(host, port_of(server), settings.guard, settings.path) as where,
        ):
            greeting(where, database)
            server.run()
    except FileError as error:
        raise SetupError(f"cannot use the database: {error}") from error


def listening(app: WSGIApplication, host: str, port: int, threads: int, connections: int) -> Any:
    """waitress, listening; its ``run`` serves until a :class:`KeyboardInterrupt`.

    Requests that are being answered then get 5 s to finish. Raises
    :class:`~scorepad.settings.SetupError` if it cannot listen there.
    """
    # A phone asks for several files at once; that they queue for a moment is normal.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        return waitress.create_server(
            app,
            host=host,
            port=port,
            threads=threads,
            connection_limit=connections,
            # Seconds until idle connections are closed: a phone's slowest polls are 10 s apart.
            channel_timeout=15,
            cleanup_interval=5,
            # Enough for a cookie of 4 kB and a long Referer.
            max_request_header_size=16 * 1024,
            # A little more than the app takes, so that its own page answers for a little too much.
            max_request_body_size=21_000_000,
            # Unlike select(), it takes any number of connections.
            asyncore_use_poll=True,
            ident=None,
            # The app decides which headers of proxies it believes.
            clear_untrusted_proxy_headers=False,
            log_socket_errors=False,
        )
    except OSError as error:
        raise SetupError(f"cannot listen on {host}, port {port}: {error.strerror}") from error
    except ValueError as error:
        raise SetupError(f"cannot listen on {host}: there is no such address") from error


def port_of(server: Any) -> int:
    """The port at which a server listens; a name with two addresses has two listeners."""
    addresses = getattr(server, "effective_listen", None)
    return int(addresses[0][1] if addresses else server.effective_port)


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
        # The blocks are what is light in the code. The last two colours are the same in every
        # theme; a terminal that has only 16 takes the first two. Elsewhere click leaves them out.
        click.echo(f"\033[97;40m\033[38;5;231;48;5;16m{line}\033[0m")
