"""What breaks where the app has no page for it: the server answers, and no log has an address."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from http.client import IncompleteRead
from pathlib import Path

import pytest

from scorepad.web.words import messages
from tests.faults.breaking import APP, PATH
from tests.faults.lock import DATABASE
from tests.faults.running import Serving, Talking, command, gunicorn
from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, until

SERVERS: Mapping[str, Serving] = {
    "waitress": partial(command, module="tests.faults.breaking"),
    "sync": partial(gunicorn, app=APP, workers=1),
    "gthread": partial(gunicorn, app=APP, workers=1, options=["--threads", "2"]),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module", params=SERVERS)
def server(folder: Path, request: pytest.FixtureRequest) -> Iterator[Talking]:
    """Each of the servers; the end of it also looks through its log."""
    with SERVERS[request.param](folder=folder) as running:
        yield running


@pytest.fixture(autouse=True)
def _goes_on(server: Talking) -> Iterator[None]:
    """Whatever broke, the next one is answered."""
    yield
    assert Client(server).get("/new").status == 200


@pytest.mark.parametrize("way", ["teardown", "first"])
def test_server_answers_500_and_tells_nothing(server: Talking, way: str) -> None:
    answer = Client(server).get(PATH.format(way))
    assert answer.status == 500
    assert "RuntimeError" not in answer.text
    # Nothing of the answer that was to be.
    assert "X-From" not in answer.headers
    until(lambda: "RuntimeError" in server.log(), "the log")


@pytest.mark.parametrize("accepted", ["identity", "gzip"])
def test_an_answer_that_breaks_in_the_middle_does_not_look_whole(
    server: Talking, accepted: str
) -> None:
    with pytest.raises(IncompleteRead):
        Client(server, headers={"Accept-Encoding": accepted}).get(PATH.format("middle"))
    until(lambda: "in the middle" in server.log(), "the log")


def test_what_breaks_after_the_answer_does_not_spoil_it(server: Talking) -> None:
    assert Client(server).get(PATH.format("close")).text == "A whole answer."
    until(lambda: "at the end" in server.log(), "the log")


def test_a_csv_file_that_breaks_in_the_middle_is_a_page(server: Talking, folder: Path) -> None:
    table = start(Client(server))
    table.record(PLAIN_HANDS[0])
    pad = table.path.rpartition("table")[0]
    again = {
        **table.client.get(f"{pad}new").form(f"{pad}new"),
        **{f"name_{row}": name for row, name in enumerate("ABCD")},
        "dealer": "0",
    }
    assert table.client.post(f"{pad}new", again).status == 303
    assert table.client.get(f"{pad}hands.csv").status == 200
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute('UPDATE games SET rules = \'{"preset": "none"}\' WHERE number = 2')
        database.commit()
    answer = table.client.get(f"{pad}hands.csv")
    assert answer.status == 500
    assert messages.OUR_FAULT[0] in answer.text
