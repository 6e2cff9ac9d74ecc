"""Limits per network: new pads, games from files, wrong links for a pen, new pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final, Literal, TypeAlias

from flask import Flask, abort, current_app, request
from limits import parse_many
from limits.errors import ConfigurationError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from scorepad.settings import Guard, SetupError
from scorepad.web.network import network_of

# The key of the limits, which are by name, among the extensions of the app.
_LIMITS: Final = "scorepad_limits"
# Seconds before an unreachable storage is tried again.
_RETRY_SECONDS: Final = 10.0

# New pads, games from files, wrong links for a pen, pictures that have to be made.
Costly: TypeAlias = Literal["pads", "games", "links", "pictures"]


class Limit:
    """How often something may happen for one network.

    Without the storage, every process counts for itself: a request that succeeded must not fail
    because it cannot be counted.
    """

    def __init__(self, name: str, rates: str, storage: Storage) -> None:
        self._name = name
        self._rates = parse_many(rates)
        self._shared = FixedWindowRateLimiter(storage)
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._retry_at = 0.0

    def allows(self, more: int = 1) -> bool:
        """Whether the network of this request has room for so many more; counts nothing."""
        return self._ask(FixedWindowRateLimiter.test, more)

    def count(self, more: int = 1) -> bool:
        """Count so many more and return whether there was room for them."""
        return self._ask(FixedWindowRateLimiter.hit, more)

    def _ask(self, question: Callable[..., bool], more: int) -> bool:
        if monotonic() >= self._retry_at:
            try:
                return self._ask_limiter(self._shared, question, more)
            except Exception as error:  # Each kind of storage has errors of its own.
                current_app.logger.warning(
                    "The storage of limits is gone, falling back to in-memory counts: %r", error
                )
                self._retry_at = monotonic() + _RETRY_SECONDS
        return self._ask_limiter(self._own, question, more)

    def _ask_limiter(
        self, limiter: FixedWindowRateLimiter, question: Callable[..., bool], more: int
    ) -> bool:
        network = network_of(request.remote_addr)
        # Every rate counts it, whether or not another one is exhausted.
        rooms = [question(limiter, rate, self._name, network, cost=more) for rate in self._rates]
        return all(rooms)


def setup(app: Flask, guard: Guard) -> None:
    """Limit the costs that strangers can cause."""
    storage = _storage(guard.storage)
    rates: Mapping[Costly, str] = {
        "pads": guard.pads,
        "games": guard.games,
        "links": guard.links,
        "pictures": guard.pictures,
    }
    app.extensions[_LIMITS] = {name: Limit(name, rate, storage) for name, rate in rates.items()}


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


def expect_room(costly: Costly, more: int = 1) -> None:
    """Answer 429 if the network of this request has no room for so many more; counts nothing."""
    if not _limit(costly).allows(more):
        abort(429)


def count(costly: Costly, more: int = 1) -> bool:
    """Count so many more for the network of this request; whether there was room for them."""
    return _limit(costly).count(more)


def _limit(costly: Costly) -> Limit:
    limits: Mapping[Costly, Limit] = current_app.extensions[_LIMITS]
    return limits[costly]
