"""The table at which something goes wrong."""

from __future__ import annotations

import pytest

from tests.web.cast import Table


@pytest.fixture
def played(table: Table) -> Table:
    """One hand: 6, 17, 2, 1; Ben deals the next one, which is passed to the right."""
    return table.recorded(6, 4, 2, 1, QS=1)
