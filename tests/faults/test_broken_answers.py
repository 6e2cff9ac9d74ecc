"""What breaks where the app has no page for it: the server answers, and no log has an address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from http.client import IncompleteRead
from pathlib import Path

import pytest

from tests.faults.breaking import APP, PATH
from tests.faults.running import Serving, Talking, command, gunicorn
from tests.support.hosting import Client, until

SERVERS: Mapping[str, Serving] = {
    "waitress": partial(command, module="tests.faults.breaking"),
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
