"""``scorepad backup`` and ``scorepad restore``: copy the database, and put a copy in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from scorepad.cli.terminal import counted, say
from scorepad.settings import Settings, SetupError
from scorepad.store.database.backup import ExistsError
from scorepad.store.database.backup import backup as copy_to
from scorepad.store.database.backup import restore as put_back
from scorepad.store.database.check import Contents, FileError


@contextmanager
def file_errors() -> Iterator[None]:
    """Turn an error about a file into one of the command, with what helps."""
    try:
        yield
    except ExistsError as error:
        raise click.ClickException(f"{error}; --force writes over it") from error
    except (FileError, SetupError) as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over FILE if it exists.")
@click.pass_obj
def backup(settings: Callable[[], Settings], target: Path, force: bool) -> None:
    """Copy the database to FILE, even while Scorepad is running.

    FILE then holds everything saved so far, has been checked in full, and only its owner can read
    it. "scorepad restore" puts it back.
    """
    with file_errors():
        file = _file_of(settings(), "pg_dump for a backup")
        contents = copy_to(file, target, overwrite=force)
    say(f"{target}: {_in_words(contents)}")


@click.command()
@click.argument("copy", metavar="FILE", type=click.Path(path_type=Path))
@click.pass_obj
def restore(settings: Callable[[], Settings], copy: Path) -> None:
    """Replace the database with FILE, made by "scorepad backup".

    FILE is checked in full first, and stays as it is. Scorepad must not be running. The database
    that was there is kept beside the new one.
    """
    with file_errors():
        file = _file_of(settings(), "pg_restore with what pg_dump has made")
        restored = put_back(copy, file)
    say(f"{file}: {_in_words(restored.contents)}")
    if restored.former is not None:
        say(f"What was there before is kept in {restored.former}.")
    if restored.may_lack_log:
        say(
            f"{copy} was not made by “scorepad backup”: if Scorepad was running when it was copied,"
            f" and {copy.name}-wal was not copied with it, the last hands are missing.",
            err=True,
        )


def _file_of(settings: Settings, instead: str) -> Path:
    """The database's file; for a database on a server, an error that names the alternative."""
    if settings.sqlite_file is None:
        raise click.ClickException(f"the database is on a server: use {instead}")
    return settings.sqlite_file


def _in_words(contents: Contents) -> str:
    """How much a database holds."""
    words = f"{counted(contents.pads, 'pad')}, {counted(contents.hands, 'hand')}"
    if contents.changed is None:
        return words
    return f"{words}, last changed on {contents.changed.astimezone():%Y-%m-%d at %H:%M}"
