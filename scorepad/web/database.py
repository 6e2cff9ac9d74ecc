"""The store's database bound to requests: each has a session of its own, closed at its end."""

from __future__ import annotations

from contextlib import AbstractContextManager

from flask import Flask, current_app, g, request
from sqlalchemy.orm import Session

from scorepad.settings import Settings, SetupError
from scorepad.store.database.database import Database, open_database
from scorepad.store.errors import UnusableError
from scorepad.web.network import network_of


class _Requests:
    """A session for each request, made when it is first asked for."""

    def session(self) -> Session:
        """That of this request, or of the app's context without one."""
        if "session" not in g:
            # The page after a commit shows what was committed: nothing need be read again.
            g.session = Session(database_of(current_app).engine, expire_on_commit=False)
        session: Session = g.session
        return session

    def remove(self) -> None:
        """Close it; whoever asks afterwards gets a new one."""
        session: Session | None = g.pop("session", None)
        if session is not None:
            session.close()


db = _Requests()


def setup_database(app: Flask, settings: Settings) -> None:
    """Open the database of the app, for the lifetime of the app.

    Raises :class:`~scorepad.settings.SetupError` if there is no usable database; a server that does
    not answer is waited for.
    """
    try:
        database = open_database(
            settings.database,
            lock=settings.lock,
            threads=settings.threads,
            wait=True,
            logger=app.logger,
        )
    except UnusableError as error:
        raise SetupError(str(error)) from error
    app.extensions["scorepad_database"] = database
    app.teardown_appcontext(lambda _: db.remove())
    app.before_request(_expect_up_to_date)


def database_of(app: Flask) -> Database:
    """The database that the app uses."""
    database: Database = app.extensions["scorepad_database"]
    return database


def writing(pad: str | None = None) -> AbstractContextManager[Session]:
    """The request's session for a change (:class:`~scorepad.store.database.database.Database`).

    ``pad``: the address of the pad that is written in. One network has few places in line there.
    """
    who = None if pad is None else (network_of(request.remote_addr), pad)
    return database_of(current_app).writing(db.session(), who)


def reading() -> AbstractContextManager[Session]:
    """A look at the database as it is now."""
    return database_of(current_app).reading()


def stop_reading() -> None:
    """End the request's look at the database: it may take long until the request goes on."""
    db.session().rollback()


def _expect_up_to_date() -> None:
    """Let no view meet a database that is not up to date; see whether there is a chore."""
    if request.endpoint not in (None, "static"):
        database = database_of(current_app)
        database.readiness.expect_up_to_date()
        database.housekeeping.look()
