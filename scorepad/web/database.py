"""The store's database bound to requests: each reads by a connection, and writes by a session.

Both are its own, and closed at its end at the latest.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from flask import Flask, current_app, g, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorepad.settings import Settings, SetupError
from scorepad.store.base import Base
from scorepad.store.database.database import Database, database_url, usable
from scorepad.store.database.engine import engine_options
from scorepad.store.errors import UnusableError

# The page after a commit shows what was committed: nothing need be read again.
db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})


def setup_database(app: Flask, settings: Settings) -> None:
    """Open the database of the app, for the lifetime of the app.

    Raises :class:`~scorepad.settings.SetupError` if there is no usable database; a server that does
    not answer is waited for.
    """
    try:
        with usable(), app.app_context():
            url = database_url(settings.database)
            app.config["SQLALCHEMY_DATABASE_URI"] = url
            app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options(url, settings.threads)
            db.init_app(app)
            app.extensions["scorepad_database"] = Database(db.engine, wait=True, logger=app.logger)
    except UnusableError as error:
        raise SetupError(str(error)) from error
    app.before_request(_expect_up_to_date)
    app.teardown_appcontext(lambda _: stop_reading())


def database_of(app: Flask) -> Database:
    """The database that the app uses."""
    database: Database = app.extensions["scorepad_database"]
    return database


def writing() -> AbstractContextManager[Session]:
    """The request's session for a change (:class:`~scorepad.store.database.database.Database`)."""
    # A waiting writer holds neither a connection nor a look at what may be old by then.
    stop_reading()
    return database_of(current_app).writing(db.session())


def connection() -> Connection:
    """What the request reads by; SQLite shows it as it is at the first statement."""
    if "connection" not in g:
        g.connection = database_of(current_app).engine.connect()
    open_one: Connection = g.connection
    return open_one


def reading() -> AbstractContextManager[Connection]:
    """Another connection, which shows the whole database as it is at one moment."""
    return database_of(current_app).reading()


def stop_reading() -> None:
    """End the request's look at the database: it may take long until the request goes on."""
    if (connection := g.pop("connection", None)) is not None:
        connection.close()


def _expect_up_to_date() -> None:
    """Let no view meet a database that is not up to date."""
    if request.endpoint not in (None, "static"):
        database_of(current_app).expect_up_to_date()
