"""Serving at home, and the address for the phones as text and as a QR code."""

from __future__ import annotations

import ipaddress
import socket
import sys

import click
import segno

from scorepad.cli.server import Server
from scorepad.cli.stopping import Stop
from scorepad.settings import Settings, SetupError
from scorepad.web import create_app
from scorepad.web.database import database_of


def serve(host: str, port: int, settings: Settings, stop: Stop) -> None:
    """Serve until asked to stop. Raises :class:`~scorepad.settings.SetupError` if it cannot."""
    app = create_app(settings)
    try:
        server = Server(app, host, port, settings.threads)
    except OSError as error:
        raise SetupError(f"cannot listen on {host}, port {port}: {error.strerror}") from error
    except ValueError as error:
        raise SetupError(f"cannot listen on {host}: there is no such address") from error
    stop.call(server.wake)
    greet(host, server.port)
    server.run(lambda: stop.asked)
    database_of(app).close()


def greet(host: str, port: int) -> None:
    """Say where the app is, with a QR code where other phones can reach it."""
    reach = _address_for_phones(host)
    name = reach or host
    address = f"http://{f'[{name}]' if ':' in name else name}:{port}/"
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


def _address_for_phones(host: str) -> str | None:
    """The address at which other devices reach this one; ``None`` if they cannot."""
    if host == "localhost":
        return None
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_loopback:
        return None
    return host if not address.is_unspecified else _own_address()


def _own_address() -> str | None:
    """This machine's address in its network: only the route is looked up, nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return None
        own = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(own).is_loopback else own
