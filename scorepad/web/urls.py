"""Addresses of the pad and the game that a request is about."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import g, request
from flask.globals import request_ctx

from scorepad.assets import release

# Enough for a few hundred games with all links of their pages.
_MOST_REMEMBERED: Final = 10_000

Value = str | int | None


def pad_url(endpoint: str, **values: Value) -> str:
    """The address of a page of the request's pad."""
    return _url(request.script_root, endpoint, address=g.asked.address, **values)


def game_url(endpoint: str, number: int | None = None, **values: Value) -> str:
    """The address of a page of the request's game, or of the game of this number in its pad."""
    asked = g.asked
    return _url(
        request.script_root,
        endpoint,
        address=asked.address,
        number=number or asked.number,
        **values,
    )


def static_url(file: str) -> str:
    """The address of a static file; it changes with the release, so that browsers can cache it."""
    return _url(request.script_root, "static", filename=file, release=release())


def site_url(endpoint: str, **values: Value) -> str:
    """The address of a page that is of no pad."""
    return _url(request.script_root, endpoint, **values)


def this_path() -> str:
    """The path of the request's own address, with the app's mount point."""
    # One slash: two would make it an address on another server.
    return f"/{(request.script_root + request.path).lstrip('/')}"


def cookie_path() -> str:
    """The path that our cookies belong to: another app of the same host is sent none."""
    return request.script_root or "/"


def absolute_url(address: str) -> str:
    """The absolute URL of an address, for use outside our pages."""
    return f"{request.host_url.rstrip('/')}{address}"


@lru_cache(_MOST_REMEMBERED)
def _url(_script_root: str, endpoint: str, **values: Value) -> str:
    """The address of a page, without the host but with the app's mount point."""
    adapter = request_ctx.url_adapter
    if adapter is None:
        raise LookupError("an address is made while a request is answered")
    return adapter.build(
        endpoint, {name: value for name, value in values.items() if value is not None}
    )
