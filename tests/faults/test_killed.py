"""Killed in the middle of writing: every hand answered as saved is there once, and nothing else."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.running import command, gunicorn
from tests.faults.writers import Writers, writers_at
from tests.hosting.saved import assert_each_is_there_once
from tests.hosting.table import start
from tests.support.hosting import Client, Hosted, until
from tests.support.torture import examples, short_and_long


@pytest.mark.sample
@pytest.mark.parametrize("rounds", short_and_long(1, 5))
def test_the_command_killed_while_four_write(tmp_path: Path, rounds: int) -> None:
    folder = tmp_path / "data"
    writers = None
    for round_ in range(rounds):
        with command(folder) as server:
            writers = writers or writers_at(start(Client(server)))
            with writers.writing(server, hands=1 + round_ % 6):
                server.process.kill()
        assert_copy_is_sound(folder / "scorepad.sqlite", tmp_path / f"copy{round_}", writers)
    assert writers is not None
    with command(folder) as server:
        writers.finish(server)
    uri = f"sqlite:///{folder / 'scorepad.sqlite'}"
    assert_each_is_there_once(uri, writers.all[0].table, writers.saved())


def assert_copy_is_sound(file: Path, copy: Path, writers: Writers) -> None:
    """Check a copy: opening the file itself would tidy up the remains of the killed process."""
    copy.mkdir()
    for each in (file, file.with_name(f"{file.name}-wal")):
        shutil.copy(each, copy / each.name)
    with closing(sqlite3.connect(copy / file.name)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        entries = [entry for (entry,) in database.execute("SELECT entry FROM hands")]
        ((revision,),) = database.execute("SELECT revision FROM games")
        ((changes,),) = database.execute("SELECT count(*) FROM changes WHERE game_id IS NOT NULL")
    assert len(entries) == len(set(entries))
    assert set(writers.saved()) <= set(entries) <= set(writers.saved()) | writers.unanswered()
    assert revision == changes == 1 + len(entries)


@pytest.mark.xdist_group("faults")
def test_gunicorn_or_its_workers_killed_while_four_write(database_uri: str) -> None:
    writers = None
    for _ in range(examples(1, 2)):
        with gunicorn(uri=database_uri) as server:
            writers = writers or writers_at(start(Client(server)))
            for victims in (1, 2, 1, 1):
                with writers.writing(server, hands=2 + victims):
                    kill_workers(server, victims)
            with writers.writing(server, hands=3):
                os.killpg(server.main_process(), signal.SIGKILL)
    assert writers is not None
    with gunicorn(uri=database_uri) as server:
        writers.finish(server)
    assert_each_is_there_once(database_uri, writers.all[0].table, writers.saved())


def kill_workers(server: Hosted, count: int) -> None:
    """Kill so many of the two workers, the older one first, and go on once there are others."""
    started = server.workers()
    for worker in started[-2:][:count]:
        os.kill(worker, signal.SIGKILL)
    until(lambda: len(server.workers()) == len(started) + count, "new workers")
