"""The file of an SQLite database: locks for those who use it, and access for its owner only.

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

from scorepad.store.database.check import FileError, is_sqlite

if sys.platform == "win32":
    # Windows itself lets nobody replace a file that is open.
    fcntl = None
else:
    import fcntl

# SQLite's files beside a database.
SIDES: Final = ("-wal", "-shm", "-journal")
PRIVATE: Final = 0o600


class InUseError(FileError):
    """A database cannot be replaced while somebody uses it."""


class Use:
    """This process's use of a database, until it is closed or collected, or the process ends."""

    def __init__(self, file: Path) -> None:
        lock = lock_of(file)
        _make(lock)
        self._descriptor = os.open(lock, os.O_RDWR)
        # Closed, not unlocked: forked processes still hold the lock.
        self._end = weakref.finalize(self, os.close, self._descriptor)

    def __enter__(self) -> Use:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop using it."""
        self._end()

    def share(self) -> None:
        """Wait until nobody holds the exclusive lock, and share it."""
        if fcntl:
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def alone(self) -> bool:
        """Lock the database exclusively if nobody else uses it; false if that cannot be known."""
        if not fcntl:
            return False
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def use(file: Path) -> Use:
    """Begin to use a database, before any other access to it; a missing one is made, empty.

    Raises :class:`~scorepad.store.database.check.FileError`, also where a log was left behind and
    its database is gone; nothing was changed then.
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
                    # A new file would receive hands that are lost once the old one is back.
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
    if sys.platform == "win32":
        # There are no owners by number, nor limits in a mode.
        return
    for each in (file, *(beside(file, side) for side in SIDES)):
        with suppress(FileNotFoundError):
            status = each.stat()
            # The owner's own limits stay; what belongs to somebody else cannot be changed.
            if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO) and status.st_uid == os.geteuid():
                each.chmod(PRIVATE)


def beside(file: Path, suffix: str) -> Path:
    """The file that goes with a database, as "-wal" does."""
    return file.with_name(file.name + suffix)


def fault_with_log(file: Path) -> str | None:
    """What is wrong if a log has lost its database, in words that follow the name of the file.

    SQLite would begin a new database, and delete the log.
    """
    log = beside(file, "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return None
    if file.exists() and file.stat().st_size > 0:
        return None
    return "is missing, and its -wal is there"


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
        # Whatever permissions the umask and the folder's own rules have set.
        file.chmod(PRIVATE)


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Let only one process at a time check who else uses a database of this folder.

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
