"""The limits of the server at home: waitress with its own settings."""

from __future__ import annotations

import json
import socket
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

from scorepad.cli.server import listening
from tests.hosting.table import start
from tests.support.hosting import Client
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad
from tests.web.pad.importing import document

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

MEGABYTE: Final = 1024 * 1024
GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


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
    for begin in range(0, size, 65536):
        yield b"x" * min(65536, size - begin)


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
    assert bytes_sent < 30 * MEGABYTE, "the body was read to its end"


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


@pytest.mark.sample
def test_half_sent_requests_block_no_thread(address: tuple[str, int]) -> None:
    halves = (
        b"GE",
        b"GET / HTTP/1.1\r\nHost: half",
        b"POST /new HTTP/1.1\r\nContent-Length: 9\r\n\r\n",
    )
    with ExitStack() as opened:
        # More than there are threads, and fewer than there can be connections.
        for number in range(60):
            connection = opened.enter_context(socket.create_connection(address, PATIENCE))
            connection.sendall(halves[number % len(halves)])
        host, port = address
        with urllib.request.urlopen(f"http://{host}:{port}/", timeout=PATIENCE) as page:
            assert page.status == 200


DIGITS: Final = b"9" * 5000


def test_numbers_of_thousands_of_digits_are_answered_and_not_logged(tmp_path: Path) -> None:
    with running_scorepad(tmp_path) as server:
        address, before = of(server.address), server.log()
        file = b"/static/x/scorepad.css"
        for line, headers in (
            (b"GET /pad/x/table/%b" % DIGITS, b""),
            (b"GET /pad/x/table/1?seen=%b" % DIGITS, b""),
            (b"GET /new?players=%b" % DIGITS, b""),
            (b"GET %b" % file, b"Range: bytes=%b-\r\n" % DIGITS),
            (b"GET %b" % file, b'Range: bytes=0-%b\r\nIf-Range: "%b"\r\n' % (DIGITS, DIGITS)),
            (b"GET /", b"Accept-Language: de;q=%b\r\n" % DIGITS),
            (b"GET /", b"Host: x:%b\r\n" % DIGITS),
            (b"GET /", b"If-Modified-Since: Mon, %b Jan 2026 00:00:00 GMT\r\n" % DIGITS),
            (b"GET /", b"Cookie: scorepad_session=%b.%b.%b\r\n" % (DIGITS[:9], DIGITS, DIGITS)),
        ):
            with socket.create_connection(address, timeout=PATIENCE) as connection:
                host = b"" if b"Host" in headers else b"Host: x\r\n"
                connection.sendall(
                    b"%b HTTP/1.1\r\n%b%bConnection: close\r\n\r\n" % (line, host, headers)
                )
                answer = b"".join(iter(lambda: connection.recv(65536), b""))
            assert 200 <= int(answer.split(b" ", 2)[1]) < 500, (line[:40], headers[:40])
        assert server.log() == before


def test_long_file_is_imported(tmp_path: Path) -> None:
    with running_scorepad(tmp_path) as server:
        table = start(Client(server))
        pad = table.path.partition("table/")[0]
        games = [json.dumps(document(id=str(number), started=None)) for number in range(2000)]
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
        with connection.getresponse() as answer:
            assert answer.status == 303
        connection.close()
        assert len(body) > 400_000
        assert table.client.get(f"{pad}table/2001").status == 200


def test_localhost_with_two_addresses_listens_on_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = socket.getaddrinfo

    # The computer may not know that it has a localhost of IPv6.
    def both(host: str, *rest: Any, **options: Any) -> list[Any]:
        hosts = ("127.0.0.1", "::1") if host == "localhost" else (host,)
        return [found for each in hosts for found in ask(each, *rest, **options)]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    # Bound for as long as the test runs, so that no other program is given the port.
    with socket.socket() as ours:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ours.bind(("127.0.0.1", 0))
        port = ours.getsockname()[1]
        with listening(hello, "localhost", port, threads=2, connections=100) as server:
            assert server.port == port
            for host in ("127.0.0.1", "::1"):
                socket.create_connection((host, port), PATIENCE).close()


def hello(_environment: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Length", "5")])
    return [b"hello"]
