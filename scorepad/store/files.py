"""The file of an SQLite database: who is using it, and that nobody but its owner can read it.

Whoever uses the database holds a shared lock on a file beside it; whoever puts another one in its
place holds that lock alone. It is let go when the process ends, however it ends, and processes that
are forked hold it as well.
"""

from __future__ import annotations

import os
import stat
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from scorepad.store.check import FileError, is_sqlite
from scorepad.store.wal import beside, fault_with_log

if sys.platform == "win32":
    # Windows itself lets nobody replace a file that is open.
    fcntl = None
else:
    import fcntl

# What SQLite keeps beside a database.
SIDES: Final = ("-wal", "-shm", "-journal")
PRIVATE: Final = 0o600


class InUseError(FileError):
    """A database is to be replaced while somebody uses it."""


class Use:
    """That this process uses a database, until it is closed, collected, or the process ends."""

    def __init__(self, file: Path) -> None:
        lock = lock_of(file)
        _make(lock)
        self._descriptor = os.open(lock, os.O_RDWR)
        # Not unlocked but closed: those that were forked go on with it.
        self._end = weakref.finalize(self, os.close, self._descriptor)

    def __enter__(self) -> Use:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Use it no more."""
        self._end()

    def share(self) -> None:
        """Wait until nobody has the database alone, and share it."""
        if fcntl:
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def alone(self) -> bool:
        """Have the database alone, if nobody else uses it. Where that is not known: no."""
        if not fcntl:
            return False
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def use(file: Path) -> Use:
    """Begin to use a database, before anything else is done with it; a new one is made, empty.

    Whoever is the first makes sure that a log which was left behind belongs to the file. Raises
    :class:`~scorepad.store.check.FileError` if it does not, and then nothing was changed.
    """
    file = file.resolve()
    try:
        if file.exists() and not file.is_file():
            raise FileError(f"{file} is not a file")
        # Looked at only if Scorepad has not used it yet: to open a file and close it again lets go
        # of the locks that SQLite has on it in the same process.
        if file.exists() and not lock_of(file).exists() and not is_sqlite(file):
            raise FileError(f"{file} is not an SQLite database")
        using = Use(file)
        try:
            with _one_at_a_time(file.parent):
                using.share()
                if using.alone():
                    if fault := fault_with_log(file):
                        raise FileError(_refusal(file, fault))
                elif fcntl and not file.exists():
                    # A new one would take what the others, once it is back, know nothing of.
                    raise FileError(
                        f"{file} was deleted while Scorepad is using it: put it back, or stop"
                        " Scorepad first"
                    )
                # The lock is let go for a moment as it changes; nobody can come in between.
                using.share()
                make_private(file)
        except BaseException:
            using.close()
            raise
    except OSError as error:
        raise FileError(f"cannot use {file}: {error.strerror}") from error
    return using


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Keep everybody else from using a database. Raises :class:`InUseError` if somebody does."""
    with Use(file) as using:
        with _one_at_a_time(file.parent):
            if not using.alone() and fcntl:
                raise InUseError(f"Scorepad is using {file}: stop it first")
        yield


def make_private(file: Path) -> None:
    """Let only their owner read a database and what SQLite keeps beside it, which may be new."""
    _make(file)
    for each in (file, *(beside(file, side) for side in SIDES)):
        with suppress(FileNotFoundError):
            status = each.stat()
            # The owner's own limits stay; what belongs to somebody else cannot be changed.
            if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO) and status.st_uid == os.geteuid():
                each.chmod(PRIVATE)


def lock_of(file: Path) -> Path:
    """The file that is locked by those who use a database."""
    return beside(file, "-lock")


def sync_folder(folder: Path) -> None:
    """Make sure that what was renamed in a folder stays so after a power cut."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _make(file: Path) -> None:
    """Make an empty file unless there is one; not only the umask would be for its owner alone."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        # Whatever the umask and the folder's own rules have made of it.
        file.chmod(PRIVATE)


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Let those who begin to use a database of a folder find out one after the other who else does.

    The folder itself is what they lock: a lock of one file cannot be changed from shared to
    exclusive and back without a gap.
    """
    if not fcntl:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _refusal(file: Path, fault: str) -> str:
    return (
        f"{file} {fault}; nothing was changed: put back the file that belongs there,"
        " or use “scorepad restore” with a backup"
    )
