"""The HTTP server's limits: nobody fills its memory or disk, and nobody keeps others out."""

from __future__ import annotations

import shlex
import socket
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

from scorepad.cli.server import Server
from tests.support.hosting import until
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

MEGABYTE: Final = 1024 * 1024
GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
LONG_FILE: Final = 64 * MEGABYTE


def asked(path: str) -> bytes:
    return b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode()


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
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        # A client that does not check for an answer finds the connection closed.
        with suppress(ConnectionError):
            for part in parts:
                rest = memoryview(part)
                while rest:
                    readable, _, _ = select([connection], [connection], [], PATIENCE)
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


@pytest.mark.sample
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_a_little_too_long_gets_the_apps_own_page(
    address: tuple[str, int], chunked: bool
) -> None:
    connection = HTTPConnection(*address, timeout=PATIENCE)
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


@pytest.mark.sample
def test_a_long_cookie_and_referer_are_not_too_much(address: tuple[str, int]) -> None:
    connection = HTTPConnection(*address, timeout=PATIENCE)
    headers = {"Cookie": f"other={'x' * 4000}", "Referer": f"http://x/?{'x' * 8000}"}
    connection.request("GET", "/", headers=headers)
    with connection.getresponse() as answer:
        assert answer.status == 200
    connection.close()


@contextmanager
def half_sent(
    address: tuple[str, int], count: int, *, hosts: int = 1
) -> Iterator[list[socket.socket]]:
    """Connections, ``count`` of them, with half a request each; from so many addresses."""
    with ExitStack() as opened:
        connections = []
        for number in range(count):
            source = (f"127.0.0.{1 + number % hosts}", 0)
            each = opened.enter_context(socket.create_connection(address, PATIENCE, source))
            # The server may have closed it at once.
            with suppress(ConnectionError):
                each.sendall(HALF_REQUESTS[number % len(HALF_REQUESTS)])
            connections.append(each)
        yield connections


@pytest.mark.sample
def test_half_sent_requests_keep_nobody_out(address: tuple[str, int]) -> None:
    with half_sent(address, 150):
        host, port = address
        with urllib.request.urlopen(f"http://{host}:{port}/", timeout=PATIENCE) as page:
            assert page.status == 200


def test_one_address_has_a_quarter_of_the_connections(tmp_path: Path) -> None:
    options = ["--connections", "100"]
    with (
        running_scorepad(tmp_path, options=options) as server,
        half_sent(of(server.address), 120) as connections,
    ):
        # Another address of this machine gets in, and the same one again when it has left some.
        with socket.create_connection(of(server.address), PATIENCE, ("127.0.0.2", 0)) as another:
            another.sendall(asked("/"))
            assert another.recv(1000).startswith(b"HTTP/1.1 200 ")
        refused = connections[25:]
        for connection in refused:
            assert_refused(connection)
        for connection in connections[:5]:
            connection.close()
        until(lambda: status_at(of(server.address)) == b"200", "a place")


def assert_refused(connection: socket.socket) -> None:
    """The client may have sent more than was read: then it may hear only that it was closed."""
    try:
        answer = connection.recv(1000)
    except ConnectionError:
        return
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"Retry-After: " in answer


def status_at(address: tuple[str, int]) -> bytes:
    with socket.create_connection(address, PATIENCE) as connection, suppress(ConnectionError):
        connection.sendall(asked("/"))
        return connection.recv(1000).split()[1]
    return b""


def test_behind_a_proxy_all_connections_may_come_from_one_address(tmp_path: Path) -> None:
    options = ["--connections", "100", "--proxies", "1"]
    with (
        running_scorepad(tmp_path, options=options) as server,
        half_sent(of(server.address), 60),
    ):
        assert status_at(of(server.address)) == b"200"


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
        urllib.request.urlopen(server.address, timeout=PATIENCE) as page,
    ):
        assert page.status == 200
    assert server.stderr == []


def test_where_few_files_may_be_open_it_takes_fewer_connections(tmp_path: Path) -> None:
    python = python_with("-n 230", tmp_path)
    with running_scorepad(tmp_path / "data", python=python) as server:
        with half_sent(of(server.address), 300, hosts=8):
            until(lambda: server.stderr, "a word about connections")
        with urllib.request.urlopen(server.address, timeout=PATIENCE) as page:
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
        thread.join(PATIENCE)
        assert not thread.is_alive()


