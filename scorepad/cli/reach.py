"""At which address other devices reach this Scorepad, as far as its settings tell."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

import click

from scorepad.settings import mount_point, names_in

ANOTHER_ADDRESS: Final = (
    "If your phones reach Scorepad at another address, put that before the path."
)


def site_of(context: click.Context) -> str:
    """What its addresses begin with, for a command that runs beside the server."""
    options = context.find_root().params
    path = mount_point(options["path"]) or ""
    names = [name for name in names_in(options["hosts"]) if not name.startswith(".")]
    if names and options["proxies"]:
        return f"https://{names[0]}{path}"
    host = names[0] if names else address_for_phones(options["host"])
    return site_at(host or "localhost", options["port"], path)


def site_at(name: str, port: int, path: str) -> str:
    """What the addresses of a server that listens there begin with; ``path``: its mount point."""
    return f"http://{f'[{name}]' if ':' in name else name}:{port}{path}"


def address_for_phones(host: str) -> str | None:
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
