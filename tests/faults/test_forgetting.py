"""What was deleted leaves no trace, though the server was killed while somebody read it."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.faults.saving import DATABASE
from tests.hosting.table import start
from tests.support.hosting import Client
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad
from tests.support.traces import reader, traces

SECRET = "Zacharias"


def test_the_next_start_clears_what_a_reader_kept(tmp_path: Path) -> None:
    with running_scorepad(tmp_path) as server:
        client = Client(server)
        pad = start(client).path.partition("table/")[0]
        form = client.get(pad).form(f"{pad}name")
        assert client.post(f"{pad}name", form | {"name": SECRET}).status == 303
        form = client.get(f"{pad}delete").form(f"{pad}delete")
        with reader(tmp_path / DATABASE):
            assert client.post(f"{pad}delete", form | {"typed": SECRET}).status == 303
            server.process.send_signal(signal.SIGKILL)
            server.process.wait(PATIENCE)
            assert traces(tmp_path, SECRET)
    with running_scorepad(tmp_path):
        assert traces(tmp_path, SECRET) == []
