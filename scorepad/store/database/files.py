"""The file of an SQLite database: for its owner only, and for one server at a time."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from scorepad.store.database.check import FileError

# SQLite's files beside a database.
SIDES: Final = ("-wal", "-shm", "-journal")
_PRIVATE: Final = 0o600


class InUseError(FileError):
    """A database cannot be served or replaced while a server uses it."""


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Be the only one to serve a database, or to put another one in its place.

    Commands may use it meanwhile. The lock is released when the process ends, however it ends.
    Raises :class:`InUseError`.
    """
    # Imported here: not every command needs it.
    from filelock import FileLock, Timeout

    lock = FileLock(lock_of(file), mode=_PRIVATE)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise InUseError(f"Scorepad is using {file}: stop it first") from error
    except OSError as error:
        raise FileError(f"cannot use {file}: {error.strerror}") from error
    try:
        yield
    finally:
        lock.release()


def make(file: Path) -> None:
    """Make the file of a database unless it is there, and let only its owner read it.

    Raises :class:`~scorepad.store.database.check.FileError`, also where a log was left behind and
    its database is gone: SQLite would begin a new database, and delete the log.
    """
    try:
        if file.exists() and not file.is_file():
            raise FileError(f"{file} is not a file")
        if _size(file) == 0 and _size(beside(file, "-wal")) > 0:
            raise FileError(
                f"{file} is missing, and its -wal is there; nothing was changed: put back the file"
                " that belongs there, or use “scorepad restore” with a backup"
            )
        make_private(file)
    except OSError as error:
        raise FileError(f"cannot use {file}: {error.strerror}") from error


def make_private(file: Path) -> None:
    """Let only their owner read a database, which may be new, and what SQLite keeps beside it."""
    file.touch(mode=_PRIVATE)
    if sys.platform == "win32":
        # There are no owners by number, nor limits in a mode.
        return
    for each in (file, *(beside(file, side) for side in SIDES)):
        with suppress(FileNotFoundError):
            status = each.stat()
            # The owner's own limits stay; what belongs to another user cannot be changed.
            if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO) and status.st_uid == os.geteuid():
                each.chmod(_PRIVATE)


def beside(file: Path, suffix: str) -> Path:
    """The file that goes with a database, as "-wal" does."""
    return file.with_name(file.name + suffix)


def lock_of(file: Path) -> Path:
    """The file that is locked while a database is served or replaced."""
    return beside(file.resolve(), "-lock")


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
