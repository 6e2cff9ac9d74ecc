"""Addresses of the pad and the game that a request is about.

Building one takes as long as rendering dozens of lines of a page, so addresses are cached by
everything that they depend on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import current_app, g, request

from scorepad.assets import release

# Enough for a few hundred games with all links of their pages.
_CACHE_SIZE: Final = 10_000

Value = str | int | None


def pad_url(endpoint: str, **values: Value) -> str:
    """The address of a page of the request's pad."""
    return _url(request.script_root, endpoint, address=g.sender.address, **values)


def game_url(endpoint: str, number: int | None = None, **values: Value) -> str:
    """The address of a page of the request's game, or of the game of this number in its pad."""
    # Looked up once: a page has dozens of addresses.
    sender = g.sender
    return _url(
        request.script_root,
        endpoint,
        address=sender.address,
        number=number or sender.number,
        **values,
    )


def static_url(file: str) -> str:
    """The address of a static file; it changes with the release, so that browsers can cache it."""
    return _url(request.script_root, "static", filename=file, release=release())


def language_url(code: str) -> str:
    """The address that chooses a language."""
    return _url(request.script_root, "language.choose", code=code)


def theme_url(name: str) -> str:
    """The address that chooses a theme."""
    return _url(request.script_root, "theme.choose", name=name)


def manifest_url() -> str:
    """The address of the manifest."""
    return _url(request.script_root, "manifest.manifest")


def worker_url() -> str:
    """The address of the service worker."""
    return _url(request.script_root, "worker.worker")


def absolute_url(address: str) -> str:
    """The absolute URL of an address, for use outside our pages."""
    return f"{request.host_url.rstrip('/')}{address}"


@lru_cache(_CACHE_SIZE)
def _url(_script_root: str, endpoint: str, **values: Value) -> str:
    """The address of a page, without the host but with the app's mount point."""
    adapter = current_app.create_url_adapter(request)
    if adapter is None:
        raise LookupError("an address is made while a request is answered")
    return adapter.build(
        endpoint, {name: value for name, value in values.items() if value is not None}
    )
