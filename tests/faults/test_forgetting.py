"""What was deleted leaves no trace, though somebody reads meanwhile or the server is killed."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from scorepad.rules import Hand
from tests.faults.lock import DATABASE
from tests.faults.running import Serving, command, gunicorn
from tests.hosting.table import Table, start
from tests.support.hosting import Client, Hosted, until
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad
from tests.support.traces import chores, reader, traces

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
def test_two_pads_are_swept_as_soon_as_nobody_is_in_the_way(
    tmp_path: Path, serving: Serving
) -> None:
    data = tmp_path / "data"
    with serving(folder=data) as server:
        # One after the other, each by whichever worker answers.
        tables = [with_names(Client(server)) for _ in range(2)]
        with reader(data / DATABASE):
            for table in tables:
                delete(table)
            until(lambda: "still in the database" in server.log(), "a line in the log")
            assert traces(data, SECRET)
        until(lambda: not chores(data / DATABASE), "the sweep")
        assert traces(data, SECRET) == []


def test_it_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with running_scorepad(tmp_path) as server:
        table = with_names(Client(Hosted(server.port, Path())))
        with reader(tmp_path / DATABASE):
            delete(table)
            until(lambda: "still in the database" in server.log(), "a line in the log")
            server.process.send_signal(signal.SIGKILL)
            server.process.wait(PATIENCE)
            assert traces(tmp_path, SECRET)
    assert chores(tmp_path / DATABASE) == ["empty"]
    # Nobody asks it for anything.
    with running_scorepad(tmp_path):
        until(lambda: not chores(tmp_path / DATABASE), "the sweep")
        assert traces(tmp_path, SECRET) == []


def test_no_byte_of_a_note_stays_when_its_game_is_deleted(tmp_path: Path) -> None:
    with running_scorepad(tmp_path) as server:
        table = start(Client(Hosted(server.port, Path())))
        address = f"{table.path}/stop"
        table.record(Hand((4, 3, 3, 3), {"QS": 0}))
        form = table.client.get(table.path).form(address)
        assert table.client.post(address, form).status == 303
        write_notes(table)
        assert traces(tmp_path, WORDS)
        for what in ("bin", "delete"):
            address = f"{table.path}/{what}"
            form = table.client.get(table.path).form(address)
            assert table.client.post(address, form).status == 303
        until(lambda: not chores(tmp_path / DATABASE), "the sweep")
        assert traces(tmp_path, WORDS) == []
    assert traces(tmp_path, WORDS) == []


def test_a_server_that_is_stopped_does_not_wait_for_it(tmp_path: Path) -> None:
    with running_scorepad(tmp_path) as server:
        table = with_names(Client(Hosted(server.port, Path())))
        with reader(tmp_path / DATABASE):
            delete(table)
            until(lambda: "still in the database" in server.log(), "a line in the log")
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(PATIENCE) == 0
            assert "Traceback" not in server.log()
