"""The database for commands: every error becomes a one-line message."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorepad.settings import Settings, SetupError
from scorepad.store.database.backup import ExistsError
from scorepad.store.database.check import Contents, FileError

# A copy needs no more than SQLite, and is made faster without the rest.
if TYPE_CHECKING:
    from scorepad.store.database.database import Database


@contextmanager
def opened_database(settings: Callable[[], Settings], *, new: bool = False) -> Iterator[Database]:
    """The database, with its tables up to date, for the duration of the block.

    ``new``: it is made if there is none yet; for whoever looks for a pad, that would hide a
    mistyped folder.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from scorepad.store.database.database import open_database
    from scorepad.store.errors import UnusableError
    from scorepad.store.trouble import TroubleError, reason_of

    try:
        current = settings()
        file = current.sqlite_file
        if not new and file is not None and not file.exists():
            raise click.ClickException(f"there is no database at {file}")
        with open_database(current.database) as database:
            yield database
    except (SetupError, UnusableError) as error:
        raise click.ClickException(str(error)) from error
    except (SQLAlchemyError, TroubleError, sqlite3.Error) as error:
        raise click.ClickException(f"nothing was done: {reason_of(error)}") from error


def file_of(settings: Callable[[], Settings], instead: str) -> Path:
    """The file of the database; for a database on a server, an error that names the alternative."""
    try:
        file = settings().sqlite_file
    except SetupError as error:
        raise click.ClickException(str(error)) from error
    if file is None:
        raise click.ClickException(f"the database is on a server: use {instead}")
    return file


def refused(error: FileError) -> click.ClickException:
    """A file that cannot be written as an error, with what helps."""
    hint = "; --force writes over it" if isinstance(error, ExistsError) else ""
    return click.ClickException(f"{error}{hint}")


def in_words(contents: Contents) -> str:
    """How much a database holds."""
    words = f"{counted(contents.pads, 'pad')}, {counted(contents.hands, 'hand')}"
    if contents.changed is None:
        return words
    return f"{words}, last changed on {contents.changed.astimezone():%Y-%m-%d at %H:%M}"


def counted(number: int, thing: str) -> str:
    """So many things, in words."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
