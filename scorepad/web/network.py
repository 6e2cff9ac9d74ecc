"""Which network a client belongs to: what it does is counted for that."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

# All clients without a readable address count as one; otherwise they would have no limit.
_UNREADABLE: Final = "unreadable"


def network_of(address: str | None) -> str:
    """The network of a client: an address, or the /64 that belongs to one IPv6 customer."""
    try:
        client = _address(address or "")
    except ValueError:
        return _UNREADABLE
    if isinstance(client, IPv4Address):
        return str(client)
    return str(client.ipv4_mapped or ip_network((int(client), 64), strict=False))


def _address(text: str) -> IPv4Address | IPv6Address:
    """The address in the text from a server or a proxy, which may include a port or a zone.

    Raises :class:`ValueError` if there is none.
    """
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return ip_address(text.partition("%")[0])
