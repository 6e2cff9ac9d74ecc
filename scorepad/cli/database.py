"""The database as commands use it: what cannot be done with it is one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from scorepad.settings import Settings, SetupError
from scorepad.store.check import Contents


@contextmanager
def open_database(settings: Callable[[], Settings]) -> Iterator[None]:
    """The app around its database, up to date, as long as the command needs it."""
    from scorepad.web import create_app
    from scorepad.web.database import db, readiness_of, trouble_in_a_line

    try:
        app = create_app(settings())
        with app.app_context(), trouble_in_a_line():
            readiness_of(app).expect()
            yield
            db.session.remove()
            db.engine.dispose()
    except SetupError as error:
        raise click.ClickException(str(error)) from error


def file_of(settings: Callable[[], Settings], instead: str) -> Path:
    """The file of the database; of one on a server, an error that says what to use instead."""
    try:
        file = settings().sqlite_file
    except SetupError as error:
        raise click.ClickException(str(error)) from error
    if file is None:
        raise click.ClickException(f"the database is on a server: use {instead}")
    return file


def known_revisions() -> set[str]:
    """The revisions of the tables that this Scorepad knows."""
    from alembic.script import ScriptDirectory

    from scorepad.assets import assets

    scripts = ScriptDirectory(str(assets("migrations")))
    return {script.revision for script in scripts.walk_revisions()}


def in_words(contents: Contents) -> str:
    """How much a database holds."""
    words = f"{_counted(contents.pads, 'pad')}, {_counted(contents.hands, 'hand')}"
    if contents.changed is None:
        return words
    return f"{words}, last changed on {contents.changed.astimezone():%Y-%m-%d at %H:%M}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
