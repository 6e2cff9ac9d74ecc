"""The database's files go away while the server runs: no answer claims a save that failed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from scorepad.web.words import messages
from tests.faults.lock import DATABASE
from tests.faults.running import Serving, Talking, command, gunicorn
from tests.hosting.table import Table, fields_of, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, until

GONE = {
    "file": lambda folder: [folder / DATABASE],
    "folder": lambda folder: [folder],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("all") / "data"


@pytest.fixture(scope="module", params=[command, gunicorn])
def server(folder: Path, request: pytest.FixtureRequest) -> Iterator[Talking]:
    serving: Serving = request.param
    with serving(folder=folder) as running:
        yield running
        # Whoever started it sees why.
        until(lambda: "was deleted or replaced" in running.log(), "the log")


@pytest.fixture
def table(server: Talking) -> Table:
    """A game with one hand."""
    table = start(Client(server))
    table.record(PLAIN_HANDS[0])
    return table


@contextmanager
def away(paths: list[Path], place: Path) -> Iterator[None]:
    """Keep files or folders elsewhere for a while."""
    place.mkdir()
    moved = [(shutil.move(path, place / path.name), path) for path in paths]
    try:
        yield
        # Nor has anybody made new ones.
        assert not any(path.exists() for path in paths)
    finally:
        for there, path in moved:
            shutil.move(there, path)


def form(table: Table) -> dict[str, str]:
    return {**table.form(), **fields_of(PLAIN_HANDS[1])}


def refused(table: Table, fields: dict[str, str]) -> dict[str, str]:
    """Send a form that is not saved; give the form that sends it again."""
    answer = table.client.post(table.path, fields)
    assert answer.status == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert all(part in answer.text for part in messages.GONE)
    again = answer.form(table.path)
    assert again == fields
    return again


def look_on(table: Table) -> None:
    """Pages show the game, or say that the database is gone."""
    looker_on = Client(table.client.server)
    for client in (looker_on, table.client):
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


@pytest.mark.parametrize("what", GONE.values(), ids=GONE)
def test_nothing_is_saved_until_it_is_back(
    folder: Path, table: Table, tmp_path: Path, what: Callable[[Path], list[Path]]
) -> None:
    again = form(table)
    with away(what(folder), tmp_path / "away"):
        for _ in range(3):
            look_on(table)
            again = refused(table, again)
    look_on(table)
    assert [table.client.post(table.path, again).status for _ in range(2)] == [303, 303]
    assert hands(table, folder) == 2


def test_another_file_in_its_place_gets_nothing_of_ours(
    folder: Path, table: Table, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute("VACUUM INTO ?", [str(other)])
    before = other.read_bytes()
    again = form(table)
    (folder / DATABASE).rename(tmp_path / "away")
    try:
        shutil.copy(other, folder / DATABASE)
        for _ in range(3):
            look_on(table)
            again = refused(table, again)
        assert (folder / DATABASE).read_bytes() == before
    finally:
        (tmp_path / "away").replace(folder / DATABASE)
    assert table.client.post(table.path, again).status == 303
    assert hands(table, folder) == 2
