"""The name by which a network finds this computer, whatever its number is today (mDNS)."""

from __future__ import annotations

import ipaddress
import logging
import queue
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from threading import Thread
from typing import Final

# A system that knows the name says so at once, and one that asks the network in vain takes long.
_SECONDS: Final = 1.0
_MILLISECONDS: Final = 500
# What a phone or a container calls itself that was given no name.
_NO_NAME: Final = "localhost.local"


def own_name() -> str:
    """The name that this computer has where names are known, such as ``kitchen.local``."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def is_known(name: str, number: str) -> bool:
    """Whether the system finds ``number`` by this name, as it does with Avahi or Bonjour."""
    found = queue.SimpleQueue[set[object]]()

    def ask() -> None:
        numbers = set[object]()
        # A host name need not be one that can be asked for.
        with suppress(OSError, UnicodeError):
            numbers = {address[0] for *_, address in socket.getaddrinfo(name, None)}
        found.put(numbers)

    Thread(target=ask, daemon=True).start()
    try:
        return number in found.get(timeout=_SECONDS)
    except queue.Empty:
        return False


@contextmanager
def network_name(number: str, port: int) -> Iterator[str | None]:
    """The name that stands for ``number`` during the block; ``None`` if there is none.

    Where the system does not see to it, Scorepad answers to it itself, with the extra ``mdns``.
    """
    name = own_name()
    if name == _NO_NAME:
        yield None
        return
    if is_known(name, number):
        yield name
        return
    with _answering(name, number, port) as answers:
        yield name if answers else None


@contextmanager
def _answering(name: str, number: str, port: int) -> Iterator[bool]:
    """Answer to a name, unless another computer in the network does."""
    with ExitStack() as held:
        answers = False
        # Without the extra, and where the network does not let us, there is only the number.
        with suppress(ImportError, ValueError, OSError):
            address = ipaddress.IPv4Address(number)
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
                is_there = other.request(network, _MILLISECONDS)
                if not is_there or number in other.parsed_addresses():
                    kind = "_http._tcp.local."
                    scorepad = ServiceInfo(
                        kind,
                        f"Scorepad.{kind}",
                        port,
                        addresses=[address.packed],
                        server=f"{name}.",
                    )
                    network.register_service(scorepad, allow_name_change=True)
                    answers = True
        yield answers
