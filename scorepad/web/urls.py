"""Addresses of the pad and the game that a request is about."""

from __future__ import annotations

from typing import Any

from flask import g, request, url_for

from scorepad.assets import release


def pad_url(endpoint: str, **values: Any) -> str:
    """The address of a page of the request's pad."""
    return url_for(endpoint, address=g.asked.address, **values)


def game_url(endpoint: str, number: int | None = None, **values: Any) -> str:
    """The address of a page of the request's game, or of the game of this number in its pad."""
    asked = g.asked
    return url_for(
        endpoint,
        address=asked.address,
        number=number or asked.number,
        **values,
    )


def static_url(file: str) -> str:
    """The address of a static file; it changes with the release, so that browsers can cache it."""
    return url_for("static", filename=file, release=release())


def site_url(endpoint: str, **values: Any) -> str:
    """The address of a page that is of no pad."""
    return url_for(endpoint, **values)


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
