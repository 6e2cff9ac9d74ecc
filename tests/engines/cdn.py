"""The network of the phones: this machine and the CDN, which is a file of the npm package.

A proxy that all engines know. Only what is on this machine goes round it, so that nobody is
reached who is not here. To the CDN it speaks TLS with a certificate of its own.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

from tests.support.browser import HTMX_ADDRESS, HTMX_FILE, HTMX_HEADERS
from tests.support.certificates import certificate

_CDN: Final = urlsplit(HTMX_ADDRESS)
HERE: Final = ("127.0.0.1", "localhost")


@dataclass
class Network:
    """A running proxy; ``htmx``: whether the CDN can be reached."""

    htmx: bool = True
    port: int = 0
    strangers: list[str] = field(default_factory=list)
    """Who else was asked for."""

    @property
    def proxy(self) -> str:
        """The address of the proxy."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def network(folder: Path) -> Iterator[Network]:
    """Run the proxy, with its certificate in a folder."""
    running = Network()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(
        *certificate(_CDN.hostname or "", folder / "cdn.pem", folder / "cdn.key")
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(running, context)) as server:
        server.daemon_threads = True
        running.port = server.server_port
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield running
        finally:
            server.shutdown()
            thread.join()


def _handler(running: Network, context: ssl.SSLContext) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_CONNECT(self) -> None:
            if self.path != f"{_CDN.hostname}:443":
                self.do_GET()
            else:
                self.send_response(200)
                self.end_headers()
                self.connection = context.wrap_socket(self.connection, server_side=True)
                self.rfile = self.connection.makefile("rb")
                self.wfile = self.connection.makefile("wb", 0)

        def do_GET(self) -> None:
            if self.path != _CDN.path:
                running.strangers.append(self.path)
            if self.path != _CDN.path or not running.htmx:
                self.send_error(502)
                return
            body = HTMX_FILE.read_bytes()
            self.send_response(200)
            for name, value in {**HTMX_HEADERS, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def finish(self) -> None:
            super().finish()
            self.connection.close()

        def log_message(self, *_: object) -> None:
            pass

    return Handler
