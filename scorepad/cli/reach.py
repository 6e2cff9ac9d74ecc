"""At which address other devices reach this Scorepad: its number, and a name that stays (mDNS)."""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from threading import Thread
from typing import Final, NamedTuple

import click
import ifaddr

from scorepad.settings import Guard

ANOTHER_ADDRESS: Final = (
    "If your phones reach Scorepad at another address, put that before the path."
)


class Sites(NamedTuple):
    """What the addresses of a server begin with: a number, and a name that stays.

    ``name``: ``None`` where the network knows none. ``for_phones``: whether others reach it.
    ``others``: less likely numbers, such as that of a VPN.
    """

    number: str
    name: str | None
    for_phones: bool
    others: Sequence[str] = ()

    @property
    def best(self) -> str:
        """What phones are to use: cookies and bookmarks belong to it."""
        return self.name or self.number


@contextmanager
def sites(host: str, port: int, guard: Guard, path: str = "") -> Iterator[Sites]:
    """Where a server that listens there is reached; its name is good during the block.

    ``path``: its mount point.
    """
    numbers = addresses_for_phones(host)
    if not numbers:
        shown = "localhost" if host in ("0.0.0.0", "::") else host  # noqa: S104 (a comparison)
        yield Sites(_site(shown, port, path), None, for_phones=False)
        return
    with ExitStack() as held:
        number, *others = [_site(each, port, path) for each in numbers]
        name = None
        if guard.proxies:
            others = []
        elif _is_answered(own_name(), guard.hosts):
            name = held.enter_context(network_name(numbers[0], port))
        yield Sites(number, name and _site(name, port, path), True, others)


def _is_answered(name: str, hosts: Sequence[str]) -> bool:
    """Whether the settings let pages be asked for by this name."""
    return not hosts or any(
        name == host or (host.startswith(".") and name.endswith(host)) for host in hosts
    )


def site_of(context: click.Context) -> str:
    """What its addresses begin with, for a command that runs beside the server."""
    settings, options = context.obj(), context.find_root().params
    names = [name for name in settings.guard.hosts if not name.startswith(".")]
    if names and settings.guard.proxies:
        return f"https://{names[0]}{settings.path}"
    host = next(iter([*names, *addresses_for_phones(options["host"])]), "localhost")
    if not names and is_known(own_name(), host):
        host = own_name()
    return _site(host, options["port"], settings.path)


def _site(name: str, port: int, path: str) -> str:
    return f"http://{f'[{name}]' if ':' in name else name}:{port}{path}"


def addresses_for_phones(host: str) -> Sequence[str]:
    """The addresses at which other devices may reach this one, the likely one first."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return () if host == "localhost" else (host,)
    if not address.is_unspecified:
        return () if address.is_loopback else (host,)
    try:
        adapters = ifaddr.get_adapters()
    except OSError:
        # A phone may not let a program list them.
        adapters = []
    return likely_first(adapters, address.version, _routed_address(address.version))


# What the adapters of VPNs, containers and virtual machines are called, by the system or in words.
_VIRTUAL: Final = re.compile(
    r"^(?:br-|cali|cni|docker|flannel|gpd|ipsec|lxc|lxd|nordlynx|podman|ppp|proton|tailscale|tap|tun"
    r"|utun|vboxnet|veth|virbr|vmnet|wg|zt)"
    r"|hyper-v|openvpn|tailscale|virtual|vmware|vpn|wireguard|wintun|wsl|zerotier",
    re.IGNORECASE,
)


def likely_first(
    adapters: Iterable[ifaddr.Adapter], version: int, routed: str | None
) -> Sequence[str]:
    """The addresses of these adapters that other devices may reach, the likely one first.

    ``version``: of IP. ``routed``: the address from which this machine reaches the internet, if it
    does: that of the network that phones are in, unless all goes through a VPN.
    """
    ranks: dict[str, tuple[bool, bool, bool]] = {}
    for adapter in adapters:
        for each in adapter.ips:
            address = ipaddress.ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            # A network of one address is one end of a tunnel.
            tunnel = each.network_prefix == address.max_prefixlen
            virtual = tunnel or any(map(_VIRTUAL.search, (adapter.name, adapter.nice_name)))
            rank = virtual, str(address) != routed, not address.is_private
            ranks.setdefault(str(address), rank)
    if routed is not None:
        ranks.setdefault(routed, (False, False, False))
    reached = [text for text in ranks if _may_be_reached(text, version)]
    return sorted(reached, key=ranks.__getitem__)


def _may_be_reached(text: str, version: int) -> bool:
    address = ipaddress.ip_address(text)
    # Link-local: useless in a browser (IPv6), or no network gave one (IPv4).
    no_other = address.is_loopback or address.is_link_local or address.is_unspecified
    return address.version == version and not no_other


def _routed_address(version: int) -> str | None:
    """This machine's address on its way to the internet: only the route is looked up."""
    # Addresses reserved for documentation: nothing is sent.
    family, far = (
        (socket.AF_INET, "192.0.2.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    )
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((far, 9))
        return str(probe.getsockname()[0])
    return None


def own_name() -> str:
    """The name that this computer has where names are known, such as ``kitchen.local``."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def is_known(name: str, number: str) -> bool:
    """Whether the system finds ``number`` by this name, as it does with Avahi or Bonjour."""
    found: list[object] = []

    def ask() -> None:
        # A host name need not be one that can be asked for.
        with suppress(OSError, UnicodeError):
            found.extend(address[0] for *_, address in socket.getaddrinfo(name, None))

    # A system that knows it says so at once; one that asks the network in vain takes long.
    asking = Thread(target=ask, daemon=True)
    asking.start()
    asking.join(1)
    return number in found


@contextmanager
def network_name(number: str, port: int) -> Iterator[str | None]:
    """The name that stands for ``number`` during the block; ``None`` if there is none.

    Where the system does not see to it, Scorepad answers to it itself, with the extra ``mdns``.
    """
    name = own_name()
    with ExitStack() as held:
        # A phone or a container that was given no name is called localhost.
        known = name != "localhost.local" and (
            is_known(name, number) or _answers(held, name, number, port)
        )
        yield name if known else None


def _answers(held: ExitStack, name: str, number: str, port: int) -> bool:
    """Answer to a name until ``held`` is closed, unless another computer in the network does."""
    # Without the extra, and where the network does not let us, there is only the number.
    with suppress(ImportError, ValueError, OSError):
        packed = ipaddress.IPv4Address(number).packed
        # The first one is not in the list of what it exports.
        from zeroconf import (  # type: ignore[attr-defined]
            AddressResolverIPv4,
            Error,
            ServiceInfo,
            Zeroconf,
        )

        # Of a network that comes and goes there is nothing to report.
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
        network = held.enter_context(closing(Zeroconf(interfaces=[number])))
        with suppress(Error):
            other = AddressResolverIPv4(f"{name}.")
            if other.request(network, 500) and number not in other.parsed_addresses():
                return False
            kind, server = "_http._tcp.local.", f"{name}."
            scorepad = ServiceInfo(
                kind, f"Scorepad.{kind}", port, addresses=[packed], server=server
            )
            network.register_service(scorepad, allow_name_change=True)
            return True
    return False
