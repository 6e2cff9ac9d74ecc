"""Apps with a database of their own, and all that is in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import event, select
from sqlalchemy.orm import Session

from scorepad.settings import Guard, make_settings
from scorepad.store.database.engine import begin_writing
from scorepad.store.trouble import GoneError
from scorepad.web import create_app
from scorepad.web.database import database_of, db
from tests.support.migrated import copy_to

# All the tests come from one address, which would wear out the limits that hold by default.
_MANY: Final = "1000000000 per hour"
WIDE_OPEN: Final = Guard(writes=_MANY, costs=_MANY)


class _Compiled(BytecodeCache):
    """The templates that an app has compiled, for those that come after it."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


_COMPILED: Final = _Compiled()


@contextmanager
def app_in(folder: Path, guard: Guard = WIDE_OPEN, path: str = "") -> Iterator[Flask]:
    """The real app with its data in this folder: a database without rows, or the one before."""
    settings = make_settings(folder, guard=guard, path=path)
    if isinstance(settings.database, Path) and not settings.database.exists():
        copy_to(settings.database)
    app = create_app(settings)
    app.jinja_env.bytecode_cache = _COMPILED
    # What is written need not outlast the machine, and nobody waits for its disk.
    engine = database_of(app).engine
    event.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous = OFF"))
    try:
        yield app
    finally:
        with app.app_context():
            db.session.remove()
        database_of(app).close()


@contextmanager
def reading(app: Flask) -> Iterator[Session]:
    """A look into the database."""
    with app.app_context():
        yield db.session()


@contextmanager
def writing(app: Flask) -> Iterator[Session]:
    """A change to the database behind the app's back."""
    with app.app_context():
        session = db.session()
        begin_writing(session)
        yield session
        session.commit()


Rows = dict[str, list[tuple[Any, ...]]]


def file_of(app: Flask) -> Path:
    """The app's SQLite file."""
    return Path(database_of(app).engine.url.database or "")


def everything(app: Flask) -> Rows:
    """Every row of every table."""
    file = file_of(app)
    with database_of(app).engine.connect() as connection:
        log = file.with_name(f"{file.name}-wal")
        # The log is there once a connection has read.
        connection.exec_driver_sql("SELECT count(*) FROM pads")
        # To open and close the file here would give back SQLite's locks, which are the process's.
        written = tuple((each.stat().st_size, each.stat().st_mtime_ns) for each in (file, log))
        if _LAST.get(app, (None, {}))[0] != written:
            rows = {
                table.name: [
                    tuple(row)
                    for row in connection.execute(
                        select(table).order_by(*table.primary_key.columns)
                    )
                ]
                for table in db.metadata.sorted_tables
            }
            _LAST[app] = written, rows
    return _LAST[app][1]


def forget(app: Flask) -> None:
    """Read everything anew at the next look, for the database is another one now."""
    _LAST.pop(app, None)


# What was read last, and at which state: most of what is sent between two looks is refused.
_LAST: Final[WeakKeyDictionary[Flask, tuple[object, Rows]]] = WeakKeyDictionary()


@contextmanager
def database_gone(app: Flask) -> Iterator[None]:
    """No statement gets as far as the database."""

    def fail(*_statement: object) -> None:
        raise GoneError("the database is gone")

    engine = database_of(app).engine
    event.listen(engine, "before_cursor_execute", fail)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", fail)
