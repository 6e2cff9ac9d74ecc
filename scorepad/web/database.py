"""The database as the app uses it: its session, and its tables brought up to date at the start.

A server may not be there yet when the app starts, as after a power cut: the app then starts all the
same, and brings the tables up to date with the first request that finds the server.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Final

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock
from flask import Flask, current_app, request
from flask_migrate import Migrate, upgrade
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from scorepad.assets import assets
from scorepad.settings import Settings, SetupError
from scorepad.store import models as _models  # noqa: F401 (they fill the tables into Base)
from scorepad.store.base import Base
from scorepad.store.check import FileError
from scorepad.store.engine import BUSY_SECONDS, begin_writing, prepare
from scorepad.store.files import use
from scorepad.store.forget import sweep, tidy
from scorepad.store.trouble import BusyError, GoneError, TroubleError, trouble_of

# What was committed is what the page after it shows: nothing is read again for it.
db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})
migrate = Migrate(render_as_batch=True)

# Any number will do, as long as every Scorepad uses the same one.
_SERVER_LOCK: Final = 0x5C02E9AD
_SECONDS_BETWEEN_TRIES: Final = 1.0
_SECONDS_BETWEEN_TIDIES: Final = 24 * 3600.0
_SECONDS_BETWEEN_SWEEPS: Final = 60.0


@contextmanager
def writing() -> Iterator[Session]:
    """The session for a change: committed after the block, rolled back if anything is raised.

    This is the one place that does so. What the session read before is forgotten: it may be old by
    the time that nobody else writes. Raises :class:`~scorepad.store.trouble.BusyError`.
    """
    places: BoundedSemaphore = current_app.extensions["scorepad_writers"]
    housekeeping: Housekeeping = current_app.extensions["scorepad_housekeeping"]
    # Who waits for another writer holds a thread; the last ones are kept for who only looks.
    if not places.acquire(blocking=False):
        raise BusyError("too many are waiting to write")
    try:
        session = db.session()
        session.rollback()
        try:
            begin_writing(session)
            with housekeeping.done_with(session):
                yield session
                session.commit()
        finally:
            session.rollback()
    finally:
        # Whatever went wrong: a place that is not given back is gone for good.
        places.release()


@contextmanager
def trouble_in_a_line() -> Iterator[None]:
    """For a command: what the database cannot do is one line for the person who runs it.

    Raises :class:`~scorepad.settings.SetupError`.
    """
    try:
        yield
    except (SQLAlchemyError, TroubleError, sqlite3.Error) as error:
        raise SetupError(f"nothing was done: {reason(error)}") from error


class Housekeeping:
    """What is cleared away now and then, with the writes of others: nobody has to ask for it."""

    def __init__(self) -> None:
        self._next_tidy = 0.0
        self._next_sweep = 0.0
        self._deleted = False

    def deleted(self) -> None:
        """Note that something was deleted for good, of which the file must have nothing left."""
        self._deleted = True

    @contextmanager
    def done_with(self, session: Session) -> Iterator[None]:
        """Tidy up once a day, in the transaction of a write; sweep after one that deleted."""
        due = monotonic() >= self._next_tidy
        if due:
            tidy(session)
        yield
        if due:
            self._next_tidy = monotonic() + _SECONDS_BETWEEN_TIDIES
        if self._deleted and monotonic() >= self._next_sweep:
            # Takes as long as the database is large: not with every one of many deletions.
            self._next_sweep = monotonic() + _SECONDS_BETWEEN_SWEEPS
            try:
                sweep(db.engine)
            except (SQLAlchemyError, TroubleError, sqlite3.Error) as error:
                current_app.logger.warning("What was deleted is still in the file: %s", error)
            else:
                self._deleted = False


def deleted() -> None:
    """Note that this request deleted something for good (:meth:`Housekeeping.deleted`)."""
    housekeeping: Housekeeping = current_app.extensions["scorepad_housekeeping"]
    housekeeping.deleted()


class Readiness:
    """Whether the database is up to date; if not, it is tried again now and then."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._trying = Lock()
        self._next_try = 0.0
        self._ready = False

    def prepare(self) -> None:
        """Bring the tables up to date. Raises what the database raises."""
        prepare(db.engine)
        self._upgrade()

    def expect(self) -> None:
        """Go on if the database is up to date, or can be brought there now.

        Raises :class:`~scorepad.store.trouble.GoneError`.
        """
        if self._ready:
            return
        # One asks for all: what is not there must not hold every thread.
        if not self._trying.acquire(blocking=False):
            raise GoneError("the database server did not answer yet")
        try:
            if not self._ready:
                if monotonic() < self._next_try:
                    raise GoneError("the database server did not answer a moment ago")
                self._next_try = monotonic() + _SECONDS_BETWEEN_TRIES
                with self._app.app_context():
                    self._upgrade()
                self._app.logger.warning("The database server answers: Scorepad is ready.")
        except SetupError as error:
            self._app.logger.error("%s", error)
            raise GoneError(str(error)) from error
        finally:
            self._trying.release()

    def _upgrade(self) -> None:
        with _one_at_a_time(self._settings.lock):
            _refuse_newer()
            upgrade()
        db.session.remove()
        # A server may fork itself after this: no two processes may share a connection.
        db.engine.dispose()
        self._ready = True


