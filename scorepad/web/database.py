"""The database as the app uses it: its session, and its tables brought up to date at the start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock
from flask import Flask
from flask_migrate import Migrate, upgrade
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from scorepad.settings import Settings, SetupError
from scorepad.store import models as _models  # noqa: F401 (they fill the tables into Base)
from scorepad.store.base import Base
from scorepad.store.engine import begin_writing, prepare
from scorepad.web.assets import assets

db = SQLAlchemy(model_class=Base)
migrate = Migrate(render_as_batch=True)

# Any number will do, as long as every Scorepad uses the same one.
_SERVER_LOCK: Final = 0x5C02E9AD


@contextmanager
def writing() -> Iterator[Session]:
    """A session outside a request whose changes are kept if nothing goes wrong."""
    session = db.session()
    begin_writing(session)
    try:
        yield session
        session.commit()
    finally:
        session.rollback()


def setup_database(app: Flask, settings: Settings) -> None:
    """Connect the app with its database and bring the tables up to date.

    Raises :class:`~scorepad.settings.SetupError` if there is no usable database.
    """
    file = URL.create("sqlite", database=str(settings.database_file))
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.database_uri or file
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {
        # What was to be stored must not stand in a log, neither names nor hashes.
        "hide_parameters": True,
        # A server may have been restarted since a connection was used last.
        "pool_pre_ping": bool(settings.database_uri),
    }
    try:
        db.init_app(app)
        migrate.init_app(app, db, directory=str(assets("migrations")))
        with app.app_context():
            prepare(db.engine)
            with _one_at_a_time(settings.lock):
                _refuse_newer()
                upgrade()
            db.session.remove()
            # A server may fork itself after this: no two processes may share a connection.
            db.engine.dispose()
    except (SQLAlchemyError, ImportError, ValueError) as error:
        why = error.orig if isinstance(error, DBAPIError) else error
        raise SetupError(f"cannot use the database: {_first_line(why)}") from error


@contextmanager
def _one_at_a_time(lock: Path) -> Iterator[None]:
    """Let several processes that start at once migrate one after the other."""
    if db.engine.dialect.name == "postgresql":
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            # Held by the connection: it is free again even if this process dies.
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _SERVER_LOCK})
            try:
                yield
            finally:
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _SERVER_LOCK})
    else:
        with FileLock(lock):
            yield


def _refuse_newer() -> None:
    """Leave a database alone that a newer Scorepad has changed."""
    known = {revision.revision for revision in ScriptDirectory(migrate.directory).walk_revisions()}
    with db.engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_heads()
    if not known.issuperset(found):
        raise SetupError("the database was written by a newer Scorepad: please update this one")


def _first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0]
