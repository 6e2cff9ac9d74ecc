"""Serving at home, until asked to stop."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click
import segno

from scorepad.cli.reach import Sites, sites
from scorepad.cli.server import Server
from scorepad.cli.stopping import Stop
from scorepad.settings import Settings, SetupError
from scorepad.store.database.database import Database
from scorepad.store.lists.pads import last_pad
from scorepad.web import create_app
from scorepad.web.database import database_of


def serve(
    host: str,
    port: int,
    connections: int,
    settings: Settings,
    stop: Stop,
    greeting: Callable[[Sites], None] | None = None,
) -> None:
    """Serve until asked to stop. Raises :class:`~scorepad.settings.SetupError` if it cannot.

    ``greeting``: says where it is, if not as usual.
    """
    app = create_app(settings)
    with database_of(app) as database:
        try:
            server = Server(
                app,
                host,
                port,
                settings.threads,
                connections=connections,
                behind_proxy=settings.guard.proxies > 0,
            )
        except OSError as error:
            raise SetupError(f"cannot listen on {host}, port {port}: {error.strerror}") from error
        except ValueError as error:
            raise SetupError(f"cannot listen on {host}: there is no such address") from error
        # A sweep that was due when it was stopped need not wait for a request.
        database.housekeeping.look()
        stop.call(server.wake)
        with sites(host, server.port, settings.guard, settings.path) as where:
            if greeting is None:
                _greet(where, database)
            else:
                greeting(where)
            server.run(lambda: stop.asked)


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
    click.echo(f"Scorepad is at {where.number}/")
    if where.name:
        click.echo(f"and at {where.name}/, which stays the same.")
    for line in lines:
        click.echo(line)
    if where.for_phones:
        click.echo("Open it on a phone in the same network:")
        _show_code(address)
    else:
        click.echo("Only this computer can reach it.")
    click.echo(end)
    sys.stdout.flush()


def _show_code(address: str) -> None:
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    segno.make(address, micro=False).terminal(compact=True)
