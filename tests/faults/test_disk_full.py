"""No room on the disk: a save says so and stores nothing, and everything else works."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from scorepad.web.words import messages
from tests.faults.running import command
from tests.faults.saving import DATABASE, form_of, save_twice
from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, until
from tests.support.need import unavailable
from tests.support.patience import PATIENCE

# Enough for everything here, and soon filled.
DISK = 2_000_000
SETTINGS = {"SCOREPAD_SECRET_KEY": "given"}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """The folder of a small disk of its own, which can really be full."""
    folder = tmp_path / "disk"
    folder.mkdir()
    options = f"size={DISK},mode=700"
    mounted = subprocess.run(
        # By a shell, which says so where there is no such program.
        ["sh", "-c", 'mount -t tmpfs -o "$0" tmpfs "$1"', options, str(folder)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        unavailable("mounting a disk of one's own")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(folder: Path, room: int = 0) -> Iterator[None]:
    """Have a disk full, but for so many bytes."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        with suppress(OSError):
            while file.write(bytes(4096)):
                pass
        file.truncate(file.tell() - room)
    yield
    ballast.unlink()


@pytest.mark.sample
def test_a_save_on_a_full_disk(disk: Path) -> None:
    with command(disk) as server:
        table = start(Client(server))
        table.record(PLAIN_HANDS[0])
        form = form_of(table, PLAIN_HANDS[1])
        page = Client(server).get(table.path).text
        # Also where it is the end of what is to be saved that has no room.
        for room in (0, 4096, 8192):
            with filled(disk, room):
                answer = table.client.post(table.path, form)
                assert answer.status == 507
                assert all(part in answer.text for part in messages.NO_ROOM)
                assert answer.form(table.path) == form
                # Lookers-on, and the writer after a reload, see the old state.
                assert Client(server).get(table.path).text == page
                assert table.form()["revision"] == form["revision"]
                assert Client(server).get("/new").status == 200
        save_twice(table, form)
        with closing(sqlite3.connect(disk / DATABASE)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("SELECT count(*) FROM hands").fetchall() == [(2,)]
        until(lambda: "Could not save" in server.log(), "the log")


def test_a_first_start_on_a_full_disk(disk: Path) -> None:
    with filled(disk):
        ended = subprocess.run(
            [sys.executable, "-m", "scorepad", "--host", "127.0.0.1", "--port", "0"],
            env={**os.environ, **SETTINGS, "SCOREPAD_DATA_FOLDER": str(disk)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert (ended.returncode, ended.stdout) == (1, ""), ended
    assert ended.stderr.startswith("scorepad: ")
    assert ended.stderr.count("\n") == 1, ended.stderr
    # Once there is room it starts.
    with command(disk, first=True) as server:
        start(Client(server)).record(PLAIN_HANDS[0])
