"""Requests whose rest does not come: nobody else waits for them."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.faults.breaking import APP, HANGING, PATH
from tests.faults.running import Serving, command, gunicorn
from tests.hosting.table import NAMES, fields_of, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, until
from tests.support.patience import PATIENCE


@contextmanager
def half_sent(
    client: Client, method: str, path: str, fields: Mapping[str, str]
) -> Iterator[tuple[socket.socket, bytes]]:
    """A request of which the first half was sent, and the other one."""
    body = urlencode(fields).encode()
    half = len(body) // 2
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", client.server.port), PATIENCE) as connection:
        connection.sendall(head.encode() + body[:half])
        yield connection, body[half:]


@pytest.mark.sample
@pytest.mark.parametrize("serving", [command, gunicorn])
def test_a_save_does_not_wait_for_half_a_request(tmp_path: Path, serving: Serving) -> None:
    with serving(folder=tmp_path / "data") as server:
        table = start(Client(server))
        stranger = Client(server)
        new = {
            **stranger.get("/new").form("/new"),
            **{f"name_{row}": name for row, name in enumerate(NAMES)},
            "dealer": "0",
        }
        hand = {**table.form(), **fields_of(PLAIN_HANDS[0])}
        for client, method, path, fields, status in (
            (stranger, "POST", "/new", new, b"303"),
            (table.client, "POST", table.path, hand, b"409"),
        ):
            with half_sent(client, method, path, fields) as (connection, rest):
                for each in PLAIN_HANDS[1:5]:
                    # Were anything locked, they would be refused.
                    table.record(each)
                # The rest may still come.
                connection.sendall(rest)
                assert connection.recv(1000).split()[1] == status


def test_nobody_waits_for_what_no_page_asks_for(tmp_path: Path) -> None:
    with gunicorn(folder=tmp_path / "data", workers=1) as server:
        fields = {"more": "than nothing"}
        with half_sent(Client(server), "GET", "/new", fields) as (connection, _):
            assert connection.recv(1000).split()[1] == b"200"


def test_a_worker_that_gunicorn_ends_over_it_says_nothing_of_the_address(tmp_path: Path) -> None:
    # What the request still has after it was told to end.
    briefly = ["--timeout", "5"]
    with gunicorn(folder=tmp_path / "data", app=APP, workers=1, options=briefly) as server:
        fields = {"more": "than nothing"}
        with half_sent(Client(server), "GET", PATH.format("hang"), fields) as (connection, _):
            until(lambda: HANGING in server.log(), "the half request")
            # As it does after the seconds of --timeout.
            os.kill(server.workers()[0], signal.SIGABRT)
            assert connection.recv(1000) == b""
        assert Client(server).surely(lambda client: client.get("/new")).status == 200
        assert len(server.workers()) == 2
