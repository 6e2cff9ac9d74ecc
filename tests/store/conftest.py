"""Every test of the store gets a database of its own, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.table import Database, Table, migrated, seat_four, sqlite_uri
from tests.support.clock import ticking
from tests.support.postgres import fresh_database, throwaway_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    with throwaway_cluster() as uri:
        yield uri


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URI of a database in which there is nothing yet."""
    if request.param == "sqlite":
        yield sqlite_uri(tmp_path / "pad.sqlite")
    else:
        # Only now, so that the tests on SQLite run where there is no PostgreSQL.
        with fresh_database(request.getfixturevalue("cluster")) as uri:
            yield uri


@pytest.fixture
def database(empty_database: str, tmp_path: Path) -> Iterator[Database]:
    with migrated(empty_database, tmp_path / "starting.lock") as made:
        yield made


@pytest.fixture
def sqlite_database(tmp_path: Path) -> Iterator[Database]:
    """For what only SQLite does; a file, as in real life."""
    with migrated(sqlite_uri(tmp_path / "pad.sqlite"), tmp_path / "starting.lock") as made:
        yield made


@pytest.fixture
def postgresql_database(cluster: str, tmp_path: Path) -> Iterator[Database]:
    """For what only PostgreSQL does."""
    with fresh_database(cluster) as uri, migrated(uri, tmp_path / "starting.lock") as made:
        yield made


@pytest.fixture
def table(database: Database) -> Table:
    """A long game of four, nothing taken down yet."""
    return seat_four(database)


@pytest.fixture
def clock() -> Iterator[None]:
    """A clock that is a second later whenever somebody looks at it."""
    with ticking():
        yield
