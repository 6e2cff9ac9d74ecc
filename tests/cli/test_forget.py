"""``scorepad forget`` beside the app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from scorepad.store.models import Pad
from scorepad.web.database import writing
from tests.cli.command import scorepad
from tests.web.apps import app_in, everything, reading
from tests.web.cast import Phone, Table, start

SECRET = "Zacharias"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with app_in(tmp_path / "data") as app:
        table = start(Phone(app), SECRET, "Ben", "Cara", "Dora")
        table.record(6, 4, 2, 1, QS=1)
        yield table


@pytest.mark.parametrize("argument", ["a page", "the bare part", "one that begins with a dash"])
def test_a_pad_is_deleted_for_good(tmp_path: Path, table: Table, argument: str) -> None:
    other = start(Phone(table.app))
    address = f"https://scorepad.example{table.address}" if argument == "a page" else table.key
    if argument == "one that begins with a dash":
        address = f"-h{table.key[2:]}"
        with table.app.app_context(), writing() as session:
            session.scalars(select(Pad).where(Pad.address == table.key)).one().address = address
    result = scorepad(tmp_path / "data", "forget", address)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "Deleted: games 1, hands 1, players 4, pens 1.\n"
    assert table.phone.client.get(table.address).status_code == 404
    with reading(table.app) as session:
        assert [pad.address for pad in session.scalars(select(Pad))] == [other.key]
    for file in (tmp_path / "data").iterdir():
        assert SECRET.encode() not in file.read_bytes(), file
    # Those who use it meanwhile are not disturbed.
    other.record(6, 4, 2, 1, QS=1)


def test_a_pad_that_is_not_there_is_an_error_and_changes_nothing(
    tmp_path: Path, table: Table
) -> None:
    before = everything(table.app)
    result = scorepad(tmp_path / "data", "forget", "A" * 22)
    assert result.exit_code == 1
    assert result.stderr == f"Error: there is no pad {'A' * 22}\n"
    assert everything(table.app) == before
