"""The server reads long bodies only where a page takes a file, two at a time of one network."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest

from scorepad.cli.body import MOST_FILES, MOST_FILES_OF_ONE
from tests.hosting.table import start
from tests.support.hosting import Client, until
from tests.support.patience import PATIENCE
from tests.support.server import Server, running_scorepad
from tests.web.pad.importing import document


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_scorepad(tmp_path_factory.mktemp("body")) as running:
        yield running


EXPECTS = "Expect: 100-continue\r\n"
FILE = "/pad/AAAAAAAAAAAAAAAAAAAAAA/import"


def asking(server: Server, path: str, length: int, host: str, more: str = "") -> socket.socket:
    """A request from one of this machine's addresses; its body is announced, and not sent."""
    connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE, (host, 0))
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n{more}\r\n"
    connection.sendall(head.encode())
    return connection


def answer_to(
    server: Server, path: str, length: int, host: str = "127.0.0.1", more: str = ""
) -> str:
    with asking(server, path, length, host, more) as connection:
        return connection.recv(1000).decode()


def status_of(server: Server, path: str, length: int) -> int:
    return int(answer_to(server, path, length).split()[1])


def is_received(connection: socket.socket) -> bool:
    """Whether the server waits for the body that was announced."""
    return connection.recv(100).startswith(b"HTTP/1.1 100 ")


def test_a_body_that_is_too_long_is_refused_before_it_is_sent(server: Server) -> None:
    for path, length in (
        ("/new", 1_000_000),
        ("/pad/AAAAAAAAAAAAAAAAAAAAAA/import/more", 1_000_000),
        ("/pad/AAAAAAAAAAAAAAAAAAAAAA/import", 100_000_000),
    ):
        assert status_of(server, path, length) == 413, path


@pytest.mark.parametrize("more", ["", EXPECTS])
def test_one_network_sends_two_files_at_once_and_others_send_theirs(
    server: Server, more: str
) -> None:
    with ExitStack() as held:
        for host in ("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"):
            for _ in range(MOST_FILES_OF_ONE):
                connection = held.enter_context(asking(server, FILE, 1_000_000, host, EXPECTS))
                assert is_received(connection)
            answer = answer_to(server, FILE, 1_000_000, host, more)
            assert answer.startswith("HTTP/1.1 503 ")
            assert "Retry-After: " in answer
        # A short one needs no place: the app asks for its token.
        connection = held.enter_context(asking(server, FILE, 4, "127.0.0.1"))
        connection.sendall(b"a=bc")
        assert connection.recv(1000).split()[1] == b"404"
    # Whose client has gone makes room.
    until(lambda: takes_file(server), "room")


def takes_file(server: Server) -> bool:
    with asking(server, FILE, 1_000_000, "127.0.0.1", EXPECTS) as connection:
        return is_received(connection)


def test_only_so_many_files_are_received_at_once(server: Server) -> None:
    until(lambda: takes_file(server), "room")
    with ExitStack() as held:
        for number in range(MOST_FILES):
            host = f"127.0.1.{1 + number // MOST_FILES_OF_ONE}"
            connection = held.enter_context(asking(server, FILE, 1_000_000, host, EXPECTS))
            assert is_received(connection)
        assert status_of(server, FILE, 1_000_000) == 503
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
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {"Cookie": cookies, "Content-Type": "multipart/form-data; boundary=b"}
    connection.request("POST", f"{pad}import", body.encode(), headers)
    answer = connection.getresponse()
    assert answer.status == 303
    connection.close()
    assert len(body) > 500_000
    assert table.client.get(f"{pad}table/3001").status == 200
