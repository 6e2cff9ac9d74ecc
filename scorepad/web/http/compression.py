"""Answers are sent compressed to whoever reads that: by gzip, which Python itself brings along.

Brotli and zstd would save some bytes more, but cannot be had for every phone that is to run
Scorepad. Why it is safe: docs/decisions/0028-pages-are-compressed.md.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from scorepad.assets import fingerprint

GZIP: Final = "gzip"
# What is text; images of other kinds are compressed as they are.
_TEXTS: Final = ("text/", "image/svg+xml", "application/json")
# Below, as much would be added as is spared.
_FEWEST_BYTES: Final = 500
# A page: beyond this, one byte in fifty is spared for half as much time again.
_LEVEL: Final = 5
# A static file: once in a process's life.
_BEST_LEVEL: Final = 9
# What makes of zlib's stream a file as gzip writes it.
_AS_GZIP: Final = 16 + zlib.MAX_WBITS


def setup(app: Flask) -> None:
    """Compress the answers of the app; called before all that looks at an answer or changes it."""
    static = _Static()

    def compress(response: Response) -> Response:
        if not (response.mimetype or "").startswith(_TEXTS) or response.status_code == 204:
            return response
        response.vary.add("Accept-Encoding")
        if not encoding_for(request.headers.get("Accept-Encoding", "")):
            return response
        # A part is one of the whole as it is.
        if response.status_code in (206, 304) or response.content_encoding:
            return response
        if request.endpoint == "static" and response.status_code == 200:
            return static.compressed(response, str((request.view_args or {})["filename"]))
        if response.is_sequence:
            body = response.get_data()
            return response if len(body) < _FEWEST_BYTES else _replace(response, _packed(body))
        return _stream(response)

    app.after_request(compress)


@lru_cache(maxsize=64)
def encoding_for(accepted: str) -> str:
    """``gzip`` or nothing: how to send something to who says what they accept (RFC 9110, 12.5.3).

    ``accepted``: the header, empty if there is none. Who accepts neither is sent what it is.
    """
    codings = parse_accept_header(accepted, Accept)
    quality = codings.quality(GZIP)
    return GZIP if quality > 0 and quality >= codings.quality("identity") else ""


class _Static:
    """Static files, each compressed once as long as it does not change."""

    def __init__(self) -> None:
        self._bodies: dict[str, tuple[str | None, bytes]] = {}

    def compressed(self, response: Response, file: str) -> Response:
        # Only files that were there at the start are kept: there is an end to those.
        if fingerprint(file) is None or (response.content_length or 0) < _FEWEST_BYTES:
            return response
        tag, _ = response.get_etag()
        known, body = self._bodies.get(file, (None, b""))
        if tag is None or known != tag:
            response.direct_passthrough = False
            body = _packed(response.get_data(), _BEST_LEVEL)
            self._bodies[file] = tag, body
        return _replace(response, body)


def _replace(response: Response, body: bytes) -> Response:
    """The response with its body compressed; what that was read from is closed."""
    getattr(response.response, "close", _nothing)()
    response.direct_passthrough = False
    response.set_data(body)
    return _mark(response)


def _stream(response: Response) -> Response:
    """The response whose body is compressed while it is made."""
    response.call_on_close(getattr(response.response, "close", _nothing))
    response.response = _compressed(response.iter_encoded())
    response.headers.pop("Content-Length", None)
    return _mark(response)


def _mark(response: Response) -> Response:
    """Say that it is compressed: bytes other than the file's, whose parts can be had."""
    response.content_encoding = GZIP
    response.headers.pop("Accept-Ranges", None)
    tag, weak = response.get_etag()
    if tag is not None:
        response.set_etag(f"{tag}-{GZIP}", bool(weak))
        # It may be known under that tag already.
        response.make_conditional(request)
    return response


def _packed(body: bytes, level: int = _LEVEL) -> bytes:
    return zlib.compress(body, level, _AS_GZIP)


def _compressed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces, each sent as soon as it is there; if one breaks off, the stream has no end."""
    packer = zlib.compressobj(_LEVEL, wbits=_AS_GZIP)
    for piece in pieces:
        if packed := packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH):
            yield packed
    yield packer.flush()


def _nothing() -> None:
    """What has nothing to close."""
