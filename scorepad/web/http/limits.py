"""Limits per network: new pads, games from files, wrong links for a pen, new pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from time import monotonic
from typing import Final, ParamSpec

from flask import Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue
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

P = ParamSpec("P")


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
    """Limit the costs that strangers can cause.

    Only new pads, games from files, wrong links and pictures that have to be made are counted.
    """
    storage = _storage(guard.storage)
    rates = {
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


def limits_pads(view: Callable[P, ResponseReturnValue]) -> Callable[P, Response]:
    """Let a view create pads as long as the limit has room, and answer 429 after that."""

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> Response:
        limit = _limit("pads")
        if not limit.allows():
            abort(429)
        response = current_app.make_response(view(*args, **kwargs))
        if response.status_code == 303:
            limit.count()
        return response

    return limited


def expect_room_for_games(games: int = 1) -> None:
    """Answer 429 if so many games from a file would be too many; counts nothing."""
    if not _limit("games").allows(games):
        abort(429)


def count_games(games: int) -> None:
    """Count the games of a file, faulty ones too; answer 429, and count none, if they are too many.

    To check them is work as well.
    """
    expect_room_for_games(games)
    _limit("games").count(games)


def count_wrong_link() -> None:
    """Count the link of this request, which is wrong; answer 429 after too many.

    A good link is never counted: somebody who guesses cannot keep others from opening theirs.
    """
    _count("links")


def count_picture() -> None:
    """Count a picture that has to be made for this request; answer 429 after too many."""
    _count("pictures")


def _limit(name: str) -> Limit:
    limits: Mapping[str, Limit] = current_app.extensions[_LIMITS]
    return limits[name]


def _count(name: str) -> None:
    if not _limit(name).count():
        abort(429)
