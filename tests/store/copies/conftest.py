"""An open database, a copy of it, and places for more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.store.database.copies import backup
from scorepad.store.database.files import use
from tests.store.table import LONG, PLAIN_HANDS, Database, Table, seat_four


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """A game with five hands; its database is open, and the last ones are in the log."""
    return seat_four(sqlite_database, LONG, PLAIN_HANDS[:5])


@pytest.fixture
def file(table: Table) -> Iterator[Path]:
    """The file of the database, which is in use as by a server."""
    path = Path(table.database.engine.url.database or "")
    with use(path):
        yield path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "copies"
    made.mkdir()
    return made


@pytest.fixture
def target(folder: Path) -> Path:
    return folder / "backup.sqlite"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where to restore to: a database of its own that nobody uses, of an older moment."""
    made = tmp_path / "place"
    made.mkdir()
    return made / "scorepad.sqlite"


@pytest.fixture
def copy(file: Path, target: Path) -> Path:
    """A backup with five hands."""
    backup(file, target)
    return target