def hello(_environment: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Length", "5")])
    return [b"hello"]


def test_the_end_does_not_wait_for_those_who_ask_nothing() -> None:
    # What it would give to a request that was received is more than its thread is given to end.
    with ExitStack() as opened:
        with serving(hello, ending_seconds=10 * PATIENCE) as server:
            address = ("127.0.0.1", server.port)
            half = opened.enter_context(socket.create_connection(address, PATIENCE))
            half.sendall(b"GET / HTTP/1.1\r\nHost: x")
            idle = opened.enter_context(closing(HTTPConnection(*address, timeout=PATIENCE)))
            idle.request("GET", "/")
            assert idle.getresponse().read() == b"hello"
        assert half.recv(1) == b""


def test_half_sent_requests_are_dropped_after_a_while() -> None:
    with (
        serving(hello, still_seconds=1) as server,
        half_sent(("127.0.0.1", server.port), len(HALF_REQUESTS)) as connections,
    ):
        for connection in connections:
            assert connection.recv(1) == b""


@pytest.mark.parametrize("half", HALF_REQUESTS[1:])
def test_a_request_that_comes_byte_by_byte_has_its_time_too(half: bytes) -> None:
    with (
        serving(hello, still_seconds=1) as server,
        socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection,
    ):
        connection.sendall(half)

        def is_closed() -> bool:
            try:
                connection.sendall(b"x")
                return bool(select([connection], [], [], 0.1)[0])
            except ConnectionError:
                return True

        # Far less than the whole request would take.
        until(is_closed, "the end")


def test_a_long_body_that_comes_steadily_has_the_time_that_it_takes() -> None:
    with (
        serving(hello, still_seconds=1) as server,
        socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection,
    ):
        connection.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        begin, sent = time.monotonic(), 0
        while sent < 100_000:
            connection.sendall(b"x" * 1_000)
            sent += 1_000
            time.sleep(0.025)
        assert time.monotonic() - begin > 2
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")


def long_answers(environment: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """An app that answers with a file at /file, with a page of 100 kB at /page, else with hello."""
    if environment["PATH_INFO"] == "/page":
        start_response("200 OK", [("Content-Length", "100000")])
        return [b"x" * 100_000]
    if environment["PATH_INFO"] != "/file":
        return hello(environment, start_response)
    file = tempfile.TemporaryFile()  # noqa: SIM115 (the server closes it)
    file.truncate(LONG_FILE)
    start_response("200 OK", [])
    wrapped: Iterable[bytes] = environment["wsgi.file_wrapper"](file)
    return wrapped


@pytest.mark.parametrize(
    "requests",
    [
        [asked("/file")],
        # Several at once: the next one must not wait in a thread for the one before.
        [asked("/file"), asked("/file"), asked("/")],
        [asked("/page")] * 200,
    ],
)
def test_who_reads_nothing_keeps_nobody_out_and_is_closed(requests: list[bytes]) -> None:
    with serving(long_answers, still_seconds=2) as server, ExitStack() as opened:
        address = ("127.0.0.1", server.port)
        connections = [
            opened.enter_context(socket.create_connection(address, PATIENCE)) for _ in range(8)
        ]
        for connection in connections:
            connection.sendall(b"".join(requests))
        for connection in connections:
            # The answer has begun.
            select([connection], [], [], PATIENCE)
        assert status_at(address) == b"200"
        # Those who hang on do so in vain.
        until(lambda: not server.connections, "the end of all connections")
        assert status_at(address) == b"200"


def test_a_long_file_that_is_read_slowly_is_whole() -> None:
    with (
        serving(long_answers, still_seconds=1) as server,
        socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection,
    ):
        connection.sendall(asked("/file"))
        size, begin = 0, time.monotonic()
        while part := connection.recv(256 * 1024):
            size += len(part)
            # Nothing moves for a while, but never for as long as it takes to be closed.
            time.sleep(0.01)
        assert size > LONG_FILE
        assert time.monotonic() - begin > 1


def test_a_server_whose_app_never_answers_ends_all_the_same() -> None:
    called, end = threading.Event(), threading.Event()

    def stuck(_environment: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        called.set()
        end.wait(PATIENCE)
        return hello({}, start_response)

    try:
        with serving(stuck, ending_seconds=0.1) as server:
            asking = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            asking.sendall(asked("/"))
            assert called.wait(PATIENCE)
        with asking:
            assert asking.recv(1) == b""
    finally:
        end.set()
