"""Locks of those who use a database, and permissions of its file."""

from __future__ import annotations

import gc
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from scorepad.store.database.check import FileError
from scorepad.store.database.files import InUseError, alone, beside, lock_of, use
from tests.store.database_files import Files, everything
from tests.store.table import LONG, PLAIN_HANDS, Database, Table, seat_four
from tests.support.patience import PATIENCE

PROJECT = Path(__file__).parents[2]
A_MOMENT = 0.15

# Uses a database until its input ends; with a second argument a fork of it goes on without it.
USER = """
import os, sys
from pathlib import Path
from scorepad.store.database.files import use
using = use(Path(sys.argv[1]))
if sys.argv[2:] and os.fork():
    os._exit(0)
print("using", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "scorepad.sqlite"


@contextmanager
def another_process(file: Path, *more: str) -> Iterator[Popen[str]]:
    """A process that uses a database; it ends with the block."""
    command = [sys.executable, "-c", USER, str(file), *more]
    with Popen(command, cwd=PROJECT, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "using\n"
        yield process


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_nobody_has_a_database_alone_that_another_process_uses(file: Path) -> None:
    with (
        another_process(file),
        use(file),
        pytest.raises(InUseError, match="stop it first"),
        alone(file),
    ):
        pass
    with alone(file):
        pass


def test_a_process_that_is_killed_uses_nothing_any_more(file: Path) -> None:
    with another_process(file) as process:
        process.kill()
        process.wait(PATIENCE)
        with alone(file):
            pass


def test_a_fork_goes_on_using_what_the_first_process_used(file: Path) -> None:
    with another_process(file, "fork") as first:
        assert first.wait(PATIENCE) == 0
        with pytest.raises(InUseError), alone(file):
            pass


def test_who_closes_it_or_forgets_it_uses_it_no_more(file: Path) -> None:
    with use(file):
        pass
    with alone(file):
        pass
    using = use(file)
    with pytest.raises(InUseError), alone(file):
        pass
    del using
    gc.collect()
    with alone(file):
        pass


def test_no_second_database_is_begun_while_somebody_uses_the_deleted_one(file: Path) -> None:
    with another_process(file):
        file.unlink()
        with pytest.raises(FileError, match="was deleted while Scorepad is using it"):
            use(file)
        assert not file.exists()
    # Nobody knows of the old one any more.
    with use(file):
        assert file.exists()


def test_who_comes_while_somebody_is_alone_waits(file: Path) -> None:
    with ThreadPoolExecutor(1) as threads:
        with alone(file):
            with pytest.raises(InUseError), alone(file):
                pass
            waiting = threads.submit(use, file)
            with pytest.raises(TimeoutError):
                waiting.result(A_MOMENT)
        waiting.result(PATIENCE).close()


@pytest.fixture
def killed(sqlite_database: Database, tmp_path: Path) -> tuple[Table, Files]:
    """A database whose process was killed, with its last hand in the log."""
    table = seat_four(sqlite_database, LONG, PLAIN_HANDS[:4])
    source = Path(sqlite_database.engine.url.database or "")
    with sqlite_database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    table.record(PLAIN_HANDS[4])
    return table, Files.of(source)


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_without_its_database_is_refused(
    killed: tuple[Table, Files], tmp_path: Path, empty: bool
) -> None:
    file = Files(b"", killed[1].log).put(tmp_path / "alone")
    if not empty:
        file.unlink()
    with pytest.raises(FileError) as refused:
        use(file)
    assert str(refused.value) == (
        f"{file} is missing, and its -wal is there; nothing was changed: put back the file "
        "that belongs there, or use “scorepad restore” with a backup"
    )
    assert beside(file, "-wal").read_bytes() == killed[1].log
    # And it is not in the way of what mends it.
    with alone(file):
        pass


def test_a_log_that_belongs_is_used(killed: tuple[Table, Files], tmp_path: Path) -> None:
    table, after = killed
    file = after.put(tmp_path / "killed")
    with use(file):
        assert Files.of(file) == after
        assert len(everything(file)["hands"]) == len(table.state().hands) == 5


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_a_new_database_is_for_its_owner_only_whatever_the_umask(file: Path, umask: int) -> None:
    program = (
        f"import os, sqlite3; os.umask({umask}); from pathlib import Path\n"
        "from scorepad.store.database.files import use\n"
        f"file = Path({str(file)!r}); using = use(file)\n"
        "connection = sqlite3.connect(file); connection.execute('PRAGMA journal_mode = WAL')\n"
        "connection.execute('CREATE TABLE one (x)')\n"
        "for each in sorted(file.parent.iterdir()):\n"
        "    print(each.name, oct(each.stat().st_mode & 0o777))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, stdout=PIPE, check=True, text=True
    )
    names = [file.name, *(f"{file.name}-{side}" for side in ("lock", "shm", "wal"))]
    assert ran.stdout.splitlines() == [f"{name} 0o600" for name in names]


def test_files_that_others_could_read_are_closed_to_them(
    killed: tuple[Table, Files], tmp_path: Path
) -> None:
    file = killed[1].put(tmp_path / "killed")
    beside(file, "-shm").touch()
    every = [file, beside(file, "-wal"), beside(file, "-shm")]
    for each in every:
        each.chmod(0o664)
    with use(file):
        assert [mode(each) for each in [*every, lock_of(file)]] == [0o600] * 4


def test_its_owners_own_limits_stay(file: Path) -> None:
    file.touch()
    file.chmod(0o400)
    with use(file):
        assert mode(file) == 0o400


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_what_belongs_to_somebody_else_is_left_to_them(file: Path) -> None:
    file.touch()
    file.chmod(0o644)
    os.chown(file, 65534, 65534)
    with use(file):
        assert mode(file) == 0o644


def test_a_file_that_is_no_database_is_left_alone(file: Path) -> None:
    file.write_bytes(b"Dear Anna, " * 1000)
    file.chmod(0o644)
    with pytest.raises(FileError, match=r"is not an SQLite database$"):
        use(file)
    assert mode(file) == 0o644
    assert list(file.parent.iterdir()) == [file]


def test_a_folder_in_its_place_is_left_alone(file: Path) -> None:
    file.mkdir(mode=0o755)
    with pytest.raises(FileError, match=r"is not a file$"):
        use(file)
    assert mode(file) == 0o755
    assert list(file.parent.iterdir()) == [file]


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"^cannot use .*nowhere.*: No such file or directory$"):
        use(tmp_path / "nowhere" / "scorepad.sqlite")


def test_a_link_to_a_database_is_the_database(file: Path, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "pads.sqlite"
    file.symlink_to(real)
    with use(file):
        assert real.exists()
        with pytest.raises(InUseError), alone(real):
            pass
