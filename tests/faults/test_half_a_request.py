"""A request whose rest does not come holds no lock: nobody else waits for it."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.faults.running import command
from tests.faults.saving import form_of
from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client
from tests.support.patience import PATIENCE


@pytest.mark.sample
def test_a_save_does_not_wait_for_half_a_request(tmp_path: Path) -> None:
    with command(tmp_path / "data") as server:
        table = start(Client(server))
        body = urlencode(form_of(table)).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in table.client.cookies.items())
        head = (
            f"POST {table.path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
            connection.sendall(head.encode() + body[:50])
            for each in PLAIN_HANDS[1:5]:
                table.record(each)
            # The rest may still come.
            connection.sendall(body[50:])
            assert connection.recv(1000).split()[1] == b"409"
