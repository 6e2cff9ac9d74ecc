"""``scorepad forget`` beside the app."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from scorepad.store.models import Pad
from tests.cli.command import on_terminal, scorepad
from tests.support.traces import reader, traces
from tests.web.apps import app_in, everything, reading
from tests.web.cast import Phone, Table, start

SECRET = "Zacharias"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with app_in(tmp_path / "data") as app:
        table = start(Phone(app), SECRET, "Ben", "Cara", "Dora")
        table.record(6, 4, 2, 1, QS=1)
        yield table


def test_a_pad_is_deleted_for_good(tmp_path: Path, table: Table) -> None:
    other = start(Phone(table.app))
    address = table.key
    result = scorepad(tmp_path / "data", "forget", address, "--yes")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "Deleted 1 game, 1 hand, 4 players and 1 pen.\n"
    assert table.phone.client.get(table.address).status_code == 404
    with reading(table.app) as session:
        assert [pad.address for pad in session.scalars(select(Pad))] == [other.key]
    assert traces(tmp_path / "data", SECRET) == []
    # Those who use it meanwhile are not disturbed.
    other.record(6, 4, 2, 1, QS=1)


def test_without_a_terminal_it_must_be_said_twice(tmp_path: Path, table: Table) -> None:
    before = everything(table.app)
    result = scorepad(tmp_path / "data", "forget", table.key)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(
        f"Error: this deletes the pad “{table.key}” with 1 game for good: "
        "add --yes to do so without asking.\n"
    )
    assert everything(table.app) == before


def test_on_a_terminal_it_asks(tmp_path: Path, table: Table) -> None:
    before = everything(table.app)
    asked = f"Delete the pad “{table.key}” with 1 game for good? [y/N]"
    status, shown = on_terminal(tmp_path / "data", "forget", table.key, typed="\n")
    assert (status, everything(table.app)) == (1, before)
    assert asked in shown
    status, shown = on_terminal(tmp_path / "data", "forget", table.key, typed="y\n")
    assert status == 0
    assert table.phone.client.get(table.address).status_code == 404


def test_a_reader_in_the_way_is_told_of(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    data = tmp_path / "data"
    with reader(data / "scorepad.sqlite"):
        result = scorepad(data, "forget", table.key, "--yes")
        assert (result.exit_code, result.stdout) == (
            1,
            "Deleted 1 game, 1 hand, 4 players and 1 pen.\n",
        )
        assert "still leaves traces" in result.stderr
        assert traces(data, SECRET)
    # As it says: it is done by the same command, given once more.
    result = scorepad(data, "forget", table.key, "--yes")
    assert (result.exit_code, result.stderr) == (1, f"Error: there is no pad {table.key}\n")
    assert traces(data, SECRET) == []
