"""Who sweeps, and when: a thread of a process that answers requests, as long as it is due."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from scorepad.store.database.database import Database, open_database
from scorepad.store.models import Pad
from scorepad.store.verbs.forget_pad import delete_pad
from scorepad.store.verbs.pads import new_pad
from scorepad.store.verbs.pens import new_device
from scorepad.store.verbs.start import NewGame, start_game
from tests.support.hosting import until
from tests.support.migrated import copy_to
from tests.support.traces import chores, reader, traces

SECRET = "Zacharias"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "pad.sqlite"


@pytest.fixture
def database(file: Path, tmp_path: Path) -> Iterator[Database]:
    file.parent.mkdir()
    copy_to(file)
    with open_database(file, lock=tmp_path / "starting.lock") as opened:
        yield opened


def pad_with_names(database: Database) -> int:
    with database.writing() as session:
        device, _ = new_device(session)
        pad = new_pad(session, device.id)
        start_game(
            session, pad, device.id, NewGame((SECRET, "B", "C", "D"), {}, 0), entry_id="game"
        )
        return pad.id


def forget(database: Database, pad: int) -> None:
    with database.writing() as session:
        delete_pad(session, session.get_one(Pad, pad))


def sweepers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "scorepad-chores"]


def wait_until_swept(file: Path) -> None:
    until(lambda: not chores(file), "the sweep")
    assert traces(file.parent, SECRET) == []
    until(lambda: not sweepers(), "the end of its thread")


def test_two_pads_deleted_within_a_second_are_both_swept(database: Database, file: Path) -> None:
    pads = [pad_with_names(database) for _ in range(2)]
    database.housekeeping.look()
    assert not sweepers()
    for pad in pads:
        forget(database, pad)
    wait_until_swept(file)


@pytest.mark.torture
def test_it_is_tried_again_until_nobody_is_in_the_way(
    database: Database, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    pad = pad_with_names(database)
    database.housekeeping.look()
    with reader(file):
        forget(database, pad)
        until(lambda: caplog.messages, "a line in the log")
        assert traces(file.parent, SECRET)
    wait_until_swept(file)
    assert caplog.messages == [
        "What was deleted is still in the database: somebody is reading the database",
        "What was deleted has left the database.",
    ]


def test_what_another_process_left_is_found(database: Database, file: Path) -> None:
    # It only runs a command: it answers nobody.
    forget(database, pad_with_names(database))
    assert not sweepers()
    assert chores(file) == ["rewrite"]
    with open_database(file, lock=file.with_name("starting.lock")) as serving:
        assert not sweepers()
        serving.housekeeping.look()
        wait_until_swept(file)


def test_the_database_is_not_asked_at_every_look(database: Database) -> None:
    database.housekeeping.look()
    asked: list[object] = []
    event.listen(database.engine, "checkout", lambda *connection: asked.append(connection))
    for _ in range(1000):
        database.housekeeping.look()
    assert asked == []


def test_it_ends_with_the_database_and_goes_on_after_the_next_start(
    database: Database, file: Path
) -> None:
    pad = pad_with_names(database)
    database.housekeeping.look()
    with reader(file):
        forget(database, pad)
        until(lambda: chores(file) == ["empty"], "a first attempt")
        database.close()
        assert not sweepers()
        assert traces(file.parent, SECRET)
    with open_database(file, lock=file.with_name("starting.lock")) as again:
        again.housekeeping.look()
        wait_until_swept(file)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_process_that_is_forked_has_a_thread_of_its_own(database: Database, file: Path) -> None:
    """As with ``gunicorn --preload``: the parent answers nobody."""
    forget(database, pad_with_names(database))
    assert not sweepers()
    database.engine.dispose()
    child = os.fork()
    if child == 0:
        try:
            database.housekeeping.look()
            wait_until_swept(file)
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert chores(file) == []
