"""The database of a Scorepad: opened, its tables up to date, read and written.

A database server may not be up yet when Scorepad starts, as after a power cut. With ``wait``, the
first request that reaches the server then brings the tables up to date.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Condition, Lock
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from scorepad.store import figure_models as _models  # noqa: F401 (they fill the tables into Base)
from scorepad.store.database import files, migrations
from scorepad.store.database.check import FileError
from scorepad.store.database.engine import (
    begin_writing,
    empty_log,
    engine_options,
    prepare,
)
from scorepad.store.errors import UnusableError
from scorepad.store.pad.forget import forgets, tidy
from scorepad.store.trouble import BusyError, GoneError, TroubleError, reason_of, trouble_of

_LOGGER: Final = logging.getLogger("scorepad")
_FEW_THREADS: Final = 2
_SECONDS_BETWEEN_TIDIES: Final = 3600.0
# An import takes two.
_SECONDS_IN_LINE: Final = 8
# A table that only a database of Scorepad has.
_QUESTION: Final = text("SELECT version_num FROM alembic_version")


def database_url(where: Path | str) -> URL:
    """The URL of the SQLite database in a file, or of any other by its URI."""
    return URL.create("sqlite", database=str(where)) if isinstance(where, Path) else make_url(where)


def open_database(where: Path | str) -> Database:
    """Open a database and bring its tables up to date; the caller closes it.

    ``where``: the file of an SQLite database, made if there is none, or the URI of any other.
    Raises :class:`~scorepad.store.errors.UnusableError`.
    """
    with usable():
        url = database_url(where)
        return Database(create_engine(url, **engine_options(url, _FEW_THREADS)))


@contextmanager
def usable() -> Iterator[None]:
    """Turn whatever keeps a database from being opened into :class:`UnusableError`."""
    try:
        yield
    except (SQLAlchemyError, TroubleError, FileError, ImportError, ValueError) as error:
        raise UnusableError(f"cannot use the database: {reason_of(error)}") from error


class Database:
    """An open database; a context manager that closes it.

    ``engine``: its connections, with :func:`~scorepad.store.database.engine.engine_options`.
    ``sessions`` makes sessions on them. With ``wait``, a server that does not answer is no error.
    """

    def __init__(
        self, engine: Engine, *, wait: bool = False, logger: logging.Logger = _LOGGER
    ) -> None:
        self.engine = engine
        # The page after a commit shows what was committed: nothing need be read again.
        self.sessions = sessionmaker(engine, expire_on_commit=False)
        is_file = engine.dialect.name == "sqlite"
        self._at_one_moment = (
            engine if is_file else engine.execution_options(isolation_level="REPEATABLE READ")
        )
        self._logger = logger
        self._ready = False
        self._trying = Lock()
        # A server lets several write at once.
        self._line = Line() if is_file else None
        self._next_tidy = 0.0
        # Deleted names may be in SQLite's log, also since before the start.
        self._log_has_names = True
        if is_file:
            files.make(Path(engine.url.database or ""))
        prepare(engine)
        try:
            self._bring_up_to_date()
        except Exception as error:
            engine.dispose()
            if is_file or not wait or not isinstance(trouble_of(error), GoneError):
                raise
            logger.error("Waiting for the database server: %s", reason_of(error))

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection that is not in use: SQLite then folds its log into the file."""
        self.engine.dispose()

    def _bring_up_to_date(self) -> None:
        migrations.upgrade(self.engine)
        self.overwrite_deleted()
        # A server may fork itself after this: no two processes may share a connection.
        self.engine.dispose()
        self._ready = True

    def expect_up_to_date(self) -> None:
        """Go on if the tables are up to date, or can be brought there now.

        Raises :class:`~scorepad.store.trouble.GoneError`, or the database's own errors.
        """
        if self._ready:
            return
        # One thread tries for all: a missing server must not hold every thread.
        if not self._trying.acquire(blocking=False):
            raise GoneError("the database server did not answer yet")
        try:
            if not self._ready:
                self._bring_up_to_date()
                self._logger.warning("The database server answers: Scorepad is ready.")
        except UnusableError as error:
            self._logger.error("%s", error)
            raise GoneError(str(error)) from error
        finally:
            self._trying.release()

    def answers(self) -> bool:
        """Whether it is there, and up to date."""
        try:
            self.expect_up_to_date()
            with self.engine.connect() as connection:
                return connection.execute(_QUESTION).first() is not None
        except (SQLAlchemyError, TroubleError):
            return False

    def reading(self) -> Connection:
        """A connection, to be closed, that sees the database as it is at its first statement."""
        return self._at_one_moment.connect()

    @contextmanager
    def writing(self, session: Session | None = None) -> Iterator[Session]:
        """A session for a change: committed after the block, rolled back if anything is raised.

        This is the one place that does so. ``session``: an open one to use; what it read before is
        forgotten, for it may be old by the time that nobody else writes. Raises
        :class:`~scorepad.store.trouble.BusyError`.
        """
        if session is None:
            with self.sessions() as own, self.writing(own):
                yield own
            return
        # A waiting writer holds neither a snapshot nor a connection.
        session.rollback()
        with self._line.turn() if self._line else nullcontext():
            session.expire_all()
            try:
                begin_writing(session)
                if time.monotonic() >= self._next_tidy:
                    tidy(session)
                    self._next_tidy = time.monotonic() + _SECONDS_BETWEEN_TIDIES
                yield session
                session.commit()
            finally:
                session.rollback()
            deleted = forgets(session)
            self._log_has_names |= deleted
            if not self.overwrite_deleted() and deleted:
                self._logger.warning(
                    "What was deleted stays in SQLite's log until the next write or start: "
                    "somebody is reading the database."
                )

    def overwrite_deleted(self) -> bool:
        """Empty SQLite's log if deleted names may be in it; false if a reader is in the way.

        The next write tries again, and so does each start.
        """
        if self._log_has_names:
            # What was saved is saved.
            with suppress(SQLAlchemyError, TroubleError):
                self._log_has_names = not empty_log(self.engine)
        return not self._log_has_names


class Line:
    """The writers of one process in line, first come, first served.

    SQLite has one writer at a time, and which one it lets in next is chance.
    """

    def __init__(self) -> None:
        self._line: deque[object] = deque()
        self._changed = Condition()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, which lasts as long as the block.

        Raises :class:`~scorepad.store.trouble.BusyError`.
        """
        ticket = object()
        self._line.append(ticket)
        try:
            with self._changed:
                if not self._changed.wait_for(lambda: self._line[0] is ticket, _SECONDS_IN_LINE):
                    raise BusyError("those ahead in line take too long")
            yield
        finally:
            with self._changed:
                self._line.remove(ticket)
                self._changed.notify_all()
