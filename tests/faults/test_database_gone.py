"""The database's files go away while the server runs: no answer claims a save that failed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.web.words import messages
from tests.faults.running import Serving, Talking, command, gunicorn
from tests.faults.saving import DATABASE, form_of, save_in_vain, save_twice
from tests.hosting.table import Table, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, until


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("all") / "data"


@pytest.fixture(scope="module", params=[command, gunicorn])
def server(folder: Path, request: pytest.FixtureRequest) -> Iterator[Talking]:
    serving: Serving = request.param
    with serving(folder=folder) as running:
        yield running
        # The log says why to the person who started it.
        until(lambda: "was deleted or replaced" in running.log(), "the log")


def look_on(table: Table) -> None:
    """Pages show the game, or say that the database is gone."""
    for client in (Client(table.client.server), table.client):
        for path in (table.path, f"{table.path}?seen=1", f"{table.path}/hands.csv", "/new", "/"):
            answer = client.get(path)
            assert answer.status in (200, 302, 503)
            if answer.status == 503:
                assert messages.GONE[0] in answer.text


def hands(table: Table, folder: Path) -> int:
    """How many hands the game has in the database."""
    address = table.path.split("/")[2]
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        ((count,),) = database.execute(
            "SELECT count(*) FROM hands JOIN games ON games.id = game_id JOIN pads "
            "ON pads.id = pad_id WHERE address = ?",
            [address],
        )
    return int(count)


@pytest.mark.parametrize("gone", ["file", "folder", "file, and another one is there"])
def test_nothing_is_saved_until_it_is_back(
    folder: Path, server: Talking, tmp_path: Path, gone: str
) -> None:
    table = start(Client(server))
    table.record(PLAIN_HANDS[0])
    form = form_of(table, PLAIN_HANDS[1])
    path, away, other = folder, tmp_path / "away", tmp_path / "other"
    if gone != "folder":
        path = folder / DATABASE
        with closing(sqlite3.connect(path)) as database:
            database.execute("VACUUM INTO ?", [str(other)])
    path.rename(away)
    try:
        if gone not in ("file", "folder"):
            shutil.copy(other, path)
        for _ in range(3):
            look_on(table)
            save_in_vain(table, form, messages.GONE)
        # Nothing was made in its place, and another file got nothing of ours.
        if gone in ("file", "folder"):
            assert not path.exists()
        else:
            assert path.read_bytes() == other.read_bytes()
    finally:
        away.replace(path)
    look_on(table)
    save_twice(table, form)
    assert hands(table, folder) == 2
