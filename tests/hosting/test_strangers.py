"""On the open net the recipes of ``docs/https.md`` bound what strangers can hold of a server."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Final

import pytest

from tests.hosting.table import start
from tests.hosting.test_https import HOST, RECIPES, carried_out
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import put
from tests.support.patience import PATIENCE
from tests.support.proxies import Browser, Proxy

# Waiting for the document's own times would take minutes.
BOUNDED: Final = {
    "nginx": RECIPES["nginx"]._replace(code=put(RECIPES["nginx"].code, {"15s": "2s"})),
    "caddy": RECIPES["caddy with a domain"]._replace(
        code=put(RECIPES["caddy with a domain"].code, {"15s": "2s", "2m": "2s"})
    ),
}
STRANGERS: Final = 60
HEAD: Final = f"HTTP/1.1\r\nHost: {HOST}\r\n".encode()
ATTACKS: Final = {
    "half a head": b"GET / " + HEAD,
    "a body that does not come": b"POST /new " + HEAD + b"Content-Length: 50000\r\n\r\nx",
    "answers that are not read": (b"GET /static/x/scorepad.css " + HEAD + b"\r\n") * 100
    + b"GET / "
    + HEAD
    + b"Connection: close\r\n\r\n",
}


@pytest.fixture(scope="module", params=BOUNDED)
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp(request.param)
    with carried_out(BOUNDED[request.param], folder) as (_, running):
        yield running


def stranger(proxy: Proxy) -> ssl.SSLSocket:
    """A connection from an address of its own."""
    trust = ssl.create_default_context(cafile=proxy.authority)
    plain = socket.create_connection(("127.0.0.1", proxy.port), PATIENCE, ("127.0.0.2", 0))
    return trust.wrap_socket(plain, server_hostname=proxy.host)


def send(connection: ssl.SSLSocket, request: bytes) -> None:
    """Send as much as is taken at once."""
    connection.settimeout(0.05)
    # Refused connections may be closed already.
    with suppress(OSError):
        connection.sendall(request)
    connection.settimeout(PATIENCE)


def until_closed(connection: ssl.SSLSocket) -> bytes:
    """What still comes, until the proxy closes."""
    came = b""
    with suppress(ConnectionError, ssl.SSLError):
        while part := connection.recv(65536):
            came += part
    return came


@pytest.mark.parametrize("request_", ATTACKS.values(), ids=ATTACKS)
def test_strangers_keep_no_table_waiting_and_are_closed(proxy: Proxy, request_: bytes) -> None:
    browser = Browser(proxy, headers={"Referer": f"{proxy.site}/"})
    table = start(browser)
    with ExitStack() as opened:
        connections = [opened.enter_context(stranger(proxy)) for _ in range(STRANGERS)]
        for connection in connections:
            send(connection, request_)
        for hand in PLAIN_HANDS[:3]:
            table.record(hand)
            assert browser.get(table.path).status == 200
        for connection in connections:
            until_closed(connection)
    table.record(PLAIN_HANDS[3])


def test_long_head_is_refused(proxy: Proxy) -> None:
    with stranger(proxy) as connection:
        send(connection, b"GET / " + HEAD + b"X-Long: %b\r\n\r\n" % (b"x" * 100_000))
        assert until_closed(connection).split()[1] in (b"400", b"431")


def test_long_body_is_refused(proxy: Proxy) -> None:
    with stranger(proxy) as connection:
        send(connection, b"POST /new " + HEAD + b"Content-Length: 100000000\r\n\r\nx")
        answer = connection.recv(65536)
        # Caddy reads on, as far as it lets a body come.
        assert not answer or int(answer.split()[1]) in (400, 413, 502)
