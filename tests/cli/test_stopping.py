"""Ctrl-C and SIGTERM: running requests are answered, and every saved hand is in the one file."""

from __future__ import annotations

import shutil
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from subprocess import run
from urllib.parse import urlencode

import pytest

from tests.faults.saving import held
from tests.faults.writers import writers_at
from tests.hosting.table import Table, fields_of, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client
from tests.support.patience import PATIENCE
from tests.support.server import Server, running_scorepad

WRITERS = 4


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running_scorepad(tmp_path) as running:
        yield running


def entries_in_the_file_alone(folder: Path) -> set[str]:
    """The entries of all hands in a copy of the database file alone, without its log."""
    copied = shutil.copy(folder / "scorepad.sqlite", folder / "copy.sqlite")
    with closing(sqlite3.connect(copied)) as database:
        return {entry for (entry,) in database.execute("SELECT entry FROM hands")}


def assert_it_ended_well(server: Server, folder: Path) -> None:
    assert server.process.wait(PATIENCE) == 0
    assert "Traceback" not in "".join(server.stderr)
    log = folder / "scorepad.sqlite-wal"
    assert not log.exists() or log.stat().st_size == 0


# As dataclasses make their methods: a seventh of the time that a start takes.
WITHIN_EXEC = """
import os, sys
from scorepad.cli.stopping import serving

with serving():
    exec("os.kill(os.getpid(), int(sys.argv[1])); print('served')")
"""


def test_signal_within_exec_ends_start_with_status_0() -> None:
    asked = [sys.executable, "-c", WITHIN_EXEC, str(int(signal.SIGINT))]
    ended = run(asked, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def send(table: Table, form: Mapping[str, str]) -> HTTPConnection:
    """Send a hand as a whole, on a connection that stays open."""
    connection = HTTPConnection("127.0.0.1", table.client.server.port, timeout=PATIENCE)
    cookies = "; ".join(f"{name}={value}" for name, value in table.client.cookies.items())
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({**form, **fields_of(PLAIN_HANDS[0])})
    connection.request("POST", table.path, body, headers)
    return connection


def until_read(server: Server) -> None:
    """Wait until all that was sent is with a thread: its loop reads in the order of arrival."""
    assert Client(server).get("/static/x/scorepad.css").status == 200


def test_running_requests_are_answered_and_kept_and_others_not_waited_for(
    server: Server, tmp_path: Path
) -> None:
    address = ("127.0.0.1", server.port)
    # Each in a pad of its own.
    tables = [start(Client(server)) for _ in range(WRITERS)]
    forms = [(table, table.form()) for table in tables]
    half = socket.create_connection(address, timeout=PATIENCE)
    half.sendall(b"GET / HTTP/1.1\r\nHost: x")
    idle = HTTPConnection(*address, timeout=PATIENCE)
    idle.request("GET", "/")
    idle.getresponse().read()
    with held(tmp_path):
        connections = {form["entry_id"]: send(table, form) for table, form in forms}
        until_read(server)
        server.process.send_signal(signal.SIGTERM)
        # Time to act on the signal; without it the test would show less, and not fail.
        time.sleep(0.5)
    for connection in connections.values():
        with closing(connection), connection.getresponse() as answer:
            assert answer.status == 303
            assert len(answer.read()) == int(answer.headers["Content-Length"])
    with closing(half), closing(idle):
        assert_it_ended_well(server, tmp_path)
        assert half.recv(1) == b""
    assert entries_in_the_file_alone(tmp_path) == connections.keys()


def test_what_was_answered_as_saved_is_in_the_one_file(server: Server, tmp_path: Path) -> None:
    writers = writers_at(start(Client(server)))
    with writers.writing(server, hands=8):
        server.process.send_signal(signal.SIGTERM)
        assert_it_ended_well(server, tmp_path)
    assert writers.saved().keys() <= entries_in_the_file_alone(tmp_path)


def test_second_signal_ends_at_once(server: Server, tmp_path: Path) -> None:
    table = start(Client(server))
    form = table.form()
    with held(tmp_path):
        connection = send(table, form)
        until_read(server)
        server.process.send_signal(signal.SIGTERM)
        # Until the first one is handled, the second one would be the same.
        time.sleep(0.5)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == -signal.SIGINT
    connection.close()
    assert server.stderr == []
