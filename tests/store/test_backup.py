"""Copies of a database in use, and copies put in its place, which keeps the old one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final

import pytest

from scorepad.store.database.backup import backup, restore
from scorepad.store.database.check import FileError, fault_in
from scorepad.store.database.files import InUseError, beside
from tests.store.database_files import Everything, Files, everything, opened
from tests.store.table import LONG, PLAIN_HANDS, Database, Table, prepared_engine, seat_four
from tests.store.test_files import a_server, mode
from tests.store.test_migrations import fill

PROJECT: Final = Path(__file__).parents[2]
FORMER_NAME: Final = re.compile(r"scorepad-before-restore-\d{8}-\d{6}\.sqlite")
STRANGE: Final = "is not a database of Scorepad"


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """A game with five hands; its database is open, and the last ones are in the log."""
    return seat_four(sqlite_database, LONG, PLAIN_HANDS[:5])


@pytest.fixture
def file(table: Table) -> Path:
    """The file of the database."""
    return Path(table.database.engine.url.database or "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "copies"
    made.mkdir()
    return made


@pytest.fixture
def target(folder: Path) -> Path:
    return folder / "backup.sqlite"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where to restore to."""
    made = tmp_path / "place"
    made.mkdir()
    return made / "scorepad.sqlite"


@pytest.fixture
def copy(file: Path, target: Path) -> Path:
    """A backup with five hands."""
    backup(file, target)
    return target


def hands_in(file: Path) -> int:
    return len(everything(file)["hands"])


def names_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def put_older(file: Path, place: Path) -> Everything:
    """A database of its own with three hands, all of them in a log that a server left behind."""
    with opened(file) as connection, opened(place) as older:
        connection.backup(older)
    with prepared_engine(f"sqlite:///{place}") as engine, engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM hands WHERE id > 3")
        connection.commit()
        files = Files.of(place)
    # As after a kill: closing the last connection has brought the log into the file.
    files.put_at(place)
    look = files.put(place.parent.parent / "look")
    assert hands_in(look) == 3
    return everything(look)


def execute(file: Path, statement: str) -> None:
    with opened(file) as connection:
        connection.execute(statement)


def test_a_backup_has_all_that_was_saved_in_one_file(
    table: Table, file: Path, target: Path
) -> None:
    table.remove(2)
    contents = backup(file, target)
    assert (contents.pads, contents.hands) == (1, 4)
    assert contents.changed is not None
    assert timedelta(0) <= datetime.now(UTC) - contents.changed < timedelta(minutes=1)
    assert mode(target) == 0o600
    assert everything(target) == everything(file)
    # It needs no log, also not once it was opened.
    assert names_in(target.parent) == ["backup.sqlite"]
    table.record(PLAIN_HANDS[5])
    assert (hands_in(file), hands_in(target)) == (6, 5)


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
            contents = backup(file, copy)
            assert contents.hands >= 5 + 5 * (number + 1)
            assert contents.hands == hands_in(copy)
        assert writer.poll() is None
        writer.kill()


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


@pytest.mark.parametrize("part", ["", "-wal", "-lock"])
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


def test_where_no_file_can_be_or_none_is_there_is_no_backup(file: Path, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "empty.sqlite").touch()
    for source, target, fault in (
        (file, folder, r"is not a file$"),
        (file, folder / "pipe", r"is not a file$"),
        (file, folder / "nowhere" / "backup.sqlite", r"^there is no folder "),
        (folder / "missing.sqlite", folder / "backup.sqlite", r"^there is no database at .* yet$"),
        (folder / "empty.sqlite", folder / "backup.sqlite", r"^there is no database at .* yet$"),
    ):
        with pytest.raises(FileError, match=fault):
            backup(source, target, overwrite=True)
    assert names_in(folder) == ["empty.sqlite", "pipe"]


def test_a_damaged_database_gives_no_backup(table: Table, file: Path, target: Path) -> None:
    execute(file, "DELETE FROM players")
    with pytest.raises(FileError, match=r"^the database is damaged: .*; no copy was made$"):
        backup(file, target)
    assert names_in(target.parent) == []


def test_a_disk_that_is_too_small_leaves_nothing_behind(file: Path, target: Path) -> None:
    target.write_bytes(b"Dear Anna")
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from scorepad.store.database.backup import backup\n"
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


@pytest.mark.parametrize("kind", ["backup", "file with its log", "file without its log"])
def test_a_copy_takes_the_place_of_nothing(
    table: Table, file: Path, target: Path, place: Path, kind: str
) -> None:
    if kind == "backup":
        backup(file, target)
        target.chmod(0o644)
    elif kind == "file with its log":
        Files.of(file).put_at(target)
    else:
        # And without a hand that was saved since.
        execute(file, "PRAGMA wal_checkpoint(TRUNCATE)")
        table.record(PLAIN_HANDS[5])
        shutil.copy(file, target)
    before, names = Files.of(target), names_in(target.parent)
    restored = restore(target, place)
    assert (restored.contents.hands, restored.former) == (5, None)
    assert restored.may_lack_log == (kind == "file without its log")
    assert (hands_in(place), mode(place)) == (5, 0o600)
    # The copy is as it was.
    assert (Files.of(target), names_in(target.parent)) == (before, names)


