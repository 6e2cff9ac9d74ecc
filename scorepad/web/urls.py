"""Addresses of pages, also as QR codes; their numbers have one spelling, in ASCII digits."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from flask import Flask, abort, g, request, url_for
from markupsafe import Markup
from werkzeug.routing import IntegerConverter

from scorepad.assets import release


class Count(IntegerConverter):
    """The number of a game or a hand, higher than any pad has."""

    regex = "[1-9][0-9]{0,5}"


class Id(IntegerConverter):
    """The id of a row, within the range of the database."""

    regex = "[1-9][0-9]{0,8}"


# An id, and a year, in a query.
ID: Final = re.compile(Id.regex)
YEAR: Final = re.compile("[12][0-9]{3}")


def setup(app: Flask) -> None:
    """Let the rules of addresses use these converters."""
    app.url_map.converters.update(count=Count, id=Id)


def number_in_query(name: str, *, strict: bool = False) -> int | None:
    """The number of this name in the request's query, ``None`` without a valid one.

    ``strict``: answer 404 to a number that is higher than any id.
    """
    number = request.args.get(name, type=int)
    if number is None or 0 < number < 10**9:
        return number
    return abort(404) if strict else None


def pad_url(endpoint: str, **values: Any) -> str:
    """The address of a page of the request's pad."""
    return url_for(endpoint, address=g.asked.address, **values)


def game_url(endpoint: str, number: int | None = None, **values: Any) -> str:
    """The address of a page of the request's game, or of the game of this number in its pad."""
    asked = g.asked
    return url_for(endpoint, address=asked.address, number=number or asked.number, **values)


def static_url(file: str) -> str:
    """The address of a static file; it changes with the release, so that browsers can cache it."""
    return url_for("static", filename=file, of=release())


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


def qr_code(address: str) -> Markup:
    """The address as an SVG that fills its container, black on white in every theme."""
    try:
        code = segno.make(address, micro=False, error="m")
    except segno.DataOverflowError:
        # The host is part of the address and comes from the browser.
        return Markup("")
    return Markup(code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff"))  # noqa: S704 (segno writes numbers only)


def only_here(address: str) -> bool:
    """Whether the address works only on this computer."""
    return urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1")
