"""How much one address may do: make pads, and try links for a pen."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import cast

from flask import Flask, Response
from flask.typing import RouteCallable
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from scorepad.settings import Guard


def setup(app: Flask, guard: Guard) -> None:
    """Limit the views that a stranger could wear out, after all of them are registered.

    Only pads that were made and links that were wrong are counted.
    """
    limiter = Limiter(
        _network,
        app=app,
        storage_uri=guard.storage,
        # With the storage gone, every process counts for itself.
        in_memory_fallback_enabled=True,
    )

    def limit(endpoint: str, most: str, status: int) -> None:
        def counts(response: Response) -> bool:
            return response.status_code == status

        view = app.view_functions[endpoint]
        limited = limiter.limit(most, deduct_when=counts)(view)
        app.view_functions[endpoint] = cast("RouteCallable", limited)

    limit("start.start_pad", guard.pads, 303)
    limit("pens.open_link", guard.links, 404)


def _network() -> str:
    """Who asks: an address, or the /64 that anybody who has one IPv6 address has all of."""
    asking = ip_address(get_remote_address())
    return str(ip_network((asking, 64), strict=False) if asking.version == 6 else asking)
