"""``scorepad restore``: a copy of the database put in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from scorepad.cli.database import file_of, in_words
from scorepad.cli.printable import say
from scorepad.settings import Settings
from scorepad.store.database.backup import restore as put_back
from scorepad.store.database.check import FileError


@click.command()
@click.argument("copy", metavar="FILE", type=click.Path(path_type=Path))
@click.pass_obj
def restore(settings: Callable[[], Settings], copy: Path) -> None:
    """Replace the database with FILE, made by "scorepad backup".

    FILE is checked in full first, and stays as it is. Scorepad must not be running. The database
    that was there is kept beside the new one.
    """
    file = file_of(settings, "pg_restore with what pg_dump has made")
    try:
        restored = put_back(copy, file)
    except FileError as error:
        raise click.ClickException(str(error)) from error
    say(f"{file}: {in_words(restored.contents)}")
    if restored.former is not None:
        say(f"What was there before is kept in {restored.former}.")
    if restored.may_lack_log:
        say(
            f"{copy} was not made by “scorepad backup”: if Scorepad was running when it was copied,"
            f" and {copy.name}-wal was not copied with it, the last hands are missing.",
            err=True,
        )
