"""``scorepad restore``, after a server has stopped and while one runs."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from tests.cli.command import scorepad
from tests.cli.test_backup import hands_in, refused, table_at
from tests.store.table import PLAIN_HANDS
from tests.support.server import running_scorepad


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with that of a server that was stopped after its third hand, and a backup of two."""
    folder = tmp_path_factory.mktemp("evening")
    with running_scorepad(folder / "data") as server:
        table = table_at(server)
        table.record(PLAIN_HANDS[0])
        table.record(PLAIN_HANDS[1])
        assert scorepad(folder / "data", "backup", str(folder / "copy.sqlite")).exit_code == 0
        table.record(PLAIN_HANDS[2])
    return folder


@pytest.fixture
def data(evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The server's folder, for one test, beside the working folder's files."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(evening, tmp_path, dirs_exist_ok=True)
    return tmp_path / "data"


@pytest.fixture
def copy(data: Path) -> Path:
    return data.parent / "copy.sqlite"


def test_a_backup_is_put_back_and_played_on(data: Path, copy: Path) -> None:
    before = copy.read_bytes()
    ended = scorepad(data, "restore", "copy.sqlite")
    assert (ended.exit_code, ended.stderr) == (0, "")
    file = data / "scorepad.sqlite"
    (old_file,) = data.glob("scorepad-before-restore-*.sqlite")
    first, second = ended.stdout.splitlines()
    assert first.startswith(f"{file}: 1 pad, 2 hands, last changed on ")
    assert second == f"What was there before is kept in {old_file}."
    assert copy.read_bytes() == before
    # On another machine there was none.
    elsewhere = scorepad(data.parent / "another", "restore", "copy.sqlite")
    assert (elsewhere.exit_code, elsewhere.stdout.count("\n")) == (0, 1)
    assert hands_in(data.parent / "another" / "scorepad.sqlite") == 2
    assert (hands_in(file), hands_in(old_file)) == (2, 3)
    assert {stat.S_IMODE(each.stat().st_mode) for each in (file, old_file)} == {0o600}
    with running_scorepad(data) as server:
        table_at(server).record(PLAIN_HANDS[3])
        assert server.stderr == []
    assert hands_in(file) == 3


def test_nothing_is_put_back_while_a_server_runs(data: Path, copy: Path) -> None:
    with running_scorepad(data) as server:
        table = table_at(server)
        refused(scorepad(data, "restore", str(copy)), "stop it first")
        table.record(PLAIN_HANDS[3])
        assert not list(data.glob("*-before-*"))
    assert hands_in(data / "scorepad.sqlite") == 4
    assert scorepad(data, "restore", str(copy)).exit_code == 0


def test_what_is_no_backup_is_refused(data: Path, copy: Path) -> None:
    copy.write_text("Dear Anna")
    refused(scorepad(data, "restore", str(copy)), "copy.sqlite is not an SQLite database")
    refused(scorepad(data, "restore", "nowhere.sqlite"), "there is no file ")
    assert hands_in(data / "scorepad.sqlite") == 3


def test_a_file_copied_alone_is_put_back_with_a_warning(data: Path, tmp_path: Path) -> None:
    file, copy = data / "scorepad.sqlite", tmp_path / "by-hand.sqlite"
    with running_scorepad(data) as server:
        table_at(server).record(PLAIN_HANDS[3])
        copy.write_bytes(file.read_bytes())
    ended = scorepad(data, "restore", "by-hand.sqlite")
    assert ended.exit_code == 0
    assert ended.stdout.startswith(f"{file}: 1 pad, 3 hands, ")
    assert "the last hands are missing" in ended.stderr
