"""Backups of a database that is written to, and copies put in its place."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final

import pytest

from scorepad.store.check import FileError, fault_in
from scorepad.store.copies import backup, restore
from scorepad.store.files import InUseError, use
from scorepad.store.wal import beside, fault_with_log
from tests.store.table import LONG, PLAIN_HANDS, Database, Table, prepared_engine, seat_four
from tests.store.test_files import another_process, mode
from tests.store.test_migrations import REVISIONS
from tests.store.test_wal import Everything, Files, everything, opened

PROJECT: Final = Path(__file__).parents[2]
SECONDS: Final = 30.0
FORMER_NAME: Final = re.compile(r"scorepad-before-restore-\d{8}-\d{6}\.sqlite")


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """A game with five hands; its database is open, and the last ones are in the log."""
    return seat_four(sqlite_database, LONG, PLAIN_HANDS[:5])


@pytest.fixture
def file(table: Table) -> Iterator[Path]:
    """The file of the database, which is in use as by a server."""
    path = Path(table.database.engine.url.database or "")
    with use(path):
        yield path


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
    """Where to restore to: a database of its own that nobody uses, of an older moment."""
    made = tmp_path / "place"
    made.mkdir()
    return made / "scorepad.sqlite"


def hands_in(file: Path) -> int:
    return len(everything(file)["hands"])


def names_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_backup_has_all_that_was_saved_in_one_file(
    table: Table, file: Path, target: Path
) -> None:
    contents = backup(file, target, REVISIONS)
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
            contents = backup(file, copy, REVISIONS)
            assert contents.hands >= 5 + 5 * (number + 1)
            assert contents.hands == hands_in(copy)
        assert writer.poll() is None
        writer.kill()


def test_a_backup_of_what_a_killed_server_left_has_everything(
    file: Path, place: Path, target: Path
) -> None:
    killed = Files.of(file)
    place.write_bytes(killed.main)
    beside(place, "-wal").write_bytes(killed.log)
    assert backup(place, target, REVISIONS).hands == 5
    assert hands_in(place) == 5


def test_a_backup_of_files_that_do_not_belong_together_is_refused(
    table: Table, file: Path, place: Path, target: Path
) -> None:
    mixture = put_mixture(table, file, place)
    with pytest.raises(FileError, match=r"do not belong together; nothing was changed"):
        backup(place, target, REVISIONS)
    assert Files.of(place) == mixture
    assert names_in(target.parent) == []


def test_a_backup_is_never_written_over_anything_unless_asked(file: Path, target: Path) -> None:
    target.write_bytes(b"Dear Anna")
    with pytest.raises(FileError, match=r"^.*/backup\.sqlite exists already$"):
        backup(file, target, REVISIONS)
    assert target.read_bytes() == b"Dear Anna"
    target.chmod(0o644)
    backup(file, target, REVISIONS, overwrite=True)
    assert hands_in(target) == 5
    assert mode(target) == 0o600
    assert names_in(target.parent) == ["backup.sqlite"]


def test_a_file_that_appears_meanwhile_is_not_written_over(
    file: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def appears(made: Path, revisions: object) -> str | None:
        target.write_bytes(b"Dear Anna")
        return fault_in(made, REVISIONS)

    monkeypatch.setattr("scorepad.store.copies.fault_in", appears)
    with pytest.raises(FileError, match=r"exists already"):
        backup(file, target, REVISIONS)
    assert target.read_bytes() == b"Dear Anna"
    assert names_in(target.parent) == ["backup.sqlite"]


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)


def test_where_there_are_no_links_it_is_the_same(
    file: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_links(monkeypatch)
    backup(file, target, REVISIONS)
    assert hands_in(target) == 5
    assert mode(target) == 0o600
    with pytest.raises(FileError, match=r"exists already"):
        backup(file, target, REVISIONS)
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
        backup(file, target, REVISIONS, overwrite=True)
    assert Files.of(file) == before


def test_what_is_no_file_is_no_target(file: Path, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for target in (folder, folder / "pipe"):
        with pytest.raises(FileError, match=r"is not a file$"):
            backup(file, target, REVISIONS, overwrite=True)
    with pytest.raises(FileError, match=r"^there is no folder "):
        backup(file, folder / "nowhere" / "backup.sqlite", REVISIONS)
    assert names_in(folder) == ["pipe"]


@pytest.mark.parametrize("empty", [True, False])
def test_without_a_database_there_is_no_backup(place: Path, target: Path, empty: bool) -> None:
    if empty:
        place.touch()
    with pytest.raises(FileError, match=r"^there is no database at .* yet$"):
        backup(place, target, REVISIONS)
    assert names_in(target.parent) == []
    assert names_in(place.parent) == ["scorepad.sqlite"] * empty


def test_a_damaged_database_gives_no_backup(table: Table, file: Path, target: Path) -> None:
    with opened(file) as connection:
        connection.execute("DELETE FROM changes WHERE id = 3")
    with pytest.raises(FileError, match=r"^the database is damaged: .*; no copy was made$"):
        backup(file, target, REVISIONS)
    assert names_in(target.parent) == []


def test_a_disk_that_is_too_small_leaves_nothing_behind(file: Path, target: Path) -> None:
    target.write_bytes(b"Dear Anna")
    program = (
        "import resource, sys; from pathlib import Path; from scorepad.store.copies import backup\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "backup(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:], overwrite=True)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, file, target, *REVISIONS],
        cwd=PROJECT, stderr=PIPE, check=False, text=True,
    )  # fmt: skip
    assert re.search(r"^scorepad\.store\.check\.FileError: cannot write .*: ", ran.stderr, re.M)
    assert target.read_bytes() == b"Dear Anna"
    assert names_in(target.parent) == ["backup.sqlite"]


@pytest.fixture
def copy(file: Path, target: Path) -> Path:
    """A backup with five hands."""
    backup(file, target, REVISIONS)
    return target


def put_older(file: Path, place: Path) -> Everything:
    """A database of its own with three hands, all of them in a log that a server left behind."""
    with opened(file) as connection, opened(place) as older:
        connection.backup(older)
    with prepared_engine(f"sqlite:///{place}") as engine, engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM changes WHERE hand_id > 3")
        connection.exec_driver_sql("DELETE FROM hands WHERE id > 3")
        connection.exec_driver_sql("UPDATE games SET revision = 4")
        connection.commit()
        files = Files.of(place)
    # As after a kill: closing the last connection has brought the log into the file.
    place.write_bytes(files.main)
    beside(place, "-wal").write_bytes(files.log)
    assert hands_in(files.put(place.parent.parent / "look")) == 3
    return everything(place.parent.parent / "look" / "scorepad.sqlite")


def put_mixture(table: Table, file: Path, place: Path) -> Files:
    """An older file beside a newer log."""
    older = Files.of(file)
    with opened(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    table.record(PLAIN_HANDS[9])
    place.write_bytes(older.main)
    beside(place, "-wal").write_bytes(Files.of(file).log)
    assert fault_with_log(place) == "and its -wal do not belong together"
    return Files.of(place)


def test_a_copy_takes_the_place_of_nothing(copy: Path, place: Path) -> None:
    restored = restore(copy, place, REVISIONS)
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
    restored = restore(copy, place, REVISIONS)
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
    again = restore(restored.former, place, REVISIONS)
    assert everything(place) == older
    assert again.former is not None
    assert again.former != restored.former
    assert hands_in(again.former) == 5


def test_what_was_there_and_did_not_belong_together_is_kept_as_it_is(
    table: Table, file: Path, copy: Path, place: Path
) -> None:
    mixture = put_mixture(table, file, place)
    restored = restore(copy, place, REVISIONS)
    assert hands_in(place) == 5
    assert restored.former is not None
    assert Files.of(restored.former) == mixture
    assert not beside(place, "-wal").exists()
    with use(place):
        pass


@pytest.mark.parametrize("garbage", [b"Dear Anna, " * 1000, b"SQLite format 3\0"])
def test_what_was_there_and_was_damaged_is_kept_too(
    copy: Path, place: Path, garbage: bytes
) -> None:
    place.write_bytes(garbage)
    restored = restore(copy, place, REVISIONS)
    assert hands_in(place) == 5
    assert restored.former is not None
    assert restored.former.read_bytes() == garbage


def test_a_log_that_lost_its_file_is_kept(file: Path, copy: Path, place: Path) -> None:
    log = Files.of(file).log
    beside(place, "-wal").write_bytes(log)
    restored = restore(copy, place, REVISIONS)
    assert hands_in(place) == 5
    assert restored.former is not None
    assert restored.former.name.endswith(".sqlite-wal")
    assert restored.former.read_bytes() == log


def test_where_there_are_no_links_a_restore_is_the_same(
    file: Path, copy: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = put_older(file, place)
    without_links(monkeypatch)
    restored = restore(copy, place, REVISIONS)
    assert hands_in(place) == 5
    assert restored.former is not None
    assert everything(restored.former) == older


def test_a_copy_of_a_file_with_its_log_is_restored_with_all_that_is_in_it(
    file: Path, target: Path, place: Path
) -> None:
    whole = Files.of(file)
    target.write_bytes(whole.main)
    beside(target, "-wal").write_bytes(whole.log)
    restored = restore(target, place, REVISIONS)
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
    restored = restore(target, place, REVISIONS)
    assert (restored.contents.hands, restored.may_lack_log) == (5, True)


def test_a_copy_with_the_log_of_another_moment_is_refused(
    table: Table, file: Path, target: Path, place: Path
) -> None:
    put_mixture(table, file, target)
    unchanged(target, place, f"{target} and its -wal do not belong together")


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
        restore(copy, place, REVISIONS)
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
    assert restore(copy, place, REVISIONS).contents.hands == 5


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
            restore(copy, place, REVISIONS)
        assert hands_in(place) == 3
    assert restore(copy, place, REVISIONS).contents.hands == 5


def test_the_database_of_a_running_scorepad_is_no_copy(
    file: Path, target: Path, place: Path
) -> None:
    with another_process(file):
        unchanged(file, place, f"Scorepad is using {file}: stop it first")


@pytest.mark.slow
@pytest.mark.parametrize("apart", [False, True], ids=["a log that belongs", "a log that does not"])
def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one(
    table: Table, file: Path, copy: Path, place: Path, tmp_path: Path, apart: bool
) -> None:
    new = everything(copy)
    old = put_mixture(table, file, place) if apart else put_older(file, place)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    ran = subprocess.run(
        [sys.executable, "-m", "tests.store.crashing", place.parent, copy, scratch, *REVISIONS],
        cwd=PROJECT, stdout=PIPE, check=True, text=True, timeout=SECONDS,
    )  # fmt: skip
    steps = int(ran.stdout)
    assert steps > 30
    outcomes = []
    for step in range(1, steps + 1):
        killed = scratch / str(step) / "scorepad.sqlite"
        assert killed.exists()
        try:
            with use(killed):
                contents = everything(killed)
        except FileError:
            # Refused before, and refused still: nobody takes it for whole.
            assert apart
            outcomes.append("refused")
        else:
            assert contents == new or (not apart and contents == old), step
            outcomes.append("new" if contents == new else "old")
    # And it can be tried again.
    for step in (1, steps // 2, steps):
        restore(copy, scratch / str(step) / "scorepad.sqlite", REVISIONS)
        assert everything(scratch / str(step) / "scorepad.sqlite") == new
    before = "refused" if apart else "old"
    assert outcomes == sorted(outcomes, key=[before, "new"].index)
    assert set(outcomes) == {before, "new"}


def test_who_may_read_the_copy_may_not_read_the_database(copy: Path, place: Path) -> None:
    copy.chmod(0o644)
    place.touch()
    place.chmod(0o644)
    restore(copy, place, REVISIONS)
    assert mode(place) == 0o600
    assert stat.S_IMODE(copy.stat().st_mode) == 0o644


def test_a_backup_is_a_database_like_any_other(copy: Path) -> None:
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
