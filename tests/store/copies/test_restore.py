"""Copies put in the place of a database, which is kept."""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final

import pytest

from scorepad.store.database.check import FileError
from scorepad.store.database.copies import restore
from scorepad.store.database.files import InUseError, beside, use
from tests.store.copies.databases import hands_in, names_in, put_older, without_links
from tests.store.database_files import Files, everything, opened
from tests.store.table import PLAIN_HANDS, Table
from tests.store.test_files import another_process, mode
from tests.support.patience import PATIENCE

PROJECT: Final = Path(__file__).parents[3]
FORMER_NAME: Final = re.compile(r"scorepad-before-restore-\d{8}-\d{6}\.sqlite")


def test_a_copy_takes_the_place_of_nothing(copy: Path, place: Path) -> None:
    restored = restore(copy, place)
    assert (restored.contents.hands, restored.former, restored.may_lack_log) == (5, None, False)
    assert names_in(place.parent) == ["scorepad.sqlite", "scorepad.sqlite-lock"]
    assert mode(place) == 0o600
    assert everything(place) == everything(copy)


def test_what_was_there_before_is_kept_with_all_that_was_in_its_log(
    file: Path, copy: Path, place: Path
) -> None:
    older = put_older(file, place)
    beside(place, "-wal").chmod(0o644)
    before = copy.read_bytes()
    restored = restore(copy, place)
    assert copy.read_bytes() == before
    assert hands_in(place) == 5
    assert restored.former is not None
    assert FORMER_NAME.fullmatch(restored.former.name)
    assert everything(restored.former) == older
    assert names_in(place.parent) == [
        restored.former.name, "scorepad.sqlite", "scorepad.sqlite-lock"
    ]  # fmt: skip
    assert mode(restored.former) == 0o600
    # And back again, also within the same second.
    again = restore(restored.former, place)
    assert everything(place) == older
    assert again.former is not None
    assert again.former != restored.former
    assert hands_in(again.former) == 5


@pytest.mark.parametrize("garbage", [b"Dear Anna, " * 1000, b"SQLite format 3\0"])
def test_what_was_there_and_was_damaged_is_kept_too(
    copy: Path, place: Path, garbage: bytes
) -> None:
    place.write_bytes(garbage)
    restored = restore(copy, place)
    assert hands_in(place) == 5
    assert restored.former is not None
    assert restored.former.read_bytes() == garbage


def test_a_log_that_lost_its_file_is_kept(file: Path, copy: Path, place: Path) -> None:
    log = Files.of(file).log
    beside(place, "-wal").write_bytes(log)
    restored = restore(copy, place)
    assert hands_in(place) == 5
    assert restored.former is not None
    assert restored.former.name.endswith(".sqlite-wal")
    assert restored.former.read_bytes() == log


def test_where_there_are_no_links_a_restore_is_the_same(
    file: Path, copy: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = put_older(file, place)
    without_links(monkeypatch)
    restored = restore(copy, place)
    assert hands_in(place) == 5
    assert restored.former is not None
    assert everything(restored.former) == older


def test_a_copy_of_a_file_with_its_log_is_restored_with_all_that_is_in_it(
    file: Path, target: Path, place: Path
) -> None:
    whole = Files.of(file)
    whole.put_at(target)
    restored = restore(target, place)
    assert (restored.contents.hands, restored.may_lack_log) == (5, False)
    assert hands_in(place) == 5
    assert Files.of(target) == whole
    assert names_in(target.parent) == ["backup.sqlite", "backup.sqlite-wal"]


def test_of_a_copy_of_the_file_alone_it_is_said_that_something_may_be_missing(
    table: Table, file: Path, target: Path, place: Path
) -> None:
    with opened(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    table.record(PLAIN_HANDS[5])
    shutil.copy(file, target)
    restored = restore(target, place)
    assert (restored.contents.hands, restored.may_lack_log) == (5, True)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda copy: copy.write_bytes(b"Dear Anna, " * 1000), "is not an SQLite database"),
        (lambda copy: copy.write_bytes(b""), "is not a database of Scorepad"),
        (lambda copy: copy.write_bytes(copy.read_bytes()[:-5000]), "is damaged: "),
        (lambda copy: execute(copy, "DELETE FROM changes"), "is damaged: "),
        (
            lambda copy: execute(copy, "UPDATE alembic_version SET version_num = 'fffe'"),
            "was written by a newer Scorepad: please update this one",
        ),
    ],
    ids=["letter", "empty", "cut off", "damaged", "newer"],
)
def test_what_is_no_good_copy_is_refused(
    file: Path, copy: Path, place: Path, spoil: Callable[[Path], object], fault: str
) -> None:
    put_older(file, place)
    spoil(copy)
    unchanged(copy, place, f"{copy} {fault}")


