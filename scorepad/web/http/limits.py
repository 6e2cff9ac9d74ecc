"""Two limits per network: how much it may write, and how much work it may cause."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from flask import Flask, Response, abort, current_app, request
from limits import parse_many
from limits.errors import ConfigurationError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from scorepad.settings import Guard, SetupError
from scorepad.web.network import network_of

_WRITES: Final = "scorepad_writes"
_COSTS: Final = "scorepad_costs"
# Seconds before an unreachable storage is tried again.
_RETRY_SECONDS: Final = 10.0

# What counts as work, in points (docs/hosting.md); an imported file has one for each kilobyte.
NEW_PAD: Final = 200
WRONG_LINK: Final = 1000
PICTURE: Final = 30
FILE_OF_PAD: Final = 100
PAGE_OF_FIGURES: Final = 20


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

    def count(self, more: int = 1) -> None:
        """Count so many more."""
        self._ask(FixedWindowRateLimiter.hit, more)

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
    """Limit what strangers can write, and the work that they can cause."""
    storage = _storage(guard.storage)
    app.extensions[_WRITES] = Limit("writes", guard.writes, storage)
    app.extensions[_COSTS] = Limit("costs", guard.costs, storage)
    app.before_request(_expect_room_to_write)
    app.after_request(_count_write)


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


def has_room(points: int) -> bool:
    """Whether the network of this request may cause so much more work; counts nothing."""
    return _limit(_COSTS).allows(points)


def count(points: int) -> None:
    """Count so much more work for the network of this request."""
    _limit(_COSTS).count(points)


def spend(points: int) -> None:
    """Count so much more work, or answer 429 if the network of this request has no room for it."""
    if not has_room(points):
        abort(429)
    count(points)


def _expect_room_to_write() -> None:
    if request.method == "POST" and not _limit(_WRITES).allows():
        abort(429)


def _count_write(response: Response) -> Response:
    # A refused form wrote nothing.
    if request.method == "POST" and response.status_code < 400:
        _limit(_WRITES).count()
    return response


def _limit(name: str) -> Limit:
    limit: Limit = current_app.extensions[name]
    return limit
