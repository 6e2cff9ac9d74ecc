"""Backups: copy a database while it is in use, and put a copy in its place.

Each file is made in a folder beside its place, and gets its name only once it is complete.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final

from scorepad.store.database import files
from scorepad.store.database.check import (
    Contents,
    FileError,
    connected,
    contents_of,
    fault_in,
    fault_of,
)
from scorepad.store.database.files import beside

# All the files that a database can have while no process uses it.
_PARTS: Final = ("", "-wal", "-journal")


class ExistsError(FileError):
    """There is a file already, which may not be written over."""

    def __init__(self, target: Path) -> None:
        super().__init__(f"{target} exists already")


@dataclass(frozen=True)
class Restored:
    """What a database holds after a copy was put in its place.

    ``former``: the file of the old database, if there was one. ``may_lack_log``: the copy may lack
    changes that were in a log, because it was made by copying the file alone.
    """

    contents: Contents
    former: Path | None
    may_lack_log: bool


def backup(file: Path, target: Path, *, overwrite: bool = False) -> Contents:
    """Copy a database, which may be in use, into one file for its owner's eyes only.

    Raises :class:`~scorepad.store.database.check.FileError`.
    """
    file = file.resolve()
    if not file.is_file() or file.stat().st_size == 0:
        raise FileError(f"there is no database at {file} yet")
    if target.resolve() in _database_files(file):
        raise FileError(f"{target} is the database itself")
    with whole_file(target, overwrite=overwrite) as made:
        files.make_private(made)
        with connected(file, "rw") as source, connected(made, "rw") as copy:
            source.backup(copy)
            _fold_log(copy)
        if fault := fault_in(made):
            raise FileError(f"the database {fault}; no copy was made")
        return contents_of(made)


def restore(copy: Path, file: Path) -> Restored:
    """Put a copy in the place of a database that nobody uses; the old database stays beside it.

    The copy is not touched, and is checked in full, with the log beside it if it has one. Raises
    :class:`~scorepad.store.database.check.FileError`; nothing was changed then.
    """
    copy, file = copy.resolve(), file.resolve()
    if not copy.is_file():
        raise FileError(f"there is no file {copy}")
    if copy in _database_files(file):
        raise FileError(f"{copy} is the database itself")
    may_lack_log = _uses_log(copy) and not beside(copy, "-wal").exists()
    with _working_folder(file.parent, f"cannot restore {copy}") as folder:
        new = folder / "new.sqlite"
        _copy_parts(copy, new)
        files.make_private(new)
        try:
            with connected(new, "rw") as database:
                _fold_log(database)
            fault = fault_in(new)
        except sqlite3.DatabaseError as error:
            fault = fault_of(error)
        if fault:
            raise FileError(f"{copy} {fault}")
        contents = contents_of(new)
        _sync(new)
        with files.alone(file):
            former = _set_aside(file)
            # SQLite must not lay a log that is still there over the new database.
            for side in files.SIDES:
                beside(file, side).unlink(missing_ok=True)
            new.replace(file)
            _sync_folder(file.parent)
    return Restored(contents, former, may_lack_log)


@contextmanager
def whole_file(target: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Where to write a file; it takes its place after the block, unless anything is raised in it.

    Raises :class:`~scorepad.store.database.check.FileError`, as for a full disk.
    """
    if not target.parent.is_dir():
        raise FileError(f"there is no folder {target.parent}")
    if os.path.lexists(target):
        if not target.is_file():
            raise FileError(f"{target} is not a file")
        if not overwrite:
            raise ExistsError(target)
    with _working_folder(target.parent, f"cannot write {target}") as folder:
        made = folder / "made"
        yield made
        _sync(made)
        made.replace(target)
        _sync_folder(target.parent)


@contextmanager
def _working_folder(folder: Path, message: str) -> Iterator[Path]:
    """A private folder for unfinished files.

    Errors of the system and of SQLite become :class:`FileError`, their reason after ``message``.
    """
    try:
        with tempfile.TemporaryDirectory(prefix=".scorepad-", dir=folder) as made:
            yield Path(made)
    except OSError as error:
        raise FileError(f"{message}: {error.strerror or error}") from error
    except sqlite3.Error as error:
        raise FileError(f"{message}: {error}") from error


def _set_aside(file: Path) -> Path | None:
    """Copy the old database, which may be damaged, under a new name beside it."""
    try:
        if file.exists():
            # SQLite refuses this while any other process has the database open.
            with connected(file, "rw", timeout=0) as database:
                _fold_log(database)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise files.InUseError(f"{file} is in use: stop what uses it first") from error
    except sqlite3.DatabaseError:
        pass
    if not any(beside(file, part).exists() for part in _PARTS):
        return None
    moment = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    former = file.with_name(f"{file.stem}-before-restore-{moment}{file.suffix}")
    for number in count(2):
        if not any(beside(former, part).exists() for part in _PARTS):
            break
        former = file.with_name(f"{file.stem}-before-restore-{moment}-{number}{file.suffix}")
    _copy_parts(file, former)
    for part in _PARTS:
        if beside(former, part).exists():
            _sync(beside(former, part))
    files.make_private(former)
    return former


def _fold_log(database: sqlite3.Connection) -> None:
    """Have SQLite bring its log into the one file."""
    database.execute("PRAGMA journal_mode = DELETE")


def _copy_parts(file: Path, copy: Path) -> None:
    for part in _PARTS:
        if beside(file, part).exists():
            shutil.copyfile(beside(file, part), beside(copy, part))


def _uses_log(file: Path) -> bool:
    """Whether SQLite writes changes of a database into a log first, by the header of its file."""
    with file.open("rb") as opened:
        return opened.read(19)[18:] == b"\2"


def _database_files(file: Path) -> list[Path]:
    return [file, files.lock_of(file), *(beside(file, side) for side in files.SIDES)]


def _sync(file: Path) -> None:
    """Make sure that a file is still there after a power cut."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def _sync_folder(folder: Path) -> None:
    """Make sure that what was renamed in a folder stays so after a power cut."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
