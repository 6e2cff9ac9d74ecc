"""The command that serves: what it says, its limits, and its failures."""

from __future__ import annotations

import os
import socket
import stat
import sys
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from subprocess import run
from typing import TYPE_CHECKING, Any

import click
import pytest
import segno
from click.testing import Result
from flask import Flask

from scorepad.cli import main
from scorepad.cli.reach import Sites
from scorepad.cli.serve import greet, greet_at_last_pad, listening, port_of
from scorepad.web.database import database_of
from tests.cli.command import on_terminal, scorepad
from tests.support.hosting import until
from tests.support.patience import PATIENCE
from tests.support.server import Server, running_scorepad
from tests.web.cast import Phone, start

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

NUMBER = "http://192.0.2.7:8013"
KITCHEN = "http://kitchen.local:8013"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("new") / "data" / "folder"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """A server that was started from nothing: a folder that was not there, a Python of its own."""
    python, options = Path(sys.executable), ["--hsts", "300", "--proxies", "1"]
    with running_scorepad(folder, python=python, options=options, first=True) as running:
        yield running
    assert running.stderr == []


def test_it_serves_and_says_where(server: Server) -> None:
    assert server.stdout[0] == f"Scorepad is at {server.address}/\n"
    until(lambda: "Ctrl-C" in "".join(server.stdout), "the end of the greeting")
    # This test listens on the loopback only, which no phone can reach.
    assert "Only this computer can reach it.\n" in server.stdout
    for scheme, policy in (("http", None), ("https", "max-age=300")):
        headers = {"X-Forwarded-Proto": scheme}
        request = urllib.request.Request(f"{server.address}/", headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as page:
            assert page.status == 200
            assert page.headers["Strict-Transport-Security"] == policy


def test_what_it_keeps_is_for_its_owners_eyes_only(server: Server, folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    secret = folder / "secret-key"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    before = secret.read_text()
    assert len(before) >= 32
    assert before not in "".join(server.stdout + server.stderr)
    assert before not in scorepad(folder, "pen", "A" * 22).output
    assert secret.read_text() == before


def test_a_huge_body_is_refused_while_it_is_sent(server: Server) -> None:
    megabyte, sent = b"x" * 1024 * 1024, 0
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(b"POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 52428800\r\n\r\n")
        # It may close the connection without reading the rest.
        with suppress(ConnectionError):
            for _ in range(50):
                connection.sendall(megabyte)
                sent += 1
        with suppress(ConnectionError):
            assert b" 413 " in connection.recv(65536)
    assert sent < 50


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        # The app's own page says what is a little too much.
        (b"x" * 100_000, {}, 413),
        # A long cookie and Referer are not too much; head without end is.
        (None, {"Cookie": f"a={'x' * 4000}", "Referer": f"http://x/{'x' * 8000}"}, 200),
        (None, {f"X-{number}": "x" * 1000 for number in range(50)}, 431),
    ],
)
def test_what_is_too_long_is_answered_and_not_logged(
    server: Server, body: bytes | None, headers: dict[str, str], status: int
) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("POST" if body else "GET", "/new", body, headers)
        assert connection.getresponse().status == status
    assert server.log() == ""


