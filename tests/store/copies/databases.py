"""Databases and folders in the states that these tests need, and their contents."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from scorepad.store.database.wal import fault_with_log
from tests.store.table import PLAIN_HANDS, Table, prepared_engine
from tests.store.test_wal import Everything, Files, everything, opened


def hands_in(file: Path) -> int:
    return len(everything(file)["hands"])


def names_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def put_older(file: Path, place: Path) -> Everything:
    """A database of its own with three hands, all of them in a log that a server left behind."""
    with opened(file) as connection, opened(place) as older:
        connection.backup(older)
    with prepared_engine(f"sqlite:///{place}") as engine, engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM changes WHERE hand_id > 3")
        connection.exec_driver_sql("DELETE FROM hands WHERE id > 3")
        connection.exec_driver_sql("UPDATE games SET revision = 4")
        connection.commit()
        files = Files.of(place)
    # As after a kill: closing the last connection has brought the log into the file.
    files.put_at(place)
    assert hands_in(files.put(place.parent.parent / "look")) == 3
    return everything(place.parent.parent / "look" / "scorepad.sqlite")


def put_mixture(table: Table, file: Path, place: Path) -> Files:
    """An older file beside a newer log."""
    older = Files.of(file)
    with opened(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    table.record(PLAIN_HANDS[9])
    Files(older.main, Files.of(file).log).put_at(place)
    assert fault_with_log(place) == "and its -wal do not belong together"
    return Files.of(place)


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
