"""Requests as they come over the wire."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote_from_bytes, unquote_to_bytes

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
FORM: Final = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class WireRequest:
    """A request as it comes over the wire: address and query percent-encoded, headers Latin-1."""

    method: str
    address: str
    query: str = ""
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: bytes = b""
    scheme: str = "http"
    ends: bool = True

    def environ(self, sender: str) -> dict[str, Any]:
        """What a WSGI server makes of it. ``None`` leaves a header out."""
        named = {"Host": "localhost", "Content-Length": str(len(self.body)), **self.headers}
        keys = {name: name.upper().replace("-", "_") for name in named}
        return {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(self.address).decode("latin-1"),
            "QUERY_STRING": self.query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "443" if self.scheme == "https" else "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": sender,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.scheme,
            "wsgi.input": io.BytesIO(self.body),
            # Some servers check the end of a body themselves, waitress too; some leave it to us.
            "wsgi.input_terminated": self.ends,
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **{
                key if key.startswith("CONTENT_") else f"HTTP_{key}": value
                for name, key in keys.items()
                if (value := named[name]) is not None
            },
        }


def urlencoded(pairs: Sequence[tuple[bytes, bytes]]) -> bytes:
    coded = [f"{quote_from_bytes(name)}={quote_from_bytes(value)}" for name, value in pairs]
    return "&".join(coded).encode()


def multipart(pairs: Sequence[tuple[bytes, bytes]], heads: Sequence[bytes]) -> bytes:
    """The fields as parts; to the head of each, one of these is added in turn."""
    parts = [
        b'--b\r\nContent-Disposition: form-data; name="%b"%b\r\n\r\n%b\r\n'
        % (name, heads[index % len(heads)], value)
        for index, (name, value) in enumerate(pairs)
    ]
    return b"".join([*parts, b"--b--\r\n"])
