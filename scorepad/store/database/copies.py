"""Backups: copy a database while it is in use, and put a copy in its place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Final

from scorepad.store.database import files, new_file
from scorepad.store.database.check import (
    Contents,
    FileError,
    connected,
    contents_of,
    fault_in,
    fault_of,
)
from scorepad.store.database.files import beside, fault_with_log

# Where the header says that changes go into a log first.
_WRITE_VERSION: Final = 18
_WITH_LOG: Final = b"\2"
# All the files that a database can have while nobody uses it.
_PARTS: Final = ("", "-wal", "-journal")


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

    The target is written completely or not at all, and is overwritten only with ``overwrite``.
    Raises :class:`~scorepad.store.database.check.FileError`.
    """
    file = file.resolve()
    if not file.is_file() or file.stat().st_size == 0:
        raise FileError(f"there is no database at {file} yet")
    if target.resolve() in _database_files(file):
        raise FileError(f"{target} is the database itself")
    with new_file.whole_file(target, overwrite=overwrite) as made:
        files.make_private(made)
        with files.use(file), connected(file, "rw") as source, connected(made, "rw") as copy:
            source.backup(copy)
            _switch_off_log(copy)
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
    with new_file.working_folder(file.parent, f"cannot restore {copy}") as folder:
        new = folder / "new.sqlite"
        _copy_with_log(copy, new)
        if fault := fault_in(new):
            raise FileError(f"{copy} {fault}")
        contents = contents_of(new)
        new_file.sync(new)
        with files.alone(file):
            former = _set_aside(file, folder)
            # A log that is still there could not be brought into the old file. It is kept with
            # that, and SQLite must not lay it over the new one.
            for side in files.SIDES:
                beside(file, side).unlink(missing_ok=True)
            files.sync_folder(file.parent)
            new.replace(file)
            files.sync_folder(file.parent)
    return Restored(contents, former, may_lack_log)


def _copy_with_log(copy: Path, new: Path) -> None:
    """Make a private copy of a copy, merging the log beside it into the one file."""
    # It may be the database of another Scorepad.
    in_use = files.alone(copy) if files.lock_of(copy).exists() else nullcontext()
    files.make_private(new)
    with in_use:
        _copy_parts(copy, new)
    if fault := fault_with_log(new):
        raise FileError(f"{copy} {fault}")
    try:
        with connected(new, "rw") as database:
            _switch_off_log(database)
    except sqlite3.DatabaseError as error:
        raise FileError(f"{copy} {fault_of(error)}") from error


def _set_aside(file: Path, folder: Path) -> Path | None:
    """Keep the old database under another name too: one file, or two if it is damaged."""
    if not any(each.exists() and each.stat().st_size for each in (file, beside(file, "-wal"))):
        return None
    _fold(file)
    copy = folder / _free_name(file)
    _copy_parts(file, copy)
    parts = [beside(copy, part) for part in _PARTS if beside(copy, part).exists()]
    for each in parts:
        each.chmod(files.PRIVATE)
        new_file.sync(each)
        new_file.give_name(each, file.parent / each.name)
    files.sync_folder(file.parent)
    return file.parent / parts[0].name


def _free_name(file: Path) -> str:
    """A new file name that says that this is the database from before a restore."""
    name = f"{file.stem}-before-restore-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    for more in chain([""], (f"-{number}" for number in count(2))):
        free = file.with_name(f"{name}{more}{file.suffix}")
        if not any(os.path.lexists(beside(free, part)) for part in _PARTS):
            break
    return free.name


def _fold(file: Path) -> None:
    """Bring the log of a database into its file, unless there is damage."""
    if fault_with_log(file):
        return
    try:
        # A program that ignores our lock would be noticed here.
        with connected(file, "rw", timeout=0) as database:
            _switch_off_log(database)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise files.InUseError(f"{file} is in use: stop what uses it first") from error
    except sqlite3.DatabaseError:
        pass


def _switch_off_log(database: sqlite3.Connection) -> None:
    """Have SQLite keep everything in one file."""
    database.execute("PRAGMA journal_mode = DELETE")


def _copy_parts(file: Path, copy: Path) -> None:
    for part in _PARTS:
        if beside(file, part).exists():
            shutil.copyfile(beside(file, part), beside(copy, part))


def _uses_log(file: Path) -> bool:
    """Whether SQLite writes changes of a database into a log first."""
    with file.open("rb") as opened:
        return opened.read(_WRITE_VERSION + 1)[_WRITE_VERSION:] == _WITH_LOG


def _database_files(file: Path) -> list[Path]:
    return [file, files.lock_of(file), *(beside(file, side) for side in files.SIDES)]
