"""How much one address may do: make pads, and try links for a pen."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, cast

from flask import Flask, Response, current_app, request
from flask.typing import RouteCallable
from flask_limiter import Limiter

from scorepad.settings import Guard

# Where the app keeps the limit that wrong links are counted against.
_WRONG_LINKS: Final = "scorepad_wrong_links"
# All whose address cannot be read are one: each of them for itself would have no limit.
_UNREADABLE: Final = "unreadable"


def setup(app: Flask, guard: Guard) -> None:
    """Limit what a stranger could wear out, after all views are registered.

    Only pads that were made and links that were wrong are counted.
    """
    limiter = Limiter(
        _network,
        app=app,
        storage_uri=guard.storage,
        # With the storage gone, every process counts for itself.
        in_memory_fallback_enabled=True,
        # What was done is not called a failure because it could not be counted.
        swallow_errors=True,
    )

    def was_made(response: Response) -> bool:
        return response.status_code == 303

    view = app.view_functions["start.start_pad"]
    limited = limiter.limit(guard.pads, deduct_when=was_made)(view)
    app.view_functions["start.start_pad"] = cast("RouteCallable", limited)
    app.extensions[_WRONG_LINKS] = limiter.limit(guard.links)


def count_wrong_link() -> None:
    """Count the link of this request, which is wrong; answer 429 after too many.

    A good link is never asked about here: who guesses cannot keep others from opening theirs.
    """
    with current_app.extensions[_WRONG_LINKS]:
        pass


def _network() -> str:
    """Who asks: an address, or the /64 that anybody who has one IPv6 address has all of."""
    try:
        asking = _address(request.remote_addr or "")
    except ValueError:
        return _UNREADABLE
    if isinstance(asking, IPv4Address):
        return str(asking)
    return str(asking.ipv4_mapped or ip_network((int(asking), 64), strict=False))


def _address(text: str) -> IPv4Address | IPv6Address:
    """The address in what a server or a proxy says, which may have a port or a zone as well.

    Raises :class:`ValueError` if there is none.
    """
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return ip_address(text.partition("%")[0])
