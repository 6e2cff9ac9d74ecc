"""The command that serves: what it says, its limits, and its failures."""

from __future__ import annotations

import os
import pty
import socket
import sqlite3
import stat
import sys
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, redirect_stdout, suppress
from http.client import HTTPConnection
from pathlib import Path
from subprocess import Popen, run
from typing import TYPE_CHECKING, Any

import pytest
import segno
from click.testing import Result
from flask import Flask

from scorepad.cli.reach import Sites
from scorepad.cli.serve import greet, listening, port_of
from tests.cli.command import scorepad
from tests.support.hosting import until
from tests.support.patience import PATIENCE
from tests.support.server import Server, running_scorepad
from tests.web.cast import Phone, Table, start

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
    ("method", "path", "body", "headers", "status"),
    [
        # The app's own page says what is a little too much.
        ("POST", "/new", b"x" * 100_000, {}, 413),
        # A long cookie and Referer are not too much; head without end is.
        ("GET", "/", None, {"Cookie": f"a={'x' * 4000}", "Referer": f"http://x/{'x' * 8000}"}, 200),
        ("GET", "/", None, {f"X-{number}": "x" * 1000 for number in range(50)}, 431),
        # Numbers of thousands of digits.
        ("GET", f"/pad/x/table/{'9' * 5000}", None, {}, 404),
        ("GET", f"/new?players={'9' * 5000}", None, {}, 200),
        ("GET", "/static/scorepad.css", None, {"Range": f"bytes={'9' * 5000}-"}, 416),
        ("GET", "/", None, {"Accept-Language": f"de;q={'9' * 5000}"}, 200),
        ("GET", "/", None, {"Cookie": f"scorepad_session=1.{'9' * 5000}.1"}, 200),
    ],
)
def test_what_is_too_long_is_answered_and_not_logged(
    server: Server,
    method: str,
    path: str,
    body: bytes | None,
    headers: dict[str, str],
    status: int,
) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request(method, path, body, headers)
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


def on_a_terminal(do: Callable[[], None]) -> str:
    """What is said there."""
    terminal, end = pty.openpty()
    said = b""
    with ThreadPoolExecutor(1) as pool:
        with open(end, "w") as output, redirect_stdout(output):  # noqa: PTH123 (a descriptor)
            done = pool.submit(do)
            while not said.endswith(b"Ctrl-C stops it.\r\n"):
                said += os.read(terminal, 1024)
        done.result(PATIENCE)
    os.close(terminal)
    return said.decode().replace("\r\n", "\n")


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
    shown = on_a_terminal(lambda: greet(where, (), f"{where.best}/"))
    assert "\n".join(coloured) in shown
    assert shown.splitlines()[-1] == "Ctrl-C stops it."


def said_on_a_terminal(data: Path) -> str:
    """What a server says there when it starts."""
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "scorepad", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data-folder", str(data)]
    said = ""
    with ExitStack() as held:
        held.callback(os.close, terminal)
        serving = held.enter_context(Popen(command, stdout=end))
        held.callback(serving.terminate)
        os.close(end)
        while "Ctrl-C" not in said:
            said += os.read(terminal, 1024).decode()
    assert serving.returncode == 0
    return said.replace("\r\n", "\n")


def test_the_last_pad_is_said_on_a_terminal_and_is_in_no_log(tmp_path: Path, app: Flask) -> None:
    start(Phone(app))
    table: Table = start(Phone(app))
    table.phone.submit(table.phone.open(table.pad).form("/name"), {"name": "Friday"})
    first, second, *_ = said_on_a_terminal(tmp_path / "data").splitlines()
    site = first.removeprefix("Scorepad is at ").removesuffix("/")
    assert "\033" not in first
    assert second == f"The last pad, Friday, is at {site}{table.pad}"
    with running_scorepad(tmp_path / "data") as server:
        until(lambda: "Ctrl-C" in "".join(server.stdout), "the end of the greeting")
    assert table.key not in "".join(server.stdout + server.stderr)


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "scorepad.sqlite"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    one_line(scorepad(tmp_path, "--host", "127.0.0.1", "--port", "0"), "newer Scorepad")
    with closing(sqlite3.connect(file)) as database:
        tables = database.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("alembic_version",)]


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--path", "//elsewhere.example", "is no path such as /scores"),
        ("--data-folder", f"{__file__}/data", "cannot write in"),
        ("--database-uri", "mysql://x", "the database URI must be"),
        ("--database-uri", "postgres://host/name", "write postgresql+psycopg://"),
        ("--database-uri", "sqlite:////proc/nowhere/pads.sqlite", "cannot use the database"),
        ("--secret-key", "x", "at least 16 characters"),
        ("--limit-writes", "often", "is no limit such as"),
        ("--limit-storage", "nonsense", "cannot count limits"),
        ("--limit-storage", "redis://me:secret@host:port", "cannot count limits"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(
    tmp_path: Path, option: str, value: str, message: str
) -> None:
    ended = scorepad(tmp_path, option, value)
    one_line(ended, message)
    assert "secret@" not in ended.output


@pytest.mark.parametrize(
    "arguments", [("--port", "70000"), ("--threads", "1"), ("--nonsense",), ("nonsense",)]
)
def test_a_wrong_option_is_a_usage_error(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ended = scorepad(tmp_path, *arguments)
    assert ended.exit_code == 2
    assert "Error: " in ended.stderr


def test_every_setting_can_come_from_the_environment(tmp_path: Path) -> None:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("SCOREPAD_")}
    # A port that cannot be shows that the variables are read, without serving to the network.
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for host, message in (
            ("127.0.0.1", f"cannot listen on 127.0.0.1, port {port}: "),
            ("no..where", "cannot listen on no..where: there is no such address"),
        ):
            # In a process of its own: only its end closes what waitress has opened.
            ended = run(
                [sys.executable, "-m", "scorepad"],
                env={
                    **clean,
                    "SCOREPAD_DATA_FOLDER": str(tmp_path / "data"),
                    "SCOREPAD_HOST": host,
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
            assert ended.stderr.startswith(f"scorepad: {message}")
            assert ended.stderr.count("\n") == 1
    assert (tmp_path / "elsewhere.sqlite").exists()
    assert not (tmp_path / "data" / "secret-key").exists()


def one_line(ended: Result, message: str) -> None:
    assert (ended.exit_code, ended.stdout) == (1, "")
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert ended.stderr.startswith("scorepad: ")
    assert message in ended.stderr
