"""Limits that the processes of several servers count together, in a real Redis."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

import pytest

from tests.support.hosting import Client, Hosted, gunicorn_command, hosted, lines_below, put, until
from tests.support.need import unavailable

pytestmark = pytest.mark.xdist_group("hosting")


@contextmanager
def redis(folder: Path) -> Iterator[None]:
    """A Redis that keeps nothing, at a socket in the folder."""
    program = shutil.which("redis-server")
    if program is None:
        unavailable("redis-server")
    process = Popen(
        [program, "--port", "0", "--unixsocket", folder / "socket", "--save", "", "--dir", folder],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until(lambda: answers(folder / "socket"), "Redis")
        yield
    finally:
        process.terminate()
        process.wait()


def answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short one: the path of a socket has to fit into about 100 characters."""
    with tempfile.TemporaryDirectory(prefix="redis-") as name:
        yield Path(name)


def make_pads(servers: tuple[Hosted, ...], number: int) -> list[int]:
    """Try to make pads at each server in turn; the answers."""
    clients = [Client(server) for server in servers]
    statuses = []
    for attempt in range(number):
        client = clients[attempt % len(clients)]
        form = client.get("/new").form("/new")
        names = {f"name_{row}": name for row, name in enumerate("ABCD")}
        statuses.append(client.post("/new", {**form, **names, "dealer": "0"}).status)
    return statuses


def test_servers_count_together_and_each_by_itself_while_redis_is_away(
    database_uri: str, folder: Path
) -> None:
    (line,) = lines_below("Redis")
    name, _, value = line.removeprefix("export ").partition("=")
    environment = {
        "SCOREPAD_DATABASE_URI": database_uri,
        "SCOREPAD_SECRET_KEY": "one and the same",
        "SCOREPAD_LIMIT_COSTS": "600 per hour",
        # At a socket, so that no port has to be free.
        name: put(value, {"redis://localhost": f"redis+unix://{folder}/socket"}),
    }
    command = gunicorn_command(workers=1)
    with hosted(command, command, environment=environment) as servers:
        with redis(folder):
            assert make_pads(servers, 6) == [303, 303, 303, 429, 429, 429]
        assert [server.mishaps() for server in servers] == [[], []]
        # Nobody is kept from playing: each counts for itself, up to its own three.
        assert make_pads(servers, 8) == [303] * 6 + [429] * 2
        for server in servers:
            said = server.mishaps()
            assert said
            for line in said:
                assert "storage of limits is gone, falling back to in-memory counts" in line
        with redis(folder):
            until(lambda: make_pads(servers[:1], 1) == [303], "Redis is asked again")
