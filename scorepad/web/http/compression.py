"""Compression of answers for clients that accept it, by gzip from Python's standard library.

Why it is safe: docs/decisions/0028-pages-are-compressed.md.
"""

from __future__ import annotations

import gzip
from typing import Final

from flask import Flask, Response, request

# Text; images of other kinds are compressed already.
_TEXTS: Final = ("text/", "image/svg+xml", "application/json")
# The next level saves nothing more.
_LEVEL: Final = 8


def setup(app: Flask) -> None:
    """Compress the answers of the app; called before everything that reads or changes an answer."""
    app.after_request(_compress)


def encoding() -> str:
    """The content coding for the request's client, ``gzip`` or none as an empty string."""
    return "gzip" if request.accept_encodings.quality("gzip") > 0 else ""


def _compress(response: Response) -> Response:
    if not (response.mimetype or "").startswith(_TEXTS) or response.status_code == 204:
        return response
    response.vary.add("Accept-Encoding")
    if response.content_encoding or not response.is_sequence or not encoding():
        return response
    body = response.get_data()
    # Below this size, compression adds as much as it saves.
    if len(body) >= 500:
        response.set_data(gzip.compress(body, _LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