def test_localhost_with_two_addresses_listens_on_both(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = socket.getaddrinfo

    # The computer may not know that it has a localhost of IPv6.
    def both(host: str, *rest: Any, **options: Any) -> list[Any]:
        hosts = ("127.0.0.1", "::1") if host == "localhost" else (host,)
        return [found for each in hosts for found in ask(each, *rest, **options)]

    def hello(_: WSGIEnvironment, __: StartResponse) -> Iterable[bytes]:
        return [b"hello"]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    # Bound for as long as the test runs, so that no other program is given the port.
    with socket.socket() as ours:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ours.bind(("127.0.0.1", 0))
        port = ours.getsockname()[1]
        with closing(listening(hello, "localhost", port, threads=2, connections=100)) as server:
            assert port_of(server) == port
            for host in ("127.0.0.1", "::1"):
                socket.create_connection((host, port), PATIENCE).close()


def test_all_addresses_are_said_and_the_name_is_the_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = Sites(NUMBER, KITCHEN, True, ["http://10.8.0.2:8013"])
    greet(where, (), f"{where.best}/")
    said = capsys.readouterr().out
    segno.make(f"{KITCHEN}/", micro=False).terminal(compact=True)
    code = capsys.readouterr().out
    assert said == (
        f"Scorepad is at {NUMBER}/\nand at {KITCHEN}/, which stays the same.\n"
        "Its other addresses: http://10.8.0.2:8013/\n"
        f"Open it on a phone in the same network:\n{code}Ctrl-C stops it.\n"
    )
    # White blocks on black, whatever the terminal's own colours, and nothing of it afterwards.
    coloured = [f"\033[97;40m\033[38;5;231;48;5;16m{line}\033[0m" for line in code.splitlines()]
    with click.Context(main, color=True):
        greet(where, (), f"{where.best}/")
    assert "\n".join(coloured) in capsys.readouterr().out


def test_the_last_pad_is_said_on_a_terminal_and_is_in_no_log(
    tmp_path: Path, app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    start(Phone(app))
    table = start(Phone(app))
    table.phone.submit(table.phone.open(table.pad).form("/name"), {"name": "Friday"})
    options = ("--host", "127.0.0.1", "--port", "0")
    status, said = on_terminal(tmp_path / "data", *options, stop_after="Ctrl-C")
    assert status == 0
    first, second, *_ = said.splitlines()
    site = first.removeprefix("Scorepad is at ").removesuffix("/")
    assert "\033" not in first
    assert second == f"The last pad, Friday, is at {site}{table.pad}"
    greet_at_last_pad(Sites(NUMBER, None, True), database_of(app))
    assert NUMBER in (logged := capsys.readouterr().out)
    assert table.key not in logged


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--secret-key", "x", "at least 16 characters"),
        ("--data-folder", f"{__file__}/data", "cannot write in"),
        ("--database-uri", "sqlite:////proc/nowhere/pads.sqlite", "cannot use the database"),
        ("--limit-writes", "often", "is no limit such as"),
        ("--limit-storage", "nonsense", "cannot count limits"),
        ("--limit-storage", "redis://me:secret@host:port", "cannot count limits"),
        ("--host", "no..where", "cannot listen on no..where: there is no such address"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(
    tmp_path: Path, option: str, value: str, message: str
) -> None:
    ended = scorepad(tmp_path, option, value)
    one_line(ended, message)
    assert "secret@" not in ended.output


def test_every_setting_can_come_from_the_environment(tmp_path: Path) -> None:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("SCOREPAD_")}
    # A port that cannot be shows that the variables are read, without serving to the network.
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        # In a process of its own: only its end closes what waitress has opened.
        ended = run(
            [sys.executable, "-m", "scorepad"],
            env={
                **clean,
                "SCOREPAD_DATA_FOLDER": str(tmp_path / "data"),
                "SCOREPAD_HOST": "127.0.0.1",
                "SCOREPAD_PORT": str(port),
                "SCOREPAD_DATABASE_URI": f"sqlite:///{tmp_path / 'elsewhere.sqlite'}",
                "SCOREPAD_SECRET_KEY": "given, and long enough",
            },
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"scorepad: cannot listen on 127.0.0.1, port {port}: ")
    assert ended.stderr.count("\n") == 1
    assert (tmp_path / "elsewhere.sqlite").exists()
    assert not (tmp_path / "data" / "secret-key").exists()


def one_line(ended: Result, message: str) -> None:
    assert (ended.exit_code, ended.stdout) == (1, "")
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert ended.stderr.startswith("scorepad: ")
    assert message in ended.stderr
