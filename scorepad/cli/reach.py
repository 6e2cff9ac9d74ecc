"""At which address other devices reach this Scorepad, as far as its settings tell."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

import click

from scorepad.cli.network_name import is_known, network_name, own_name
from scorepad.settings import Guard, mount_point, names_in

ANOTHER_ADDRESS: Final = (
    "If your phones reach Scorepad at another address, put that before the path."
)


class Sites(NamedTuple):
    """What the addresses of a server begin with: a number, and a name that stays.

    ``name``: ``None`` where the network knows none. ``for_phones``: whether others reach it.
    """

    number: str
    name: str | None
    for_phones: bool

    @property
    def best(self) -> str:
        """What phones are to use: cookies and bookmarks belong to it."""
        return self.name or self.number


@contextmanager
def sites(host: str, port: int, guard: Guard, path: str = "") -> Iterator[Sites]:
    """Where a server that listens there is reached; its name is good during the block.

    ``path``: its mount point.
    """
    number = address_for_phones(host)
    if number is None or guard.proxies or not _is_answered(own_name(), guard.hosts):
        yield Sites(site_at(number or host, port, path), None, number is not None)
        return
    with network_name(number, port) as name:
        yield Sites(site_at(number, port, path), name and site_at(name, port, path), True)


def _is_answered(name: str, hosts: Sequence[str]) -> bool:
    """Whether the settings let pages be asked for by this name."""
    return not hosts or any(
        name == host or (host.startswith(".") and name.endswith(host)) for host in hosts
    )


def site_of(context: click.Context) -> str:
    """What its addresses begin with, for a command that runs beside the server."""
    options = context.find_root().params
    path = mount_point(options["path"]) or ""
    names = [name for name in names_in(options["hosts"]) if not name.startswith(".")]
    if names and options["proxies"]:
        return f"https://{names[0]}{path}"
    host = names[0] if names else address_for_phones(options["host"])
    if not names and host and is_known(own_name(), host):
        host = own_name()
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
