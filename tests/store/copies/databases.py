"""Databases and folders in the states that these tests need, and their contents."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.store.database_files import Everything, Files, everything, opened
from tests.store.table import prepared_engine


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


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
