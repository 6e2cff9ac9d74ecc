"""The server reads long bodies only where a page takes a file, and only a few at a time."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest

from tests.hosting.table import start
from tests.support.hosting import Client
from tests.support.server import Server, running_scorepad
from tests.web.pad.importing import document


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_scorepad(tmp_path_factory.mktemp("body")) as running:
        yield running


def status_of(server: Server, path: str, length: int) -> int:
    """The answer to a request whose body of so many bytes is announced, and never sent."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
        connection.sendall(head.encode())
        return int(connection.recv(1000).split()[1])


def test_a_body_that_is_too_long_is_refused_before_it_is_sent(server: Server) -> None:
    for path, length in (
        ("/new", 1_000_000),
        ("/pad/AAAAAAAAAAAAAAAAAAAAAA/import/more", 1_000_000),
        ("/pad/AAAAAAAAAAAAAAAAAAAAAA/import", 100_000_000),
    ):
        assert status_of(server, path, length) == 413, path


def test_only_a_few_files_are_received_at_once(server: Server) -> None:
    path = "/pad/AAAAAAAAAAAAAAAAAAAAAA/import"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
    with ExitStack() as held:
        for _ in range(4):
            connection = socket.create_connection(("127.0.0.1", server.port), 30)
            held.enter_context(connection).sendall(head.encode() + b"x")
        # Whoever is received by now was announced before.
        assert Client(server).get("/new").status == 200
        assert status_of(server, path, 1_000_000) == 413
    assert status_of(server, "/new", 1_000_000) == 413


def test_a_long_file_is_imported(server: Server) -> None:
    table = start(Client(server))
    pad = table.path.partition("table/")[0]
    games = [json.dumps(document(id=str(number), started=None)) for number in range(3000)]
    token = table.client.get(f"{pad}import").form(f"{pad}import")["csrf_token"]
    body = (
        f'--b\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
        + "\n".join(games)
        + "\r\n--b--\r\n"
    )
    cookies = "; ".join(f"{name}={value}" for name, value in table.client.cookies.items())
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"Cookie": cookies, "Content-Type": "multipart/form-data; boundary=b"}
    connection.request("POST", f"{pad}import", body.encode(), headers)
    answer = connection.getresponse()
    assert answer.status == 303
    connection.close()
    assert len(body) > 500_000
    assert table.client.get(f"{pad}table/3001").status == 200
