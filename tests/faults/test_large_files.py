"""Large files: whoever does not read them keeps nobody from anything."""

from __future__ import annotations

import resource
import socket
from contextlib import ExitStack, closing
from pathlib import Path
from select import select

import pytest

from scorepad.settings import make_settings
from scorepad.store.database.database import open_database
from scorepad.store.models import Pad
from scorepad.store.pad.pads import name_pad
from scorepad.web.words import messages
from tests.faults.running import Serving, command, gunicorn
from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, Listening
from tests.support.many_games import FilledPad, Size, fill
from tests.support.patience import PATIENCE

# As many as would keep a server of so many threads from everything else.
CLIENTS = 2
# More than the system keeps for both ends of a connection.
MEGABYTES = 8

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("large")


@pytest.fixture(scope="module")
def pad(folder: Path) -> FilledPad:
    settings = make_settings(folder)
    with (
        closing(open_database(settings.database)) as database,
        database.writing() as session,
    ):
        pad = fill(session, Size(games=1_500))
        # A name of 120 bytes, in each line of the file.
        name_pad(session, session.get_one(Pad, pad.id), None, "🂡" * 30)
        return pad


@pytest.fixture
def asking(pad: FilledPad) -> bytes:
    """A request for the pad's CSV, by a client that does not know how to decompress it."""
    return f"GET /pad/{pad.address}/hands.csv HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def length_of(head: bytes) -> int:
    (line,) = [line for line in head.split(b"\r\n") if line.startswith(b"Content-Length: ")]
    return int(line.partition(b" ")[2])


def begin(server: Listening, asking: bytes, host: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE, (host, 0))
    connection.sendall(asking)
    return connection


def test_who_reads_nothing_stops_nobody(folder: Path, asking: bytes) -> None:
    few = {"SCOREPAD_THREADS": str(CLIENTS)}
    with command(folder, environment=few) as server, ExitStack() as opened:
        connections = [
            opened.enter_context(begin(server, asking, f"127.0.0.{1 + number}"))
            for number in range(CLIENTS)
        ]
        table = start(Client(server))
        for hand in PLAIN_HANDS[:3]:
            table.record(hand)
            assert Client(server).get("/healthz").status == 200
        for connection in connections:
            # All of them have begun.
            assert select([connection], [], [], PATIENCE)[0]
        table.record(PLAIN_HANDS[3])
        assert Client(server).get(table.path).status == 200
        # Nor anybody who reads.
        assert_whole(opened.enter_context(begin(server, asking, f"127.0.0.{1 + CLIENTS}")))


@pytest.mark.parametrize("serving", [command, gunicorn])
def test_a_large_file_is_whole(folder: Path, asking: bytes, serving: Serving) -> None:
    with serving(folder=folder) as server, begin(server, asking, "127.0.0.1") as connection:
        assert_whole(connection)


def assert_whole(connection: socket.socket) -> None:
    with connection.makefile("rb") as file:
        head = b"".join(iter(file.readline, b"\r\n"))
        assert head.startswith(b"HTTP/1.1 200 ")
        length = length_of(head)
        assert length > MEGABYTES * 1_000_000
        body = file.read(length)
    assert len(body) == length
    assert body.endswith(b"\r\n")


def test_a_large_file_for_which_there_is_no_room(folder: Path, pad: FilledPad) -> None:
    path = f"/pad/{pad.address}/hands.csv"
    with command(folder) as server:
        pid = server.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (MEGABYTES * 1_000_000, before[1]))
        for _ in range(3):
            answer = Client(server).get(path)
            assert answer.status == 507
            assert messages.NO_ROOM[0] in answer.text
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        answer = Client(server).get(path)
        assert answer.status == 200
        assert len(answer.text.encode()) > MEGABYTES * 1_000_000
