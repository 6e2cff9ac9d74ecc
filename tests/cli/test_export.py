"""``scorepad export`` beside the app: a pad as a file, whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import scorepad
from tests.support.patience import PATIENCE
from tests.web.apps import app_in
from tests.web.cast import Phone, Table, start


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A pad with two games, one of them with a hand."""
    with app_in(tmp_path / "data") as app:
        table = start(Phone(app)).recorded(6, 4, 2, 1, QS=1)
        start(table.phone, at=f"{table.pad}new")
        yield table


def downloaded(table: Table) -> str:
    return table.phone.client.get(f"{table.pad}games.jsonl").text


def test_it_prints_what_the_page_gives(tmp_path: Path, table: Table) -> None:
    for file in ([], ["-"]):
        result = scorepad(tmp_path / "data", "export", table.pad, *file)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == downloaded(table)
    one = scorepad(tmp_path / "data", "export", table.address, "--game", "2")
    assert one.stdout.splitlines() == downloaded(table).splitlines()[1:]


def test_it_writes_a_file_and_says_how_much(tmp_path: Path, table: Table) -> None:
    file = tmp_path / "out" / "games.jsonl"
    file.parent.mkdir()
    result = scorepad(tmp_path / "data", "export", table.key, str(file))
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{file}: 2 games\n", "")
    assert file.read_text() == downloaded(table)
    start(table.phone, at=f"{table.pad}new")
    refused = scorepad(tmp_path / "data", "export", table.key, str(file))
    assert refused.exit_code == 1
    assert refused.stderr == f"Error: {file} exists already; --force writes over it\n"
    assert len(file.read_text().splitlines()) == 2
    assert scorepad(tmp_path / "data", "export", "--force", table.key, str(file)).exit_code == 0
    assert file.read_text() == downloaded(table)
    assert [each.name for each in file.parent.iterdir()] == ["games.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{pad}", "--game", "9"], "there is no game 9 in this pad"),
        (["{pad}", "/nowhere/games.jsonl"], "there is no folder /nowhere"),
    ],
)
def test_what_cannot_be_done_is_an_error_of_one_line(
    tmp_path: Path, table: Table, arguments: list[str], message: str
) -> None:
    named = [each.format(pad=table.key) for each in arguments]
    result = scorepad(tmp_path / "data", "export", *named)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: {message}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_an_error(tmp_path: Path, table: Table) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "scorepad", "--data-folder", str(tmp_path / "data"), "export",
             table.key],
            env={**os.environ},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )  # fmt: skip
    assert result.returncode == 1
    assert result.stderr == "Error: cannot write: No space left on device\n"
