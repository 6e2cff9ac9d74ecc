"""Addresses as QR codes."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

_THIS_COMPUTER: Final = ("localhost", "127.0.0.1", "::1")


def code(address: str) -> Markup:
    """The address as an SVG that fills its container, black on white in every theme."""
    try:
        qr_code = segno.make(address, micro=False, error="m")
    except segno.DataOverflowError:
        # The host is part of the address and comes from the browser.
        return Markup("")
    return Markup(qr_code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff"))  # noqa: S704 (segno writes numbers only)


def only_here(address: str) -> bool:
    """Whether the address works only on this computer."""
    return urlsplit(address).hostname in _THIS_COMPUTER
