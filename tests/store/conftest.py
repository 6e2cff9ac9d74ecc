"""Every test of the store gets a database of its own, on SQLite and on PostgreSQL.

To migrate takes longer than most tests: on SQLite each gets a copy of a file migrated once,
on PostgreSQL the one migrated database, emptied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.store.pen_group import Group
from tests.store.table import Database, Table, opened, prepared_engine, seat_four, sqlite_uri
from tests.support.clock import ticking
from tests.support.migrated import Migrated, copied, copy_to
from tests.support.postgres import fresh_database, throwaway_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    with throwaway_cluster() as uri:
        yield uri


@pytest.fixture(scope="session")
def migrated(cluster: str) -> Iterator[Migrated]:
    with Migrated(cluster) as databases:
        yield databases


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URI of an empty database."""
    if request.param == "sqlite":
        yield sqlite_uri(tmp_path / "pad.sqlite")
    else:
        # Only now, so that the tests on SQLite run where there is no PostgreSQL.
        with fresh_database(request.getfixturevalue("cluster")) as uri:
            yield uri


@pytest.fixture(scope="session")
def engines() -> Iterator[Callable[[str], Engine]]:
    """The engine for each address, kept for all tests: it remembers how statements are compiled."""
    with ExitStack() as running:
        yield cache(lambda uri: running.enter_context(prepared_engine(uri)))


@pytest.fixture(scope="session")
def one_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("one")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, one_folder: Path, engines: Callable[[str], Engine]
) -> Iterator[Database]:
    """A migrated database without rows; all its connections are new."""
    if request.param == "sqlite":
        file = one_folder / "pad.sqlite"
        copy_to(file)
        uri = sqlite_uri(file)
    else:
        uri = request.getfixturevalue("migrated").emptied()
    engine = engines(uri)
    yield Database(uri, engine)
    engine.dispose()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """One for all tests of a module: its pads are only looked at, or are a test's own."""
    folder = tmp_path_factory.mktemp("kept")
    with ExitStack() as until_the_end:
        if request.param == "sqlite":
            yield until_the_end.enter_context(copied(folder))
        else:
            uri = until_the_end.enter_context(request.getfixturevalue("migrated").another())
            yield until_the_end.enter_context(opened(uri))


@pytest.fixture
def sqlite_database(tmp_path: Path) -> Iterator[Database]:
    """A database for what only SQLite does; a file, as in real life."""
    with copied(tmp_path) as made:
        yield made


@pytest.fixture
def postgresql_database(migrated: Migrated) -> Iterator[Database]:
    """A database for what only PostgreSQL does."""
    with opened(migrated.emptied()) as made:
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


@pytest.fixture
def group(database: Database) -> Group:
    return Group(database)
