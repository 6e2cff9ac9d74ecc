"""The app beside which commands run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.web.apps import app_in


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with app_in(tmp_path / "data") as made:
        yield made
