"""The database for commands: every error becomes a one-line message."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from sqlalchemy.exc import SQLAlchemyError

from scorepad.settings import Settings, SetupError
from scorepad.store.database.database import Database, open_database
from scorepad.store.errors import UnusableError
from scorepad.store.trouble import TroubleError, reason_of


@contextmanager
def opened_database(settings: Callable[[], Settings], *, new: bool = False) -> Iterator[Database]:
    """The database, with its tables up to date, for the duration of the block.

    ``new``: it is made if there is none yet; for a command that looks for a pad, that would hide a
    mistyped folder.
    """
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
