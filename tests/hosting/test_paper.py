"""The lines of docs/hosting.md, carried out literally."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import (
    BIND,
    DATABASE,
    PROGRAMS,
    ROOT,
    Client,
    Hosted,
    gunicorn_command,
    hosted,
    lines_below,
    programs,
    put,
)
from tests.support.need import unavailable
from tests.support.patience import PATIENCE
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.xdist_group("hosting")

TITLE = "Gunicorn and PostgreSQL"
# The paper's host.
HOST = "scorepad.example"


@pytest.fixture(scope="module")
def server(database_uri: str) -> Iterator[Hosted]:
    """The server that the paper's lines start."""
    *_, line = lines = lines_below(TITLE)[2:]
    assert "gunicorn" in line
    script = put(
        "\n".join(lines), {PROGRAMS: programs(), DATABASE: database_uri, BIND: "127.0.0.1:0"}
    )
    with hosted(["sh", "-ec", script], environment={}) as (started,):
        yield started


def forwarded(**changes: str) -> dict[str, str]:
    """The headers that a proxy adds, as docs/https.md has it."""
    return {
        "X-Forwarded-For": "203.0.113.7",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": HOST,
        # Our own pages send it, which is required over HTTPS.
        "Referer": f"https://{HOST}/",
        **changes,
    }


def test_the_lines_that_install_ask_for_what_there_is(tmp_path: Path) -> None:
    make, install = lines_below(TITLE)[:2]
    # Without a network, and only as if: all of it is in the tests' own environment already.
    as_if = {
        "pip install": "pip install --dry-run --no-index --no-build-isolation",
        "'.[": f"'{ROOT}[",
        PROGRAMS: programs(),
    }
    script = f"{put(make, {'/opt/scorepad': str(tmp_path)})}\n{put(install, as_if)}"
    result = subprocess.run(
        ["sh", "-ec", script],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert result.returncode == 0, result.stderr
    for package in ("psycopg", "redis", "gunicorn"):
        assert re.search(f"already satisfied: {package}", result.stdout)


def test_the_papers_server_answers_through_its_proxy(server: Hosted) -> None:
    answers = server.ask_every_worker("/", 4, forwarded())
    assert {answer.status for answer in answers} == {200}
    assert "Who’s playing?" in answers[0].text
    assert not server.mishaps()


@pytest.fixture
def own_database(cluster: str) -> Iterator[str]:
    """A database that nobody else uses."""
    with fresh_database(cluster) as uri:
        yield uri


def test_backups_bring_back_what_was_there(own_database: str, tmp_path: Path) -> None:
    if not (shutil.which("pg_dump") and shutil.which("pg_restore")):
        unavailable("PostgreSQL's pg_dump and pg_restore")
    settings = {"SCOREPAD_DATABASE_URI": own_database, "SCOREPAD_SECRET_KEY": "one and the same"}
    dump, restore = lines_below("Backups of PostgreSQL")
    with hosted(gunicorn_command(workers=1), environment=settings) as (running,):
        table = start(Client(running))
        run(dump, own_database, tmp_path)
        table.record(PLAIN_HANDS[0])
        before = table.client.get(f"{table.path}/hands.csv").text
    run(restore, own_database, tmp_path)
    with hosted(gunicorn_command(workers=1), environment=settings) as (running,):
        after = table.at(running).client.get(f"{table.path}/hands.csv").text
    # The hand is gone.
    assert (len(before.splitlines()), len(after.splitlines())) == (5, 1)


def run(line: str, database_uri: str, folder: Path) -> None:
    uri = database_uri.replace("+psycopg", "")
    environment = {**os.environ, "DATABASE": uri}
    subprocess.run(["sh", "-ec", line], cwd=folder, env=environment, check=True, timeout=PATIENCE)


def test_those_who_follow_do_not_wait_for_a_slow_phone(server: Hosted) -> None:
    """More phones that send slowly than there are workers."""
    client = Client(server, headers=forwarded())
    table = start(client)
    page = client.get(table.path)
    address = f"{table.path}?seen={page.form(table.path)['revision']}"
    head = f"POST {table.path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 100\r\n\r\n"
    with ExitStack() as slow:
        for _ in range(6):
            phone = slow.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(f"{head}hearts".encode())
        for _ in range(12):
            assert client.get(address).status == 204


def test_a_host_that_is_not_named_is_refused(server: Hosted) -> None:
    for headers in (forwarded(**{"X-Forwarded-Host": "evil.example"}), {"Host": "evil.example"}):
        answer = Client(server, headers=headers).get("/")
        assert answer.status == 400
        assert "evil.example" not in answer.text
    assert Client(server, headers={"Host": HOST}).get("/").status == 200


def test_no_header_says_where_the_app_is(server: Hosted) -> None:
    """Gunicorn would take such headers from whoever is on this machine, as its proxy is."""
    table = start(Client(server, headers=forwarded()))
    for name, value in (("SCRIPT_NAME", "//evil.example"), ("PATH_INFO", "/new")):
        asking = Client(server, headers={**forwarded(), name: value})
        assert asking.get(table.path).status == 200, name
        answer = asking.get(f"//evil.example{table.path}")
        assert (answer.status, "evil.example" in answer.text) == (404, False), name
