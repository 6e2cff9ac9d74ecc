"""A PostgreSQL for these tests, which may be stopped in between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.postgres import Cluster, fresh_database, prepared_cluster


@pytest.fixture(scope="session")
def one_cluster() -> Iterator[Cluster]:
    with prepared_cluster() as cluster:
        yield cluster


@pytest.fixture
def cluster(one_cluster: Cluster) -> Iterator[Cluster]:
    """A server that runs; a test that stops it starts it again."""
    one_cluster.start()
    yield one_cluster
    one_cluster.stop()


@pytest.fixture
def database_uri(cluster: Cluster) -> Iterator[str]:
    """An empty database."""
    with fresh_database(cluster.uri) as uri:
        yield uri
