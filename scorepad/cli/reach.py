"""At which address other devices reach this Scorepad, as far as its settings tell."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

import click
import ifaddr

from scorepad.cli.network_name import is_known, network_name, own_name
from scorepad.settings import Guard, mount_point, names_in

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
    number = next(iter(numbers), None)
    others = [site_at(each, port, path) for each in numbers[1:] if not guard.proxies]
    if number is None or guard.proxies or not _is_answered(own_name(), guard.hosts):
        shown = number or ("localhost" if _is_unspecified(host) else host)
        yield Sites(site_at(shown, port, path), None, number is not None, others)
        return
    with network_name(number, port) as name:
        named = name and site_at(name, port, path)
        yield Sites(site_at(number, port, path), named, True, others)


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
    host = names[0] if names else next(iter(addresses_for_phones(options["host"])), None)
    if not names and host and is_known(own_name(), host):
        host = own_name()
    return site_at(host or "localhost", options["port"], path)


def site_at(name: str, port: int, path: str) -> str:
    """What the addresses of a server that listens there begin with; ``path``: its mount point."""
    return f"http://{f'[{name}]' if ':' in name else name}:{port}{path}"


def addresses_for_phones(host: str) -> Sequence[str]:
    """The addresses at which other devices may reach this one, the likely one first."""
    if host == "localhost":
        return ()
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return (host,)
    if address.is_loopback:
        return ()
    if not address.is_unspecified:
        return (host,)
    try:
        adapters = ifaddr.get_adapters()
    except OSError:
        # A phone may not let a program list them.
        adapters = []
    return likely_first(adapters, address.version, _routed_address(address.version))


def _is_unspecified(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return False


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
            text = each.ip if isinstance(each.ip, str) else each.ip[0]
            if _may_be_reached(text, version):
                # A network of one address is one end of a tunnel.
                tunnel = each.network_prefix == ipaddress.ip_address(text).max_prefixlen
                virtual = tunnel or any(map(_VIRTUAL.search, (adapter.name, adapter.nice_name)))
                private = ipaddress.ip_address(text).is_private
                ranks.setdefault(text, (virtual, text != routed, not private))
    if routed is not None and _may_be_reached(routed, version):
        ranks.setdefault(routed, (False, False, False))
    return sorted(ranks, key=ranks.__getitem__)


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
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None
