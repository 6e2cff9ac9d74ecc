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
def cluster(one_cluster: Cluster) -> Cluster:
    """A server that runs; a test may stop it."""
    one_cluster.start()
    return one_cluster


@pytest.fixture
def database_uri(cluster: Cluster) -> Iterator[str]:
    """An empty database."""
    with fresh_database(cluster.uri) as uri:
        yield uri
        # Or it could not be dropped.
        cluster.start()
