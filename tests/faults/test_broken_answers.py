"""What breaks where the app has no page for it: the server answers, and no log has an address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from http.client import IncompleteRead

import pytest

from tests.faults.breaking import APP, PATH
from tests.faults.running import Serving, Talking, command, gunicorn
from tests.support.hosting import Client, until

SERVERS: Mapping[str, Serving] = {
    "waitress": partial(command, module="tests.faults.breaking"),
    "gthread": partial(gunicorn, app=APP, workers=1, options=["--threads", "2"]),
}


@pytest.fixture(scope="module", params=SERVERS)
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Talking]:
    """Each of the servers; the end of it also looks through its log."""
    with SERVERS[request.param](folder=tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.parametrize("way", ["teardown", "first", "middle", "close"])
def test_what_breaks_does_not_look_whole_and_the_server_goes_on(server: Talking, way: str) -> None:
    client, path = Client(server, headers={"Accept-Encoding": "gzip"}), PATH.format(way)
    if way == "middle":
        with pytest.raises(IncompleteRead):
            client.get(path)
    elif way == "close":
        assert client.get(path).text == "A whole answer."
    else:
        answer = client.get(path)
        assert answer.status == 500
        assert "RuntimeError" not in answer.text
        # Nothing of the answer that was to be.
        assert "X-From" not in answer.headers
    until(lambda: f"broken: {way}" in server.log(), "the log")
    assert Client(server).get("/new").status == 200
