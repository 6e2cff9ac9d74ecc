"""The database as a command uses it: what cannot be done with it is one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from scorepad.settings import Settings, SetupError


@contextmanager
def open_database(settings: Callable[[], Settings]) -> Iterator[None]:
    """The app around its database, up to date, as long as the command needs it."""
    import sqlite3

    from sqlalchemy.exc import SQLAlchemyError

    from scorepad.store.trouble import TroubleError, trouble_of
    from scorepad.web import create_app
    from scorepad.web.database import db, readiness_of

    try:
        app = create_app(settings())
        with app.app_context():
            readiness_of(app).expect()
            yield
            db.session.remove()
            db.engine.dispose()
    except SetupError as error:
        raise click.ClickException(str(error)) from error
    except (SQLAlchemyError, TroubleError, sqlite3.Error) as error:
        trouble = trouble_of(error) or error
        raise click.ClickException(f"nothing was done: {trouble}") from error
