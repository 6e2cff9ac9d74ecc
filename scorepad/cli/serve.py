"""Serving at home, and the address for the phones as text and as a QR code."""

from __future__ import annotations

import sys

import click
import segno

from scorepad.cli.reach import address_for_phones, site_at
from scorepad.cli.server import Server
from scorepad.cli.stopping import Stop
from scorepad.settings import Settings, SetupError
from scorepad.web import create_app
from scorepad.web.database import database_of


def serve(host: str, port: int, connections: int, settings: Settings, stop: Stop) -> None:
    """Serve until asked to stop. Raises :class:`~scorepad.settings.SetupError` if it cannot."""
    app = create_app(settings)
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
    database_of(app).housekeeping.look()
    stop.call(server.wake)
    greet(host, server.port, settings.path)
    server.run(lambda: stop.asked)
    database_of(app).close()


def greet(host: str, port: int, path: str = "") -> None:
    """Say where the app is, with a QR code where other phones can reach it."""
    reach = address_for_phones(host)
    address = f"{site_at(reach or host, port, path)}/"
    click.echo(f"Scorepad is at {address}")
    if reach is None:
        click.echo("Only this computer can reach it.")
    else:
        click.echo("Open it on a phone in the same network:")
        _show_code(address)
    click.echo("Ctrl-C stops it.")
    sys.stdout.flush()


def _show_code(address: str) -> None:
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    segno.make(address, micro=False).terminal(compact=True)
