"""``scorepad backup``, beside a server that is being written to."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import ne
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import pytest
from click.testing import Result

from scorepad.settings import Settings
from tests.cli.command import scorepad
from tests.hosting.table import Table, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, Hosted, until
from tests.support.patience import PATIENCE
from tests.support.server import Server, running_scorepad


def table_at(server: Server) -> Table:
    """A new game at a server."""
    return start(Client(Hosted(urlsplit(server.address).port or 0, Path())))


def hands_in(file: Path) -> int:
    with sqlite3.connect(file) as connection:
        (hands,) = connection.execute("SELECT count(*) FROM hands").fetchone()
    connection.close()
    return int(hands)


def refused(ended: Result, message: str) -> None:
    """Check that the command failed with one sentence that has this message."""
    assert (ended.exit_code, ended.stdout) == (1, ""), ended
    assert ended.stderr.startswith("Error: ")
    assert ended.stderr.count("\n") == 1
    assert message in ended.stderr


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder beside the working folder's files."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.fixture
def table(data: Path) -> Iterator[Table]:
    """A game with three hands at a running server."""
    with running_scorepad(data) as server:
        made = table_at(server)
        for hand in PLAIN_HANDS[:3]:
            made.record(hand)
        yield made


def test_backups_of_a_server_that_is_written_to_miss_nothing_that_was_saved(
    data: Path, table: Table, tmp_path: Path
) -> None:
    saved: list[int] = []
    enough = Event()

    def keep_recording() -> None:
        for number, hand in enumerate(PLAIN_HANDS[3:]):
            if enough.is_set():
                return
            table.record(hand)
            saved.append(number)

    with ThreadPoolExecutor(1) as threads:
        writing = threads.submit(keep_recording)
        try:
            for number in range(3):
                before = saved.copy()
                copy = tmp_path / f"{number}.sqlite"
                ended = scorepad(data, "backup", copy.name)
                assert (ended.exit_code, ended.stderr) == (0, "")
                hands = hands_in(copy)
                assert hands >= 3 + len(before)
                assert ended.stdout.startswith(f"{copy.name}: 1 pad, {hands} hands, last changed ")
                assert stat.S_IMODE(copy.stat().st_mode) == 0o600
                # The server wrote on meanwhile, and goes on after it.
                until(partial(ne, saved, before), "another hand")
        finally:
            enough.set()
        writing.result()


def test_what_a_killed_server_has_saved_is_in_a_backup(data: Path, tmp_path: Path) -> None:
    with running_scorepad(data) as server:
        table = table_at(server)
        for hand in PLAIN_HANDS[:5]:
            table.record(hand)
        server.process.kill()
        server.process.wait(PATIENCE)
    assert (data / "scorepad.sqlite-wal").stat().st_size > 0
    assert scorepad(data, "backup", "copy.sqlite").exit_code == 0
    assert hands_in(tmp_path / "copy.sqlite") == 5


def test_a_file_is_not_written_over_unless_forced(data: Path, table: Table, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    target.write_text("Dear Anna")
    refused(
        scorepad(data, "backup", str(target)), "copy.sqlite exists already; --force writes over it"
    )
    assert target.read_text() == "Dear Anna"
    assert scorepad(data, "backup", "--force", str(target)).exit_code == 0
    assert hands_in(target) == 3
    refused(scorepad(data, "backup", "--force", str(tmp_path)), "is not a file")
    own = data / "scorepad.sqlite"
    refused(scorepad(data, "backup", "--force", str(own)), "is the database itself")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "data"]


def test_a_database_elsewhere_is_found(data: Path, tmp_path: Path) -> None:
    uri = "sqlite:///elsewhere.sqlite"
    # A relative path is one from the folder that the command is run in.
    with running_scorepad(data, database_uri=uri) as server:
        table_at(server).record(PLAIN_HANDS[0])
        assert (tmp_path / "elsewhere.sqlite").exists()
        assert scorepad(data, "--database-uri", uri, "backup", "copy.sqlite").exit_code == 0
    assert hands_in(tmp_path / "copy.sqlite") == 1


def test_without_a_database_there_is_nothing_to_copy(data: Path, tmp_path: Path) -> None:
    refused(scorepad(data, "backup", "copy.sqlite"), "there is no database at ")
    assert not (data / "scorepad.sqlite").exists()
    assert not (tmp_path / "copy.sqlite").exists()


@pytest.mark.parametrize(("command", "program"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_for_postgresql_its_own_programs_are_named(data: Path, command: str, program: str) -> None:
    uri = "postgresql+psycopg://anna:mysecret@127.0.0.1:1/pads"
    ended = scorepad(data, "--database-uri", uri, command, "copy")
    refused(ended, program)
    assert "mysecret" not in ended.stderr


@pytest.mark.parametrize(
    ("uri", "file"),
    [
        (None, "/data/scorepad.sqlite"),
        ("sqlite:////pads/a%20b.sqlite", "/pads/a b.sqlite"),
        ("sqlite:////pads/our.sqlite?timeout=3", "/pads/our.sqlite"),
        ("sqlite+pysqlite:////pads/our.sqlite", "/pads/our.sqlite"),
        ("sqlite:///file:/pads/our.sqlite?uri=true", "/pads/our.sqlite"),
        ("sqlite://", None),
        ("sqlite:///:memory:", None),
        ("postgresql+psycopg://host/pads", None),
    ],
)
def test_the_settings_know_the_file(uri: str | None, file: str | None) -> None:
    assert Settings(Path("/data"), uri, "key").sqlite_file == (file and Path(file))
