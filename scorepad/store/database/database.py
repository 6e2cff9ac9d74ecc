"""The database of a Scorepad: connections and sessions, the upgrade of its tables, its writes.

A database server may not be up yet when Scorepad starts, as after a power cut. With ``wait``, the
first request that reaches the server then brings the tables up to date.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from scorepad.store import figure_models as _models  # noqa: F401 (they fill the tables into Base)
from scorepad.store.base import to_json
from scorepad.store.database import migrations
from scorepad.store.database.check import FileError
from scorepad.store.database.engine import at_one_moment, begin_writing, empty_log, prepare
from scorepad.store.database.files import Use, use
from scorepad.store.database.line import BUSY_SECONDS, Line
from scorepad.store.errors import UnusableError
from scorepad.store.trouble import GoneError, TroubleError, reason_of, trouble_of
from scorepad.store.verbs.forget import forgets, tidy

_LOGGER: Final = logging.getLogger("scorepad")
_FEW_THREADS: Final = 2
_SECONDS_BETWEEN_TRIES: Final = 1.0
_SECONDS_BETWEEN_TIDIES: Final = 3600.0
# A table that only a database of ours has.
_QUESTION: Final = text("SELECT version_num FROM alembic_version")


def open_database(
    where: Path | str,
    *,
    lock: Path,
    threads: int = _FEW_THREADS,
    wait: bool = False,
    logger: logging.Logger = _LOGGER,
) -> Database:
    """Open a database and bring its tables up to date; the caller closes it.

    ``where``: the file of an SQLite database, made if there is none, or the URI of any other.
    ``lock``: a file that processes which start at once lock while one of them changes the tables.
    ``threads``: how many will look at the same time, and how many write. Raises
    :class:`~scorepad.store.errors.UnusableError`; with ``wait`` not for a server that does not
    answer: :meth:`Database.expect_up_to_date` tries again.
    """
    try:
        url = URL.create("sqlite", database=str(where)) if isinstance(where, Path) else where
        with ExitStack() as failure:
            engine = _engine_for(make_url(url), threads)
            failure.callback(engine.dispose)
            sqlite = engine.dialect.name == "sqlite"
            file = Path(engine.url.database or "")
            using = failure.enter_context(use(file)) if sqlite else None
            prepare(engine)
            database = Database(engine, lock, using, logger)
            try:
                database.prepare()
            except SQLAlchemyError as error:
                if sqlite or not wait or not isinstance(trouble_of(error), GoneError):
                    raise
                logger.error("Waiting for the database server: %s", reason_of(error))
            failure.pop_all()
    except (SQLAlchemyError, TroubleError, FileError, ImportError, ValueError) as error:
        raise UnusableError(f"cannot use the database: {reason_of(error)}") from error
    return database


class Database:
    """An open database; a context manager that closes it.

    ``engine``: its connections. ``sessions`` makes sessions on them. ``using``: that its file is in
    use, if it is one, which ends with it.
    """

    def __init__(
        self,
        engine: Engine,
        lock: Path,
        using: Use | None = None,
        logger: logging.Logger = _LOGGER,
    ) -> None:
        self.engine = engine
        # The page after a commit shows what was committed: nothing need be read again.
        self.sessions = sessionmaker(engine, expire_on_commit=False)
        self._lock = lock
        self._logger = logger
        self._ready = False
        self._trying = Lock()
        self._next_try = 0.0
        self._using = using
        # A server lets several write at once.
        self._line = Line() if engine.dialect.name == "sqlite" else None
        self._next_tidy = 0.0
        # Deleted names may be in SQLite's log, also since before the start.
        self._log_has_names = True

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection that is not in use: SQLite then folds its log into the file."""
        self.engine.dispose()
        if self._using is not None:
            self._using.close()

    def prepare(self) -> None:
        """Bring the tables up to date. Raises the database's own errors."""
        migrations.upgrade(self.engine, self._lock)
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
                if time.monotonic() < self._next_try:
                    raise GoneError("the database server did not answer a moment ago")
                self._next_try = time.monotonic() + _SECONDS_BETWEEN_TRIES
                self.prepare()
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

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the database as it is at its first statement."""
        with self.engine.connect() as connection:
            yield at_one_moment(connection)

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
        # Whoever waits holds neither a snapshot nor a connection.
        session.rollback()
        with self._line.turn() if self._line else nullcontext(BUSY_SECONDS) as seconds:
            session.expire_all()
            try:
                begin_writing(session.connection(), seconds)
                forgets(session)
                tidies = time.monotonic() >= self._next_tidy
                if tidies:
                    tidy(session)
                yield session
                session.commit()
            finally:
                session.rollback()
            if tidies:
                self._next_tidy = time.monotonic() + _SECONDS_BETWEEN_TIDIES
            deleted = forgets(session)
            self._log_has_names |= deleted
            if not self.overwrite_deleted() and deleted:
                self._logger.warning(
                    "What was deleted stays in SQLite's log until the next write or start: "
                    "somebody is reading the database."
                )

    def overwrite_deleted(self) -> bool:
        """Empty SQLite's log if deleted names may be in it; false if that has to be tried again.

        After each write, for a reader may be in the way.
        """
        if self._log_has_names:
            # What was saved is saved: the next write tries again.
            with suppress(SQLAlchemyError, TroubleError, sqlite3.Error):
                self._log_has_names = not empty_log(self.engine)
        return not self._log_has_names


def _engine_for(url: URL, threads: int) -> Engine:
    options: dict[str, object] = {}
    if url.get_backend_name() != "sqlite":
        # A server may be out of reach.
        options |= {"connect_args": {"connect_timeout": BUSY_SECONDS}}
    return create_engine(
        url,
        # Values, such as names and hashes, must not appear in a log.
        hide_parameters=True,
        json_serializer=to_json,
        # Nobody waits for one: so many look, as many write, and a file that is made takes two.
        pool_size=threads,
        max_overflow=2 * threads,
        pool_timeout=BUSY_SECONDS,
        **options,
    )