def setup_database(app: Flask, settings: Settings) -> None:
    """Connect the app with its database and bring the tables up to date.

    Raises :class:`~scorepad.settings.SetupError` if there is no usable database; a server that does
    not answer is waited for.
    """
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {
        # What was to be stored must not stand in a log, neither names nor hashes.
        "hide_parameters": True,
        # Nobody waits for a connection: a request uses two at most.
        "pool_size": settings.threads,
        "max_overflow": settings.threads,
        "pool_timeout": BUSY_SECONDS,
    }
    app.before_request(_expect)
    app.extensions["scorepad_housekeeping"] = Housekeeping()
    app.extensions["scorepad_writers"] = BoundedSemaphore(max(1, settings.threads * 3 // 4))
    readiness = app.extensions["scorepad_database"] = Readiness(app, settings)
    try:
        if file := settings.sqlite_file:
            uri: URL | str | None = URL.create("sqlite", database=str(file))
        else:
            uri = settings.database_uri
            # A server may have been restarted since a connection was used last, or be out of reach.
            app.config["SQLALCHEMY_ENGINE_OPTIONS"] |= {
                "pool_pre_ping": True,
                "connect_args": {"connect_timeout": BUSY_SECONDS},
            }
        app.config["SQLALCHEMY_DATABASE_URI"] = uri
        db.init_app(app)
        if file is not None:
            # Held for as long as the app is there, and by every process that it is forked into.
            app.extensions["scorepad_file"] = use(file)
        migrate.init_app(app, db, directory=str(assets("migrations")))
        with app.app_context():
            try:
                readiness.prepare()
            except SQLAlchemyError as error:
                if settings.sqlite_file is not None or not isinstance(trouble_of(error), GoneError):
                    raise
                app.logger.error("Waiting for the database server: %s", reason(error))
    except (SQLAlchemyError, TroubleError, FileError, ImportError, ValueError) as error:
        raise SetupError(f"cannot use the database: {reason(error)}") from error


def readiness_of(app: Flask) -> Readiness:
    """Whether the database of the app is up to date."""
    readiness: Readiness = app.extensions["scorepad_database"]
    return readiness


def _expect() -> None:
    """Let no view meet a database that is not up to date."""
    if request.endpoint not in (None, "static"):
        readiness_of(current_app).expect()


def reason(error: BaseException) -> str:
    """What an error of the database says, in one line and without what was to be stored."""
    why = error.orig if isinstance(error, DBAPIError) else error
    return str(why).strip().partition("\n")[0]


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
