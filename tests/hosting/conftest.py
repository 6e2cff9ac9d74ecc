"""One PostgreSQL for all of these tests, and a database of its own for each that starts servers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.postgres import fresh_database, throwaway_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    with throwaway_cluster() as uri:
        yield uri


@pytest.fixture(scope="module")
def database_uri(cluster: str) -> Iterator[str]:
    """An empty database."""
    with fresh_database(cluster) as uri:
        yield uri
