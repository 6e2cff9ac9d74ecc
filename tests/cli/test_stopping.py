"""Ctrl-C and SIGTERM: received requests are answered, and every saved hand is in the one file."""

from __future__ import annotations

import shutil
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen, run
from threading import Barrier
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from tests.cli.test_server import hello, serving
from tests.hosting.table import Table, fields_of, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Answer, Client, Hosted, until
from tests.support.patience import PATIENCE
from tests.support.server import Server, running_scorepad

WRITERS = 4
SIGNALS = [signal.SIGINT, signal.SIGTERM]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running_scorepad(tmp_path) as running:
        yield running


def port_of(server: Server) -> int:
    port = urlsplit(server.address).port
    assert port is not None
    return port


def tables(server: Server, number: int) -> list[Table]:
    """Games, each in a pad of its own."""
    hosted = Hosted(port_of(server), Path())
    return [start(Client(hosted)) for _ in range(number)]


@contextmanager
def nobody_can_write(folder: Path) -> Iterator[None]:
    """Hold the write lock, so that every save waits."""
    with closing(sqlite3.connect(folder / "scorepad.sqlite")) as database:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.rollback()


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


HELD_BACK = """
import os, sys
from scorepad.cli.stopping import serving

with serving() as stop:
    with stop.held_back():
        os.kill(os.getpid(), int(sys.argv[1]))
        print("made")
    print("served")
"""


# As dataclasses make their methods: a seventh of the time that a start takes.
WITHIN_EXEC = """
import os, sys
from scorepad.cli.stopping import serving

with serving() as stop:
    exec("os.kill(os.getpid(), int(sys.argv[1])); print('served')")
"""


@pytest.mark.parametrize("stop", SIGNALS)
@pytest.mark.parametrize(("program", "said"), [(HELD_BACK, "made\n"), (WITHIN_EXEC, "")])
def test_a_signal_interrupts_a_start_in_order_and_no_step_that_holds_it_back(
    program: str, said: str, stop: signal.Signals
) -> None:
    asked = [sys.executable, "-c", program, str(int(stop))]
    ended = run(asked, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, said, "")


