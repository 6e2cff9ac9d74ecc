"""``scorepad backup`` and ``scorepad restore``, beside servers that run, stop and are killed."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import ne
from pathlib import Path
from threading import Event

import pytest
from click.testing import Result

from tests.cli.command import scorepad
from tests.cli.test_score import GAME
from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, until
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad


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


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a server that was killed after its third hand, beside a backup of two."""
    folder = tmp_path_factory.mktemp("evening")
    with running_scorepad(folder / "data") as server:
        table = start(Client(server))
        table.record(PLAIN_HANDS[0])
        table.record(PLAIN_HANDS[1])
        assert scorepad(folder / "data", "backup", str(folder / "copy.sqlite")).exit_code == 0
        table.record(PLAIN_HANDS[2])
        server.process.kill()
        server.process.wait(PATIENCE)
    assert (folder / "data" / "scorepad.sqlite-wal").stat().st_size > 0
    return folder


@pytest.fixture
def data(evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same for one test, beside the working folder's files."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(evening, tmp_path, dirs_exist_ok=True)
    return tmp_path / "data"


def test_backups_of_a_server_that_is_written_to_miss_nothing_that_was_saved(tmp_path: Path) -> None:
    saved: list[int] = []
    enough = Event()

    def keep_recording() -> None:
        for number, hand in enumerate(PLAIN_HANDS):
            if enough.is_set():
                return
            table.record(hand)
            saved.append(number)

    with running_scorepad(tmp_path / "data") as server, ThreadPoolExecutor(1) as threads:
        table = start(Client(server))
        writing = threads.submit(keep_recording)
        try:
            for number in range(3):
                before = saved.copy()
                copy = tmp_path / f"{number}.sqlite"
                ended = scorepad(tmp_path / "data", "backup", str(copy))
                assert (ended.exit_code, ended.stderr) == (0, "")
                hands = hands_in(copy)
                assert hands >= len(before)
                assert ended.stdout.startswith(f"{copy}: 1 pad, {hands} hand")
                assert stat.S_IMODE(copy.stat().st_mode) == 0o600
                # The server wrote on meanwhile, and goes on after it.
                until(partial(ne, saved, before), "another hand")
        finally:
            enough.set()
        writing.result()


def test_backup_has_what_a_killed_server_saved_and_overwrites_only_by_force(data: Path) -> None:
    target = data.parent / "copy.sqlite"
    before = target.read_bytes()
    refused(scorepad(data, "backup", "copy.sqlite"), "copy.sqlite exists already; --force writes")
    assert target.read_bytes() == before
    assert scorepad(data, "backup", "--force", "copy.sqlite").exit_code == 0
    assert hands_in(target) == 3


def test_a_database_elsewhere_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A relative path is one from the folder that the command is run in.
    monkeypatch.chdir(tmp_path)
    elsewhere = ("--database-uri", "sqlite:///elsewhere.sqlite")
    made = scorepad(tmp_path / "data", *elsewhere, "import", "-", given=json.dumps(GAME))
    assert made.exit_code == 0
    assert scorepad(tmp_path / "data", *elsewhere, "backup", "copy.sqlite").exit_code == 0
    assert hands_in(tmp_path / "copy.sqlite") == 1
    # Where there is none, nothing is made.
    refused(scorepad(tmp_path / "data", "backup", "other.sqlite"), "there is no database at ")
    assert {each.name for each in tmp_path.glob("*.sqlite")} == {"elsewhere.sqlite", "copy.sqlite"}


@pytest.mark.parametrize(("command", "program"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_for_postgresql_its_own_programs_are_named(
    tmp_path: Path, command: str, program: str
) -> None:
    uri = "postgresql+psycopg://anna:mysecret@127.0.0.1:1/pads"
    ended = scorepad(tmp_path, "--database-uri", uri, command, "copy")
    refused(ended, program)
    assert "mysecret" not in ended.stderr


def test_a_backup_is_put_back_and_played_on(data: Path) -> None:
    file, copy = data / "scorepad.sqlite", data.parent / "copy.sqlite"
    before = copy.read_bytes()
    ended = scorepad(data, "restore", "copy.sqlite")
    assert (ended.exit_code, ended.stderr) == (0, "")
    (old_file,) = data.glob("scorepad-before-restore-*.sqlite")
    first, second = ended.stdout.splitlines()
    assert first.startswith(f"{file}: 1 pad, 2 hands, last changed on ")
    assert second == f"What was there before is kept in {old_file}."
    assert copy.read_bytes() == before
    assert (hands_in(file), hands_in(old_file)) == (2, 3)
    assert {stat.S_IMODE(each.stat().st_mode) for each in (file, old_file)} == {0o600}
    # Played on, it is in use; its file alone, copied meanwhile, lacks the last hand.
    with running_scorepad(data) as server:
        start(Client(server)).record(PLAIN_HANDS[3])
        refused(scorepad(data, "restore", str(copy)), "stop it first")
        (data.parent / "by-hand.sqlite").write_bytes(file.read_bytes())
    assert server.stderr == []
    assert hands_in(file) == 3
    elsewhere = data.parent / "another"
    ended = scorepad(elsewhere, "restore", "by-hand.sqlite")
    assert (ended.exit_code, ended.stdout.count("\n")) == (0, 1)
    assert "the last hands are missing" in ended.stderr
    assert hands_in(elsewhere / "scorepad.sqlite") == 2


def test_what_is_no_backup_is_refused(data: Path) -> None:
    (data.parent / "copy.sqlite").write_text("Dear Anna")
    refused(scorepad(data, "restore", "copy.sqlite"), "copy.sqlite is not an SQLite database")
    refused(scorepad(data, "restore", "nowhere.sqlite"), "there is no file ")
    assert hands_in(data / "scorepad.sqlite") == 3
