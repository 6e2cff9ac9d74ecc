"""The command that serves: its output, and its failures."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import Result

from scorepad.cli.reach import sites
from scorepad.cli.serve import greet
from scorepad.settings import Guard
from tests.cli.command import scorepad
from tests.support.patience import PATIENCE
from tests.support.server import Server, running_scorepad


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
    with urllib.request.urlopen(f"{server.address}/", timeout=PATIENCE) as page:
        assert page.status == 200
    assert server.stdout[0] == f"Scorepad is at {server.address}/\n"
    # This test listens on the loopback only, which no phone can reach.
    assert "Only this computer can reach it.\n" in server.stdout


def test_browsers_are_told_to_stay_with_https(server: Server) -> None:
    policies = {}
    for scheme in ("http", "https"):
        headers = {"X-Forwarded-Proto": scheme}
        request = urllib.request.Request(f"{server.address}/", headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as page:
            policies[scheme] = page.headers["Strict-Transport-Security"]
    assert policies == {"http": None, "https": "max-age=300"}


def test_what_it_keeps_is_for_its_owners_eyes_only(server: Server, folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    secret = folder / "secret-key"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    before = secret.read_text()
    assert len(before) >= 32
    assert before not in "".join(server.stdout + server.stderr)
    assert before not in scorepad(folder, "pen", "A" * 22).output
    assert secret.read_text() == before


def said(capsys: pytest.CaptureFixture[str], host: str, path: str = "") -> str:
    """The greeting of a server that listens there, on a computer without a name of its own."""
    with sites(host, 8013, Guard(hosts=("none.example",)), path) as where:
        greet(where, (), f"{where.best}/")
    return capsys.readouterr().out


def test_a_phone_in_the_network_gets_the_address_and_its_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = said(capsys, "192.0.2.7")
    assert "http://192.0.2.7:8013/" in output
    # Half blocks, two modules of the code a line.
    assert sum(set(line) & set("▀▄█") != set() for line in output.splitlines()) >= 12


def test_an_ipv6_address_is_written_as_browsers_want_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "http://[2001:db8::7]:8013/" in said(capsys, "2001:db8::7")


def test_a_name_of_this_computer_is_said_as_it_was_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = said(capsys, "localhost")
    assert "http://localhost:8013/" in output
    assert "Only this computer can reach it." in output


def test_the_path_below_which_it_is_belongs_to_the_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "http://192.0.2.7:8013/scores/" in said(capsys, "192.0.2.7", "/scores")


def test_what_is_no_path_is_one_clear_line(tmp_path: Path) -> None:
    result = scorepad(tmp_path / "data", "--path", "//elsewhere.example")
    one_line(result, "is no path such as /scores")


def test_a_folder_that_cannot_be_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    one_line(scorepad(tmp_path / "file" / "data"), "cannot write in")


def test_a_database_of_a_newer_version_is_one_clear_line_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "scorepad.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()
    one_line(scorepad(tmp_path, "--host", "127.0.0.1", "--port", "0"), "newer Scorepad")
    with sqlite3.connect(file) as database:
        tables = database.execute("SELECT name FROM sqlite_master").fetchall()
    database.close()
    assert tables == [("alembic_version",)]


@pytest.mark.parametrize(
    ("uri", "message"),
    [("nonsense", "the database URI must be"), ("mysql://x", "the database URI must be"),
     ("postgres://host/name", "write postgresql+psycopg://"), ("sqlite://", "must name a file"),
     ("sqlite:////proc/nowhere/pads.sqlite", "cannot use the database")],
)  # fmt: skip
def test_a_database_that_cannot_be_used_is_one_clear_line(
    tmp_path: Path, uri: str, message: str
) -> None:
    one_line(scorepad(tmp_path, "--database-uri", uri), message)


def test_a_secret_key_that_is_too_short_is_one_clear_line(tmp_path: Path) -> None:
    one_line(scorepad(tmp_path, "--secret-key", "x"), "at least 16 characters")
    (tmp_path / "secret-key").touch()
    one_line(scorepad(tmp_path), f"{tmp_path / 'secret-key'} is empty")


@pytest.mark.parametrize(
    "storage", ["nonsense", "redis", "mysql://me:secret@host", "redis://me:secret@host:port"]
)
def test_a_storage_that_cannot_count_is_one_clear_line(tmp_path: Path, storage: str) -> None:
    ended = scorepad(tmp_path, "--limit-storage", storage)
    one_line(ended, "cannot count limits")
    assert "secret" not in ended.output


def test_a_host_that_does_not_exist_is_one_clear_line(tmp_path: Path) -> None:
    # Found out without asking the network.
    message = "cannot listen on no..where: there is no such address"
    environment = {"SCOREPAD_DATA_FOLDER": str(tmp_path), "SCOREPAD_HOST": "no..where"}
    one_line(as_a_process(environment), message)


@pytest.mark.parametrize(
    "arguments",
    [("--port", "many"), ("--port", "70000"), ("--threads", "1"), ("--threads", "65"),
     ("--hsts", "-1"), ("--nonsense",), ("nonsense",)],
)  # fmt: skip
def test_a_wrong_option_is_a_usage_error(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ended = scorepad(tmp_path, *arguments)
    assert ended.exit_code == 2
    assert "Error: " in ended.stderr


def test_every_setting_can_come_from_the_environment(tmp_path: Path) -> None:
    # A port that cannot be shows that the variables are read, without serving to the network.
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        database = tmp_path / "elsewhere.sqlite"
        ended = as_a_process(
            {
                "SCOREPAD_DATA_FOLDER": str(tmp_path / "data"),
                "SCOREPAD_HOST": "127.0.0.1",
                "SCOREPAD_PORT": str(port),
                "SCOREPAD_DATABASE_URI": f"sqlite:///{database}",
                "SCOREPAD_SECRET_KEY": "given, and long enough",
            }
        )
    one_line(ended, f"cannot listen on 127.0.0.1, port {port}")
    assert database.exists()
    assert not (tmp_path / "data" / "secret-key").exists()


def as_a_process(environment: Mapping[str, str]) -> Ended:
    """Run the command where it comes so far that only its process's end tidies up."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("SCOREPAD_")}
    ended = subprocess.run(
        [sys.executable, "-m", "scorepad"],
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


class Ended(NamedTuple):
    """How a command has ended."""

    exit_code: int
    stdout: str
    stderr: str


def one_line(ended: Result | Ended, message: str) -> None:
    assert ended.exit_code == 1, ended
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert ended.stderr.startswith("scorepad: ")
    assert message in ended.stderr
