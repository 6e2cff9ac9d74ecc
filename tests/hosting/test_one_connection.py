"""Behind gunicorn, a phone that follows a game polls over one connection.

waitress closes each connection after a 204, because that has no length.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Final

import pytest

from tests.faults.running import Talking, gunicorn
from tests.hosting.table import start
from tests.support.hosting import Client
from tests.support.patience import PATIENCE

POLLS: Final = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talking]:
    # Of gunicorn's workers those with threads keep connections; the others close each.
    options = ["--threads", "2"]
    with gunicorn(folder=tmp_path_factory.mktemp("data"), workers=1, options=options) as running:
        yield running


class Connection:
    """One connection that reads no more than the server sends."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def ask(self, address: str, *headers: str, version: str = "1.1") -> tuple[int, dict[str, str]]:
        """Send a request whose answer has no body; the status, and headers by name.

        Raises EOFError if the server has closed.
        """
        lines = (f"GET {address} HTTP/{version}", "Host: 127.0.0.1", *headers, "", "")
        self.socket.sendall("\r\n".join(lines).encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            if not (more := self.socket.recv(65536)):
                raise EOFError
            answer += more
        # Nothing behind the headers: the next answer begins with its own first line.
        first, *rest = answer.decode().removesuffix("\r\n\r\n").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in rest)
        assert first.startswith(f"HTTP/{version} "), first
        return int(first.split()[1]), fields

    def is_closed(self) -> bool:
        """Whether the server has closed it; waits until it does or sends something."""
        return self.socket.recv(1) == b""


def followed(server: Talking) -> str:
    """The address of a poll while a game does not change."""
    table = start(Client(server))
    return f"{table.path}?seen={table.form()['revision']}"


def test_all_polls_go_over_one_connection(server: Talking) -> None:
    address = followed(server)
    with Connection(server.port) as connection:
        for _ in range(POLLS):
            status, headers = connection.ask(address)
            assert status == 204
            # Neither is allowed in a 204, and they could confuse a proxy.
            assert not {"content-length", "transfer-encoding"} & set(headers)
            assert headers.get("connection", "keep-alive") == "keep-alive"


def test_pages_and_polls_share_it(server: Talking) -> None:
    address = followed(server)
    with Connection(server.port) as connection:
        assert connection.ask(address)[0] == 204
        connection.socket.sendall(b"HEAD /new HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert connection.socket.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert connection.ask(address)[0] == 204


def test_who_asks_for_the_end_gets_it(server: Talking) -> None:
    with Connection(server.port) as connection:
        status, headers = connection.ask(followed(server), "Connection: close")
        assert (status, headers["connection"]) == (204, "close")
        assert connection.is_closed()
