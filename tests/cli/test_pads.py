"""``scorepad pads``, and ``scorepad pen`` where nobody says which pad."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from flask import Flask

from tests.cli.command import scorepad
from tests.support.patience import PATIENCE
from tests.web.cast import Phone, start


def test_pads_are_listed_with_name_last_game_and_address(tmp_path: Path, app: Flask) -> None:
    older, newer = start(Phone(app)), start(Phone(app))
    older.phone.submit(older.phone.open(older.pad).form("/name"), {"name": "Friday"})
    listed = scorepad(tmp_path / "data", "--host", "127.0.0.1", "--port", "8080", "pads")
    assert listed.exit_code == 0
    lines = [line.split() for line in listed.stdout.splitlines()]
    site = "http://localhost:8080"
    assert [line[1:] for line in lines] == [
        [f"{site}{newer.pad}"],
        [f"{site}{older.pad}", "Friday"],
    ]
    assert all(len(day) == len("2026-11-25") for day, *_ in lines)
    assert "another address" in listed.stderr
    # A game in the bin is no last game.
    newer.phone.submit(newer.more().form("/bin"))
    binned = scorepad(tmp_path / "data", "pads").stdout.splitlines()
    assert [newer.key in line for line in binned] == ["no game yet" in line for line in binned]


def test_without_any_pad_that_is_said(tmp_path: Path, app: Flask) -> None:
    listed = scorepad(tmp_path / "data", "pads")
    assert (listed.exit_code, listed.stdout) == (0, "")
    assert listed.stderr == "There is no pad yet.\n"
    asked = scorepad(tmp_path / "data", "pen")
    assert (asked.exit_code, asked.stdout) == (1, "")
    assert asked.stderr == "Error: there is no pad yet\n"


def test_without_a_database_that_is_an_error(tmp_path: Path) -> None:
    listed = scorepad(tmp_path / "nowhere", "pads")
    assert (listed.exit_code, listed.stdout) == (1, "")
    assert "there is no database at" in listed.stderr


def test_the_only_pad_need_not_be_named(tmp_path: Path, app: Flask) -> None:
    table = start(Phone(app))
    made = scorepad(tmp_path / "data", "pen")
    assert made.exit_code == 0, made.stderr
    finder = Phone(app)
    page = finder.open(f"/pen/{made.stdout.strip().rpartition('/')[2]}")
    assert finder.submit(page.form("/pen")).location == table.address


def test_of_several_pads_one_is_chosen_on_a_terminal(tmp_path: Path, app: Flask) -> None:
    tables = [start(Phone(app)), start(Phone(app))]
    refused = scorepad(tmp_path / "data", "pen")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "there are 2 pads" in refused.stderr
    terminal, end = pty.openpty()
    os.write(terminal, b"2\n")
    chosen = subprocess.run(
        [sys.executable, "-m", "scorepad", "--data-folder", str(tmp_path / "data"), "pen"],
        stdin=end,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    os.close(end)
    os.close(terminal)
    # The newest is the first.
    assert chosen.stderr.index(tables[1].key) < chosen.stderr.index(tables[0].key)
    finder = Phone(app)
    page = finder.open(f"/pen/{chosen.stdout.strip().rpartition('/')[2]}")
    assert finder.submit(page.form("/pen")).location.startswith(tables[0].pad)