def execute(file: Path, statement: str) -> None:
    with opened(file) as connection:
        connection.execute(statement)


def unchanged(copy: Path, place: Path, message: str) -> None:
    """A restore is refused, and nothing was changed by it."""
    before = Files.of(place) if place.exists() else None, names_in(place.parent)
    with pytest.raises(FileError) as refused:
        restore(copy, place)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)
    assert (Files.of(place) if place.exists() else None, names_in(place.parent)) == before


def test_a_file_that_is_not_there_or_is_the_database_is_refused(
    file: Path, copy: Path, place: Path
) -> None:
    put_older(file, place)
    unchanged(copy.parent / "nowhere", place, "there is no file ")
    unchanged(copy.parent, place, "there is no file ")
    unchanged(place, place, f"{place} is the database itself")
    unchanged(beside(place, "-wal"), place, f"{beside(place, '-wal')} is the database itself")


def test_nothing_is_restored_while_somebody_uses_the_database(
    file: Path, copy: Path, place: Path
) -> None:
    put_older(file, place)
    with another_process(place):
        unchanged(copy, place, f"Scorepad is using {place}: stop it first")
    assert restore(copy, place).contents.hands == 5


def test_somebody_who_does_not_know_the_lock_is_noticed_too(
    file: Path, copy: Path, place: Path
) -> None:
    put_older(file, place)
    program = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1])\n"
        "connection.execute('SELECT count(*) FROM hands').fetchone()\n"
        "print('connected', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", program, str(place)]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "connected\n"
        with pytest.raises(InUseError, match=r"is in use: stop what uses it first$"):
            restore(copy, place)
        assert hands_in(place) == 3
    assert restore(copy, place).contents.hands == 5


def test_the_database_of_a_running_scorepad_is_no_copy(
    file: Path, target: Path, place: Path
) -> None:
    with another_process(file):
        unchanged(file, place, f"Scorepad is using {file}: stop it first")


@pytest.mark.torture
def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one(
    file: Path, copy: Path, place: Path, tmp_path: Path
) -> None:
    new = everything(copy)
    old = put_older(file, place)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    ran = subprocess.run(
        [sys.executable, "-m", "tests.store.crashing", place.parent, copy, scratch],
        cwd=PROJECT, stdout=PIPE, check=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    steps = int(ran.stdout)
    assert steps > 30
    outcomes = []
    for step in range(1, steps + 1):
        killed = scratch / str(step) / "scorepad.sqlite"
        assert killed.exists()
        with use(killed):
            contents = everything(killed)
        assert contents in (old, new), step
        outcomes.append("new" if contents == new else "old")
    # And it can be tried again.
    for step in (1, steps // 2, steps):
        restore(copy, scratch / str(step) / "scorepad.sqlite")
        assert everything(scratch / str(step) / "scorepad.sqlite") == new
    assert outcomes == sorted(outcomes, key=["old", "new"].index)
    assert set(outcomes) == {"old", "new"}


def test_who_may_read_the_copy_may_not_read_the_database(copy: Path, place: Path) -> None:
    copy.chmod(0o644)
    place.touch()
    place.chmod(0o644)
    restore(copy, place)
    assert mode(place) == 0o600
    assert stat.S_IMODE(copy.stat().st_mode) == 0o644
