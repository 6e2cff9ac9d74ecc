"""Compression of answers for clients that accept it, by gzip from Python's standard library.

Brotli and zstd would save a little more, but are not available for every phone that may run
Scorepad. Why it is safe: docs/decisions/0028-pages-are-compressed.md.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import Final

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from scorepad.assets import static_files

GZIP: Final = "gzip"
# Text; images of other kinds are compressed already.
_TEXTS: Final = ("text/", "image/svg+xml", "application/json")
# Below this size, compression adds as much as it saves.
_FEWEST_BYTES: Final = 500
# For a page: the next level saves nothing more.
_LEVEL: Final = 8
# For a static file: compressed once in a process's life.
_BEST_LEVEL: Final = 9
# Makes zlib write the gzip format.
_AS_GZIP: Final = 16 + zlib.MAX_WBITS


def setup(app: Flask) -> None:
    """Compress the answers of the app; called before everything that reads or changes an answer."""

    def compress(response: Response) -> Response:
        if not (response.mimetype or "").startswith(_TEXTS) or response.status_code == 204:
            return response
        response.vary.add("Accept-Encoding")
        if not encoding_for(request.headers.get("Accept-Encoding", "")):
            return response
        # A range is a part of the uncompressed body.
        if response.status_code in (206, 304) or response.content_encoding:
            return response
        if request.endpoint == "static" and response.status_code == 200:
            if (response.content_length or 0) < _FEWEST_BYTES:
                return response
            return _replace(response, _static(str((request.view_args or {})["filename"])))
        if not response.is_sequence:
            # Nothing of ours is made while it is sent.
            return response
        body = response.get_data()
        return response if len(body) < _FEWEST_BYTES else _replace(response, _gzip(body))

    app.after_request(compress)


def encoding_for(accepted: str) -> str:
    """The content coding for a client, ``gzip`` or none as an empty string (RFC 9110, 12.5.3).

    ``accepted``: the header, empty if there is none. A client that accepts neither gets none.
    """
    codings = parse_accept_header(accepted, Accept)
    quality = codings.quality(GZIP)
    return GZIP if quality > 0 and quality >= codings.quality("identity") else ""


@cache
def _static(file: str) -> bytes:
    """A static file, compressed once: it does not change while the process lives."""
    return _gzip(static_files()[file], _BEST_LEVEL)


def _replace(response: Response, body: bytes) -> Response:
    """The response with this compressed body, another tag, and no ranges.

    The source of the old body is closed.
    """
    getattr(response.response, "close", lambda: None)()
    response.direct_passthrough = False
    response.set_data(body)
    response.content_encoding = GZIP
    response.headers.pop("Accept-Ranges", None)
    tag, weak = response.get_etag()
    if tag is not None:
        response.set_etag(f"{tag}-{GZIP}", bool(weak))
        # The client may have the body of this tag already.
        response.make_conditional(request)
    return response


def _gzip(body: bytes, level: int = _LEVEL) -> bytes:
    return zlib.compress(body, level, _AS_GZIP)