@pytest.mark.parametrize("part", ["", "-wal"])
def test_what_was_there_and_was_damaged_is_kept_too(
    file: Path, copy: Path, place: Path, part: str
) -> None:
    """A file that is no database, or the log of one that is gone."""
    content = Files.of(file).log if part else b"SQLite format 3\0" * 100
    beside(place, part).write_bytes(content)
    restored = restore(copy, place)
    assert hands_in(place) == 5
    assert restored.former is not None
    assert beside(restored.former, part).read_bytes() == content


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
    assert mode(restored.former) == 0o600
    assert set(names_in(place.parent)) <= {
        restored.former.name, "scorepad.sqlite", "scorepad.sqlite-lock"
    }  # fmt: skip
    # And back again, also within the same second.
    again = restore(restored.former, place)
    assert everything(place) == older
    assert again.former is not None
    assert again.former != restored.former
    assert hands_in(again.former) == 5


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda copy: copy.write_bytes(b"Dear Anna, " * 1000), "is not an SQLite database"),
        (lambda copy: copy.write_bytes(b""), STRANGE),
        (lambda copy: copy.write_bytes(copy.read_bytes()[:-5000]), "is damaged: "),
        (lambda copy: copy.write_bytes(copy.read_bytes()[:-1]), "is damaged: it is cut off"),
        (lambda copy: execute(copy, "DELETE FROM players"), "is damaged: "),
        (lambda copy: execute(copy, "DROP TABLE hands"), STRANGE),
        (lambda copy: execute(copy, "DROP TABLE alembic_version"), STRANGE),
        (
            lambda copy: execute(copy, "UPDATE alembic_version SET version_num = 'fffe'"),
            "was written by a newer Scorepad: please update this one",
        ),
    ],
)
def test_what_is_no_good_copy_is_refused(
    file: Path, copy: Path, place: Path, spoil: Callable[[Path], object], fault: str
) -> None:
    put_older(file, place)
    spoil(copy)
    unchanged(copy, place, f"{copy} {fault}")
    unchanged(copy.parent / "nowhere", place, "there is no file ")
    unchanged(place, place, f"{place} is the database itself")


def unchanged(copy: Path, place: Path, message: str) -> None:
    """A restore is refused, and nothing was changed by it."""
    before = Files.of(place)
    with pytest.raises(FileError) as refused:
        restore(copy, place)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)
    assert Files.of(place) == before
    assert not any("before" in name or name.startswith(".") for name in names_in(place.parent))


def test_nothing_is_restored_while_a_server_uses_the_database(
    file: Path, copy: Path, place: Path
) -> None:
    put_older(file, place)
    with a_server(place):
        unchanged(copy, place, f"Scorepad is using {place}: stop it first")
    assert restore(copy, place).contents.hands == 5


def test_another_process_that_has_the_database_open_is_noticed(
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


# Restores, and is killed right before a step that can be seen from outside.
KILLED: Final = """
import os, sys
from itertools import count
from pathlib import Path
from scorepad.store.database.backup import restore
steps = count(1)
def watch(event, _arguments):
    if event.startswith(("open", "os.", "shutil.", "sqlite3.")) and next(steps) == int(sys.argv[3]):
        os._exit(9)
sys.addaudithook(watch)
restore(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.torture
def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one(
    file: Path, copy: Path, place: Path, tmp_path: Path
) -> None:
    new, old = everything(copy), put_older(file, place)
    outcomes = []
    for step in range(20, 1_000, 3):
        killed = tmp_path / str(step) / place.name
        shutil.copytree(place.parent, killed.parent)
        command = [sys.executable, "-c", KILLED, str(copy), str(killed), str(step)]
        if subprocess.run(command, cwd=PROJECT, check=False).returncode == 0:
            break
        contents = everything(killed)
        assert contents in (old, new), step
        outcomes.append("new" if contents == new else "old")
        # And it can be tried again.
        restore(copy, killed)
        assert everything(killed) == new
    assert outcomes == sorted(outcomes, key=["old", "new"].index)
    assert "old" in outcomes


def test_a_damaged_page_is_found_wherever_it_is(sqlite_database: Database, target: Path) -> None:
    fill(sqlite_database)
    backup(Path(sqlite_database.engine.url.database or ""), target)
    # The migrations leave pages that are free: nothing in them can be damaged.
    execute(target, "VACUUM")
    content = target.read_bytes()
    size = 4096
    for start in range(0, len(content), size):
        page = bytes(size // 2) + content[start + size // 2 : start + size]
        target.write_bytes(content[:start] + page + content[start + size :])
        assert fault_in(target) is not None, f"page {start // size + 1}"
    assert fault_in(target.with_name("nowhere")) == "cannot be read: unable to open database file"
