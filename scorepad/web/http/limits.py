"""Two limits per network: how much it may write, and how much work it may cause."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, ip_address, ip_network
from time import monotonic
from typing import Final

from flask import Flask, Response, abort, current_app, request
from limits import parse_many
from limits.errors import ConfigurationError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from scorepad.settings import Guard, SetupError

# What counts as work, in points (docs/hosting.md); an imported file has one for each kilobyte.
NEW_PAD: Final = 200
WRONG_LINK: Final = 1000
PICTURE: Final = 30
FILE_OF_PAD: Final = 100
PAGE_OF_FIGURES: Final = 20


class Limits:
    """Counts by network, in the storage of the settings.

    While that is away, every process counts for itself: a request that succeeded must not fail
    because it cannot be counted.
    """

    def __init__(self, guard: Guard) -> None:
        self._rates = {"writes": parse_many(guard.writes), "costs": parse_many(guard.costs)}
        self._shared = FixedWindowRateLimiter(_storage(guard.storage))
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._retry_at = 0.0

    def allows(self, name: str, points: int = 1) -> bool:
        """Whether the network of this request has room for so many more; counts nothing."""
        return self._ask(FixedWindowRateLimiter.test, name, points)

    def count(self, name: str, points: int = 1) -> None:
        """Count so many more."""
        self._ask(FixedWindowRateLimiter.hit, name, points)

    def _ask(self, question: Callable[..., bool], name: str, points: int) -> bool:
        network = network_of(request.remote_addr)

        def ask(limiter: FixedWindowRateLimiter) -> bool:
            # Every rate counts it, whether or not another one is exhausted.
            rates = self._rates[name]
            rooms = [question(limiter, each, name, network, cost=points) for each in rates]
            return all(rooms)

        if monotonic() >= self._retry_at:
            try:
                return ask(self._shared)
            except Exception as error:  # Each kind of storage has errors of its own.
                current_app.logger.warning(
                    "The storage of limits is gone, falling back to in-memory counts: %r", error
                )
                self._retry_at = monotonic() + 10
        return ask(self._own)


def setup(app: Flask, guard: Guard) -> None:
    """Limit what strangers can write, and the work that they can cause."""
    limits = app.extensions["scorepad_limits"] = Limits(guard)

    def expect_room_to_write() -> None:
        if request.method == "POST" and not limits.allows("writes"):
            abort(429)

    def count_write(response: Response) -> Response:
        # A refused form wrote nothing.
        if request.method == "POST" and response.status_code < 400:
            limits.count("writes")
        return response

    app.before_request(expect_room_to_write)
    app.after_request(count_write)


def has_room(points: int) -> bool:
    """Whether the network of this request may cause so much more work; counts nothing."""
    limits: Limits = current_app.extensions["scorepad_limits"]
    return limits.allows("costs", points)


def count(points: int) -> None:
    """Count so much more work for the network of this request."""
    current_app.extensions["scorepad_limits"].count("costs", points)


def spend(points: int) -> None:
    """Count so much more work, or answer 429 if the network of this request has no room for it."""
    if not has_room(points):
        abort(429)
    count(points)


def network_of(address: str | None) -> str:
    """The network of a client: an IPv4 address, or the /64 that belongs to one IPv6 customer.

    ``address``: from a server or a proxy, which may add a port or a zone. All clients without a
    readable one count as one; otherwise they would have no limit.
    """
    text = address or ""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        client = ip_address(text.partition("%")[0])
    except ValueError:
        return "unreadable"
    if isinstance(client, IPv4Address):
        return str(client)
    return str(client.ipv4_mapped or ip_network((int(client), 64), strict=False))


def _storage(uri: str) -> Storage:
    # Not quoted, nor are errors about it: a password may be in it.
    fault = SetupError(
        f"“{uri.partition(':')[0]}” cannot count limits: redis://HOST can, with the extra “redis”"
    )
    try:
        storage = storage_from_string(uri)
    except (ConfigurationError, ValueError):
        raise fault from None
    if not isinstance(storage, Storage):
        raise fault
    return storage
