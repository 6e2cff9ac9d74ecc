"""Databases that were migrated once, for the many tests that are not about migrations."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, make_url, text

from scorepad.store.base import Base
from scorepad.store.database.database import open_database
from tests.store.table import Database, opened, sqlite_uri

from .postgres import fresh_database


@cache
def _migrated_file() -> bytes:
    """A SQLite file with all the tables and no row of a pad."""
    with tempfile.TemporaryDirectory(prefix="scorepad-") as folder:
        file = Path(folder) / "pad.sqlite"
        open_database(sqlite_uri(file)).close()
        # The last connection is closed, so that nothing is left in the log beside it.
        assert not Path(f"{file}-wal").exists()
        return file.read_bytes()


def copy_to(file: Path) -> None:
    """Put a migrated SQLite file there, as Scorepad leaves one behind; nobody may be using it."""
    for ending in ("-wal", "-shm"):
        Path(f"{file}{ending}").unlink(missing_ok=True)
    file.touch(mode=0o600)
    file.write_bytes(_migrated_file())


@contextmanager
def copied(folder: Path) -> Iterator[Database]:
    """A database of one's own on SQLite, in this folder."""
    file = folder / "pad.sqlite"
    copy_to(file)
    with opened(sqlite_uri(file)) as made:
        yield made


# What is changed by anything that makes, changes or drops a table, and the migrations there are.
_SCHEMA = """
    SELECT oid::text, xmin::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT version_num, '' FROM alembic_version ORDER BY 1, 2
"""
# A process that a test killed, or a test that failed, may have left a transaction open.
_END_OTHERS = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid != pg_backend_pid()
"""
_DELETE = " ".join(f"DELETE FROM {table.name};" for table in reversed(Base.metadata.sorted_tables))
# In one piece: most tests do little more.
_EMPTY = f"""
    DO $$ BEGIN
    {_DELETE}
    PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences;
    END $$
"""


class Migrated(ExitStack):
    """Migrated databases in a PostgreSQL cluster, copies of the first one, until it is closed."""

    def __init__(self, cluster_uri: str) -> None:
        """``cluster_uri``: SQLAlchemy's, of the cluster, which runs for as long."""
        super().__init__()
        self._cluster_uri = cluster_uri
        self._template = ""
        self._uri = ""
        self._reused: Engine | None = None
        self._schema: list[tuple[str, str]] = []

    @contextmanager
    def another(self) -> Iterator[str]:
        """The URI of a database of one's own, in which there are tables and no rows."""
        if not self._template:
            uri = self.enter_context(fresh_database(self._cluster_uri))
            open_database(uri).close()
            self._template = make_url(uri).database or ""
        with fresh_database(self._cluster_uri, self._template) as uri:
            yield uri

    def emptied(self) -> str:
        """The URI of a database for one test after another.

        A test finds it as new: without rows, every id to be given out from 1. If a test has changed
        a table itself, the next one gets another database.
        """
        if self._reused:
            with self._reused.begin() as connection:
                connection.execute(text(_END_OTHERS))
                if self._schema == _schema(connection):
                    connection.execute(text(_EMPTY))
                    return self._uri
            self._reused.dispose()
        self._uri = self.enter_context(self.another())
        self._reused = create_engine(self._uri, pool_size=1, pool_pre_ping=True)
        self.callback(self._reused.dispose)
        with self._reused.begin() as connection:
            self._schema = _schema(connection)
        return self._uri


def _schema(connection: Connection) -> list[tuple[str, str]]:
    return [(row[0], row[1]) for row in connection.execute(text(_SCHEMA))]
