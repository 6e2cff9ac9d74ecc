"""Backups of a database that is written to."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final

import pytest

from scorepad.store.database.check import FileError, fault_in
from scorepad.store.database.copies import backup
from scorepad.store.database.files import beside
from tests.store.copies.databases import hands_in, names_in, without_links
from tests.store.database_files import Files, everything, opened
from tests.store.table import PLAIN_HANDS, Table
from tests.store.test_files import mode

PROJECT: Final = Path(__file__).parents[3]


def test_a_backup_has_all_that_was_saved_in_one_file(
    table: Table, file: Path, target: Path
) -> None:
    contents = backup(file, target)
    assert (contents.pads, contents.hands) == (1, 5)
    assert names_in(target.parent) == ["backup.sqlite"]
    assert mode(target) == 0o600
    assert everything(target) == everything(file)
    # It needs no log, also not once it was opened.
    assert names_in(target.parent) == ["backup.sqlite"]
    table.record(PLAIN_HANDS[5])
    assert len(table.state().hands) == 6
    assert hands_in(target) == 5


@pytest.mark.slow
def test_backups_while_somebody_writes_are_whole_and_miss_nothing_that_was_saved(
    table: Table, file: Path, folder: Path
) -> None:
    where = (table.database.uri, table.pad, table.device, table.game)
    command = [sys.executable, "-m", "tests.store.writer", *map(str, where), "120", "entry"]
    with Popen(command, cwd=PROJECT, stdout=PIPE, text=True) as writer:
        assert writer.stdout is not None
        for number in range(4):
            for _ in range(5):
                assert writer.stdout.readline()
            copy = folder / f"{number}.sqlite"
            # Its check sees to it that no hand is there by half.
            contents = backup(file, copy)
            assert contents.hands >= 5 + 5 * (number + 1)
            assert contents.hands == hands_in(copy)
        assert writer.poll() is None
        writer.kill()


def test_a_backup_of_what_a_killed_server_left_has_everything(
    file: Path, place: Path, target: Path
) -> None:
    Files.of(file).put_at(place)
    assert backup(place, target).hands == 5
    assert hands_in(place) == 5


def test_a_backup_is_never_written_over_anything_unless_asked(file: Path, target: Path) -> None:
    target.write_bytes(b"Dear Anna")
    with pytest.raises(FileError, match=r"^.*/backup\.sqlite exists already$"):
        backup(file, target)
    assert target.read_bytes() == b"Dear Anna"
    target.chmod(0o644)
    backup(file, target, overwrite=True)
    assert hands_in(target) == 5
    assert mode(target) == 0o600
    assert names_in(target.parent) == ["backup.sqlite"]


def test_a_file_that_appears_meanwhile_is_not_written_over(
    file: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def appears(made: Path) -> str | None:
        target.write_bytes(b"Dear Anna")
        return fault_in(made)

    monkeypatch.setattr("scorepad.store.database.copies.fault_in", appears)
    with pytest.raises(FileError, match=r"exists already"):
        backup(file, target)
    assert target.read_bytes() == b"Dear Anna"
    assert names_in(target.parent) == ["backup.sqlite"]


def test_where_there_are_no_links_it_is_the_same(
    file: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_links(monkeypatch)
    backup(file, target)
    assert hands_in(target) == 5
    assert mode(target) == 0o600
    with pytest.raises(FileError, match=r"exists already"):
        backup(file, target)
    assert names_in(target.parent) == ["backup.sqlite"]


@pytest.mark.parametrize("part", ["", "-wal", "-shm", "-journal", "-lock"])
@pytest.mark.parametrize("linked", [False, True])
def test_the_database_itself_is_no_target(
    file: Path, folder: Path, part: str, linked: bool
) -> None:
    target = beside(file, part)
    if linked:
        target = folder / "link"
        target.symlink_to(beside(file, part))
    before = Files.of(file)
    with pytest.raises(FileError, match=r"is the database itself$"):
        backup(file, target, overwrite=True)
    assert Files.of(file) == before


def test_what_is_no_file_is_no_target(file: Path, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for target in (folder, folder / "pipe"):
        with pytest.raises(FileError, match=r"is not a file$"):
            backup(file, target, overwrite=True)
    with pytest.raises(FileError, match=r"^there is no folder "):
        backup(file, folder / "nowhere" / "backup.sqlite")
    assert names_in(folder) == ["pipe"]


@pytest.mark.parametrize("empty", [True, False])
def test_without_a_database_there_is_no_backup(place: Path, target: Path, empty: bool) -> None:
    if empty:
        place.touch()
    with pytest.raises(FileError, match=r"^there is no database at .* yet$"):
        backup(place, target)
    assert names_in(target.parent) == []
    assert names_in(place.parent) == ["scorepad.sqlite"] * empty


def test_a_damaged_database_gives_no_backup(table: Table, file: Path, target: Path) -> None:
    with opened(file) as connection:
        connection.execute("DELETE FROM changes WHERE id = 3")
    with pytest.raises(FileError, match=r"^the database is damaged: .*; no copy was made$"):
        backup(file, target)
    assert names_in(target.parent) == []


def test_a_disk_that_is_too_small_leaves_nothing_behind(file: Path, target: Path) -> None:
    target.write_bytes(b"Dear Anna")
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from scorepad.store.database.copies import backup\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "backup(Path(sys.argv[1]), Path(sys.argv[2]), overwrite=True)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, file, target],
        cwd=PROJECT, stderr=PIPE, check=False, text=True,
    )  # fmt: skip
    assert re.search(
        r"^scorepad\.store\.database\.check\.FileError: cannot write .*: ", ran.stderr, re.M
    )
    assert target.read_bytes() == b"Dear Anna"
    assert names_in(target.parent) == ["backup.sqlite"]


def test_a_backup_is_a_database_like_any_other(copy: Path) -> None:
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
