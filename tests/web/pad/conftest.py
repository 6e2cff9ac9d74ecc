from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.cast import Table


@pytest.fixture
def pad(table: Table) -> Iterator[str]:
    """The address of a pad, during a request about it."""
    with table.app.test_request_context(table.pad):
        table.app.preprocess_request()
        yield table.pad
