"""What was deleted leaves no trace, though somebody reads meanwhile or the server is killed."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from scorepad.rules import Hand
from tests.faults.lock import DATABASE
from tests.faults.running import Serving, command, gunicorn
from tests.hosting.table import Table, start
from tests.support.hosting import Client, Hosted
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad
from tests.support.traces import reader, traces

SECRET = "Zacharias"
WORDS = "Quittenbrot"


def with_names(client: Client) -> Table:
    table = start(client)
    address = f"{pad_of(table)}/name"
    form = client.get(f"{pad_of(table)}/").form(address)
    assert client.post(address, {**form, "name": SECRET}).status == 303
    return table


def write_notes(table: Table) -> None:
    """On the game, and on the evening that it began; the first one twice, and deleted at last."""
    for what, note in (
        *(("note", f"{WORDS} and"), ("note", f"{WORDS} or wine"), ("note", "")),
        ("evening-note", f"At home, with {WORDS}"),
    ):
        address = f"{table.path}/{what}"
        form = table.client.get(address).form(address)
        assert table.client.post(address, {**form, "note": note}).status == 303


def pad_of(table: Table) -> str:
    return table.path.partition("/table/")[0]


def delete(table: Table) -> None:
    address = f"{pad_of(table)}/delete"
    form = table.client.get(address).form(address)
    assert table.client.post(address, {**form, "typed": SECRET}).status == 303


@pytest.mark.parametrize("serving", [command, gunicorn])
def test_the_next_write_clears_what_a_reader_kept(tmp_path: Path, serving: Serving) -> None:
    data = tmp_path / "data"
    with serving(folder=data) as server:
        # One worker of gunicorn knows, and the other finds out when it is started.
        table = with_names(Client(server))
        with reader(data / DATABASE):
            delete(table)
            assert traces(data, SECRET)
            assert "stays in SQLite's log" in server.log()
        if serving is command:
            start(Client(server))
            assert traces(data, SECRET) == []
    with serving(folder=data):
        assert traces(data, SECRET) == []


def test_the_next_start_clears_it_after_a_kill(tmp_path: Path) -> None:
    with running_scorepad(tmp_path) as server:
        table = with_names(Client(Hosted(server.port, Path())))
        with reader(tmp_path / DATABASE):
            delete(table)
            server.process.send_signal(signal.SIGKILL)
            server.process.wait(PATIENCE)
            assert traces(tmp_path, SECRET)
    with running_scorepad(tmp_path):
        assert traces(tmp_path, SECRET) == []


def test_no_byte_of_a_note_stays_when_its_game_is_deleted(tmp_path: Path) -> None:
    with running_scorepad(tmp_path) as server:
        table = start(Client(Hosted(server.port, Path())))
        address = f"{table.path}/stop"
        table.record(Hand((4, 3, 3, 3), {"QS": 0}))
        form = table.client.get(f"{table.path}/more").form(address)
        assert table.client.post(address, form).status == 303
        write_notes(table)
        assert traces(tmp_path, WORDS)
        for what in ("bin", "delete"):
            address = f"{table.path}/{what}"
            form = table.client.get(f"{table.path}/more").form(address)
            assert table.client.post(address, form).status == 303
        assert traces(tmp_path, WORDS) == []
    assert traces(tmp_path, WORDS) == []
