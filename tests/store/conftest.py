"""Every test of the store gets a database of its own, on SQLite and on PostgreSQL.

To migrate takes longer than most tests: on SQLite each gets a copy of a file migrated once,
on PostgreSQL the one migrated database, emptied.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.table import Database, Table, opened, seat_four, sqlite_uri
from tests.support.clock import ticking
from tests.support.migrated import Reused, copied
from tests.support.postgres import fresh_database, throwaway_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    with throwaway_cluster() as uri:
        yield uri


@pytest.fixture(scope="session")
def reused(cluster: str) -> Iterator[Reused]:
    with Reused(cluster) as database:
        yield database


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URI of an empty database."""
    if request.param == "sqlite":
        yield sqlite_uri(tmp_path / "pad.sqlite")
    else:
        # Only now, so that the tests on SQLite run where there is no PostgreSQL.
        with fresh_database(request.getfixturevalue("cluster")) as uri:
            yield uri


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Database:
    """A migrated database without rows."""
    made: Database = request.getfixturevalue(f"{request.param}_database")
    return made


@pytest.fixture
def sqlite_database(tmp_path: Path) -> Iterator[Database]:
    """A database for what only SQLite does; a file, as in real life."""
    with copied(tmp_path) as made:
        yield made


@pytest.fixture
def postgresql_database(reused: Reused, tmp_path: Path) -> Iterator[Database]:
    """A database for what only PostgreSQL does."""
    with opened(reused.emptied(), tmp_path / "starting.lock") as made:
        yield made


@pytest.fixture
def table(database: Database) -> Table:
    """A long game of four without a hand."""
    return seat_four(database)


@pytest.fixture
def clock() -> Iterator[None]:
    """A clock that is a second later whenever somebody looks at it."""
    with ticking():
        yield
