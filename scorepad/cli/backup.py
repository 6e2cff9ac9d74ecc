"""``scorepad backup``: a copy of the database, also while Scorepad runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from scorepad.cli.database import file_of, in_words, refused
from scorepad.cli.printable import say
from scorepad.settings import Settings
from scorepad.store.database.backup import backup as copy_to
from scorepad.store.database.check import FileError


@click.command()
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over FILE if it exists.")
@click.pass_obj
def backup(settings: Callable[[], Settings], target: Path, force: bool) -> None:
    """Copy the database to FILE, even while Scorepad is running.

    FILE then holds everything saved so far, has been checked in full, and only its owner can read
    it. "scorepad restore" puts it back.
    """
    file = file_of(settings, "pg_dump for a backup")
    try:
        contents = copy_to(file, target, overwrite=force)
    except FileError as error:
        raise refused(error) from error
    say(f"{target}: {in_words(contents)}")