def refuses(server: Server) -> bool:
    """Whether it has stopped listening."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port_of(server))) != 0


def send(table: Table, form: Mapping[str, str]) -> HTTPConnection:
    """Send a hand as a whole, on a connection that stays open."""
    connection = HTTPConnection("127.0.0.1", table.client.server.port, timeout=PATIENCE)
    cookies = "; ".join(f"{name}={value}" for name, value in table.client.cookies.items())
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({**form, **fields_of(PLAIN_HANDS[0])})
    connection.request("POST", table.path, body, headers)
    return connection


def test_what_was_received_is_answered_and_kept(server: Server, tmp_path: Path) -> None:
    forms = [(table, table.form()) for table in tables(server, WRITERS)]
    with nobody_can_write(tmp_path):
        connections = {form["entry_id"]: send(table, form) for table, form in forms}
        server.process.send_signal(signal.SIGTERM)
        until(lambda: refuses(server), "the end of listening")
    for connection in connections.values():
        with closing(connection), connection.getresponse() as answer:
            assert answer.status == 303
            assert len(answer.read()) == int(answer.headers["Content-Length"])
            # A client that reuses it would find it closed.
            assert answer.headers["Connection"] == "close"
    assert_it_ended_well(server, tmp_path)
    assert entries_in_the_file_alone(tmp_path) == connections.keys()


def test_what_was_received_but_not_looked_at_is_answered_too(
    server: Server, tmp_path: Path
) -> None:
    forms = [(table, table.form()) for table in tables(server, WRITERS)]
    # Paused, it can neither accept a connection nor read from one.
    server.process.send_signal(signal.SIGSTOP)
    connections = {form["entry_id"]: send(table, form) for table, form in forms}
    server.process.send_signal(signal.SIGINT)
    server.process.send_signal(signal.SIGCONT)
    for connection in connections.values():
        with closing(connection), connection.getresponse() as answer:
            assert answer.status == 303
    assert_it_ended_well(server, tmp_path)
    assert entries_in_the_file_alone(tmp_path) == connections.keys()


def test_what_was_answered_as_saved_is_in_the_one_file(server: Server, tmp_path: Path) -> None:
    games, halfway = tables(server, WRITERS), Barrier(WRITERS + 1)

    def write(table: Table) -> set[str]:
        saved = set[str]()
        for number in count():
            if number == 5:
                halfway.wait(PATIENCE)
            answer: Answer | None = None
            # A late client is refused; an answer that is cut off is an error.
            with suppress(OSError):
                form = table.client.get(table.path).form(table.path)
                fields = {**form, **fields_of(PLAIN_HANDS[number])}
                answer = table.client.post(table.path, fields)
            if answer is None:
                break
            assert answer.status == 303
            saved.add(form["entry_id"])
        return saved

    with ThreadPoolExecutor(WRITERS) as threads:
        writers: list[Future[set[str]]] = [threads.submit(write, each) for each in games]
        halfway.wait(PATIENCE)
        server.process.send_signal(signal.SIGTERM)
        saved = set[str]().union(*(writer.result() for writer in writers))
    assert_it_ended_well(server, tmp_path)
    assert len(saved) >= WRITERS * 5
    assert saved <= entries_in_the_file_alone(tmp_path)


@pytest.mark.parametrize("stop", SIGNALS)
def test_it_does_not_wait_for_those_who_ask_nothing(server: Server, stop: signal.Signals) -> None:
    address = ("127.0.0.1", port_of(server))
    half = socket.create_connection(address, timeout=PATIENCE)
    half.sendall(b"GET / HTTP/1.1\r\nHost: x")
    idle = HTTPConnection(*address, timeout=PATIENCE)
    idle.request("GET", "/")
    with closing(half), closing(idle):
        idle.getresponse().read()
        server.process.send_signal(stop)
        assert server.process.wait(PATIENCE) == 0
        assert half.recv(1) == b""
    assert server.stderr == []


def test_a_second_signal_ends_it_at_once(server: Server, tmp_path: Path) -> None:
    (table,) = tables(server, 1)
    form = table.form()
    with nobody_can_write(tmp_path):
        connection = send(table, form)
        server.process.send_signal(signal.SIGTERM)
        until(lambda: refuses(server), "the end of listening")
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == -signal.SIGINT
    connection.close()
    assert server.stderr == []


def command(tmp_path: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "scorepad", "--data-folder", str(tmp_path), *arguments]


@pytest.mark.parametrize("stop", SIGNALS)
def test_it_can_be_stopped_while_it_starts(tmp_path: Path, stop: signal.Signals) -> None:
    with socket.create_server(("127.0.0.1", 0)) as database:
        database.settimeout(30)
        uri = f"postgresql+psycopg://127.0.0.1:{database.getsockname()[1]}/pads"
        starting = Popen(
            command(tmp_path, "--port", "0", "--database-uri", uri),
            stdout=PIPE,
            stderr=PIPE,
            text=True,
        )
        # It waits for the answer of a database that never comes.
        waiting, _ = database.accept()
        with waiting:
            starting.send_signal(stop)
            output = starting.communicate(timeout=PATIENCE)
    assert (starting.returncode, output) == (0, ("", ""))


def test_a_localhost_with_two_addresses_is_served_and_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = socket.getaddrinfo

    # The computer may not know that it has a localhost of IPv6.
    def both(host: str, *rest: Any, **options: Any) -> list[Any]:
        hosts = ("127.0.0.1", "::1") if host == "localhost" else (host,)
        return [found for each in hosts for found in ask(each, *rest, **options)]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    # Bound for as long as the test runs, so that nobody else is given the same port.
    with socket.socket() as ours:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ours.bind(("127.0.0.1", 0))
        port = ours.getsockname()[1]
        with serving(hello, host="localhost", port=port):
            for host in ("127.0.0.1", "::1"):
                connection = HTTPConnection(host, port, timeout=PATIENCE)
                with closing(connection):
                    connection.request("GET", "/")
                    assert connection.getresponse().read() == b"hello"
