"""The HTTP server's limits: nobody fills its memory or disk, and nobody keeps others out."""

from __future__ import annotations

import shlex
import socket
import sys
import threading
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

from scorepad.cli.server import Server
from tests.support.hosting import until
from tests.support.server import running_scorepad

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

MEGABYTE: Final = 1024 * 1024
GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
HALF_REQUESTS: Final = (
    b"GE",
    b"GET / HTTP/1.1\r\nHost: half",
    b"POST /new HTTP/1.1\r\nHost: half\r\nContent-Length: 100\r\n\r\nname_0=An",
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    with running_scorepad(tmp_path_factory.mktemp("scorepad")) as server:
        yield of(server.address)


def of(address: str) -> tuple[str, int]:
    parts = urlsplit(address)
    assert parts.hostname is not None
    assert parts.port is not None
    return parts.hostname, parts.port


def fields(size: int) -> Iterator[bytes]:
    """A form of so many bytes, in parts."""
    for start in range(0, size, 65536):
        yield b"x" * min(65536, size - start)


def in_chunks(parts: Iterable[bytes]) -> Iterator[bytes]:
    for part in parts:
        yield b"%x\r\n%b\r\n" % (len(part), part)
    yield b"0\r\n\r\n"


def send_until_answered(address: tuple[str, int], parts: Iterable[bytes]) -> tuple[int, bytes]:
    """Send as a browser does; the number of bytes sent before the answer, and the answer."""
    size = 0
    with socket.create_connection(address, timeout=20) as connection:
        # A client that does not check for an answer finds the connection closed.
        with suppress(ConnectionError):
            for part in parts:
                rest = memoryview(part)
                while rest:
                    readable, _, _ = select([connection], [connection], [], 20)
                    if readable:
                        answer = connection.recv(65536).removeprefix(GO_ON)
                        if answer:
                            return size, answer
                    count = connection.send(rest)
                    size += count
                    rest = rest[count:]
        return size, connection.recv(65536).removeprefix(GO_ON)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("expects", [b"", b"Expect: 100-continue\r\n"])
def test_a_huge_body_is_refused_while_it_is_sent(
    address: tuple[str, int], chunked: bool, expects: bytes
) -> None:
    size = 50 * MEGABYTE
    length = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % size
    head = b"POST /new HTTP/1.1\r\nHost: x\r\n%b%b\r\n\r\n" % (expects, length)
    body = in_chunks(fields(size)) if chunked else fields(size)
    bytes_sent, answer = send_until_answered(address, [head, *body])
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert bytes_sent < 20 * MEGABYTE, "the body was read to its end"


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_a_little_too_long_gets_the_apps_own_page(
    address: tuple[str, int], chunked: bool
) -> None:
    connection = HTTPConnection(*address, timeout=20)
    body = fields(100_000)
    length = {} if chunked else {"Content-Length": "100000"}
    connection.request("POST", "/new", body, length, encode_chunked=chunked)
    with connection.getresponse() as answer:
        assert answer.status == 413
        assert b"<main" in answer.read()
    connection.close()


def test_headers_without_end_are_refused(address: tuple[str, int]) -> None:
    lines = [b"X-%d: %b\r\n" % (number, b"x" * 1000) for number in range(1000)]
    size, answer = send_until_answered(address, [b"GET / HTTP/1.1\r\nHost: x\r\n", *lines])
    assert answer.startswith(b"HTTP/1.0 431 ")
    assert size < MEGABYTE


def test_a_long_cookie_and_referer_are_not_too_much(address: tuple[str, int]) -> None:
    connection = HTTPConnection(*address, timeout=20)
    headers = {"Cookie": f"other={'x' * 4000}", "Referer": f"http://x/?{'x' * 8000}"}
    connection.request("GET", "/", headers=headers)
    with connection.getresponse() as answer:
        assert answer.status == 200
    connection.close()


@contextmanager
def half_sent(address: tuple[str, int], count: int) -> Iterator[list[socket.socket]]:
    """Connections, ``count`` of them, with half a request each."""
    with ExitStack() as opened:
        connections = []
        for number in range(count):
            each = opened.enter_context(socket.create_connection(address, timeout=20))
            each.sendall(HALF_REQUESTS[number % len(HALF_REQUESTS)])
            connections.append(each)
        yield connections


def test_half_sent_requests_keep_nobody_out(address: tuple[str, int]) -> None:
    with half_sent(address, 150):
        host, port = address
        with urllib.request.urlopen(f"http://{host}:{port}/", timeout=5) as page:
            assert page.status == 200


def python_with(files: str, folder: Path) -> Path:
    """A Python that may open so many files: ``ulimit``'s words."""
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nulimit {files}\nexec {shlex.quote(sys.executable)} "$@"\n')
    python.chmod(0o700)
    return python


def test_it_opens_more_files_than_it_may_at_first(tmp_path: Path) -> None:
    python = python_with("-S -n 100", tmp_path)
    with (
        running_scorepad(tmp_path / "data", python=python) as server,
        half_sent(of(server.address), 150),
        urllib.request.urlopen(server.address, timeout=5) as page,
    ):
        assert page.status == 200
    assert server.stderr == []


def test_where_few_files_may_be_open_it_takes_fewer_connections(tmp_path: Path) -> None:
    python = python_with("-n 230", tmp_path)
    with running_scorepad(tmp_path / "data", python=python) as server:
        with half_sent(of(server.address), 300):
            until(lambda: server.stderr, "a word about connections")
        with urllib.request.urlopen(server.address, timeout=20) as page:
            assert page.status == 200
    assert "connection limit" in server.stderr[0]
    assert "Traceback" not in "".join(server.stderr)


@contextmanager
def serving(
    app: WSGIApplication, *, host: str = "127.0.0.1", port: int = 0, **settings: Any
) -> Iterator[Server]:
    """A server in a thread of this process."""
    server, over = Server(app, host, port, 2, **settings), threading.Event()
    thread = threading.Thread(target=server.run, args=[over.is_set])
    thread.start()
    try:
        yield server
    finally:
        over.set()
        server.wake()
        thread.join(20)
        assert not thread.is_alive()


def hello(_environment: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Length", "5")])
    return [b"hello"]


def test_half_sent_requests_are_dropped_after_a_while() -> None:
    with (
        serving(hello, idle_seconds=1) as server,
        half_sent(("127.0.0.1", server.port), len(HALF_REQUESTS)) as connections,
    ):
        for connection in connections:
            assert connection.recv(1) == b""


def test_a_server_whose_app_never_answers_ends_all_the_same() -> None:
    called, end = threading.Event(), threading.Event()

    def stuck(_environment: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        called.set()
        end.wait(20)
        return hello({}, start_response)

    try:
        with serving(stuck, ending_seconds=0.1) as server:
            asking = socket.create_connection(("127.0.0.1", server.port), timeout=20)
            asking.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert called.wait(20)
        with asking:
            assert asking.recv(1) == b""
    finally:
        end.set()
