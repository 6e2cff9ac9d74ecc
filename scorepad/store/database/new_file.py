"""Files that are written completely or not at all: beside their place first, then put there."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorepad.store.database.check import FileError
from scorepad.store.database.files import sync_folder


class ExistsError(FileError):
    """There is a file already, and nobody said that it may be written over."""

    def __init__(self, target: Path) -> None:
        super().__init__(f"{target} exists already")


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
    with working_folder(target.parent, f"cannot write {target}") as folder:
        made = folder / "made"
        yield made
        sync(made)
        if overwrite:
            made.replace(target)
        else:
            try:
                give_name(made, target)
            except FileExistsError as error:
                raise ExistsError(target) from error
        sync_folder(target.parent)


@contextmanager
def working_folder(folder: Path, message: str) -> Iterator[Path]:
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


def sync(file: Path) -> None:
    """Make sure that a file is still there after a power cut."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def give_name(made: Path, name: Path) -> None:
    """Give a file a name that nothing has yet, in one step. Raises :class:`FileExistsError`."""
    try:
        name.hardlink_to(made)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has links, nor does every system allow them: take the name first.
        name.open("xb").close()
        try:
            made.replace(name)
        except BaseException:
            name.unlink()
            raise
