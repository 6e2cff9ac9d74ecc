"""The lock of a server, and the file of a database."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from scorepad.store.database.check import FileError
from scorepad.store.database.database import open_database
from scorepad.store.database.files import InUseError, alone, beside, make
from tests.store.database_files import Files
from tests.store.table import PLAIN_HANDS, Database, seat_four
from tests.support.patience import PATIENCE

PROJECT = Path(__file__).parents[2]

# Serves a database, as far as its lock goes, until its input ends.
SERVER = """
import sys
from pathlib import Path
from scorepad.store.database.files import alone
with alone(Path(sys.argv[1])):
    print("alone", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "scorepad.sqlite"


@contextmanager
def a_server(file: Path) -> Iterator[Popen[str]]:
    """Another process that serves a database; it ends with the block."""
    command = [sys.executable, "-c", SERVER, str(file)]
    with Popen(command, cwd=PROJECT, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "alone\n"
        yield process


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_second_server_is_refused_by_any_name_until_the_first_one_is_killed(file: Path) -> None:
    link = file.with_name("link")
    link.symlink_to(file)
    with a_server(file) as process:
        for each in (file, link):
            with pytest.raises(InUseError, match="stop it first"), alone(each):
                pass
        # Commands use it meanwhile.
        open_database(file).close()
        process.kill()
        process.wait(PATIENCE)
        with alone(file):
            pass


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_without_its_database_is_refused(
    sqlite_database: Database, tmp_path: Path, empty: bool
) -> None:
    seat_four(sqlite_database, {}, PLAIN_HANDS[:1])
    log = Files.of(Path(sqlite_database.engine.url.database or "")).log
    file = Files(b"", log).put(tmp_path / "alone")
    if not empty:
        file.unlink()
    with pytest.raises(FileError) as refused:
        make(file)
    assert str(refused.value) == (
        f"{file} is missing, and its -wal is there; nothing was changed: put back the file "
        "that belongs there, or use “scorepad restore” with a backup"
    )
    assert beside(file, "-wal").read_bytes() == log


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_a_new_database_is_for_its_owner_only_whatever_the_umask(file: Path, umask: int) -> None:
    program = (
        f"import os; os.umask({umask}); from pathlib import Path\n"
        "from scorepad.store.database.database import open_database\n"
        f"file = Path({str(file)!r})\n"
        "with open_database(file) as database, database.reading() as connection:\n"
        "    connection.exec_driver_sql('SELECT * FROM pads')\n"
        "    for each in sorted(file.parent.iterdir()):\n"
        "        print(each.name, oct(each.stat().st_mode & 0o777))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, stdout=PIPE, check=True, text=True
    )
    names = [file.name, *(f"{file.name}-{side}" for side in ("shm", "wal"))]
    assert ran.stdout.splitlines() == [f"{name} 0o600" for name in names]


def test_files_that_others_could_read_are_closed_to_them(file: Path) -> None:
    every = [file, beside(file, "-wal"), beside(file, "-shm")]
    for each in every:
        each.touch()
        each.chmod(0o664)
    make(file)
    assert [mode(each) for each in every] == [0o600] * 3
    # The owner's own limits stay.
    file.chmod(0o400)
    make(file)
    assert mode(file) == 0o400


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_what_belongs_to_another_user_is_left_to_them(file: Path) -> None:
    file.touch()
    file.chmod(0o644)
    os.chown(file, 65534, 65534)
    make(file)
    assert mode(file) == 0o644


def test_a_folder_in_its_place_or_none_around_it_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"is not a file$"):
        make(tmp_path)
    with pytest.raises(FileError, match=r"^cannot use .*nowhere.*: No such file or directory$"):
        make(tmp_path / "nowhere" / "scorepad.sqlite")
