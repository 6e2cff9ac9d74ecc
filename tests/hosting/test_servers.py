"""Several workers, and several servers, are one Scorepad."""

from __future__ import annotations

import os
import signal
import time
from collections import ChainMap
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from tests.hosting.saved import Saved, assert_each_is_there_once
from tests.hosting.table import Table, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import ROOT, Client, Hosted, gunicorn_command, hosted, until
from tests.support.torture import examples

pytestmark = pytest.mark.xdist_group("hosting")

WRITERS = 8


@pytest.fixture(scope="module")
def servers(database_uri: str) -> Iterator[tuple[Hosted, ...]]:
    """Two servers with two workers each, started at once on an empty database that they share."""
    environment = {
        "SCOREPAD_DATABASE_URI": database_uri,
        "SCOREPAD_SECRET_KEY": "one and the same",
        "SCOREPAD_PROXIES": "1",
    }
    command = gunicorn_command(workers=2)
    with hosted(command, command, environment=environment) as both:
        yield both


@pytest.fixture
def table(servers: tuple[Hosted, ...]) -> Table:
    return start(Client(servers[0]))


def test_two_servers_that_start_at_once_migrate_once(
    servers: tuple[Hosted, ...], database_uri: str
) -> None:
    for server in servers:
        assert {answer.status for answer in server.ask_every_worker("/new", 2)} == {200}
        # None had to be started again.
        assert len(server.workers()) == 2
        assert not server.mishaps()
    engine = create_engine(database_uri)
    with engine.connect() as connection:
        revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    assert revisions == [ScriptDirectory(str(ROOT / "migrations")).get_current_head()]


def test_a_hand_is_seen_whichever_worker_answers(servers: tuple[Hosted, ...], table: Table) -> None:
    # A form of the first server, sent to both: they sign with the same key, and save it once.
    form = table.form()
    for server in servers:
        assert table.at(server).send(form, PLAIN_HANDS[0]).status == 303
    for server in servers:
        answers = server.ask_every_worker(f"{table.path}/hands.csv", 2)
        assert len({answer.text for answer in answers}) == 1
        assert len(answers[0].text.splitlines()) == 1 + len(PLAIN_HANDS[0].hearts)


def test_a_hand_saved_at_one_server_is_followed_at_the_other(
    servers: tuple[Hosted, ...], table: Table
) -> None:
    there = table.at(servers[1])
    looker_on = Client(servers[1])
    for hand in PLAIN_HANDS[:2]:
        seen = there.form()["revision"]
        follow = f"{table.path}?seen={seen}"
        assert [looker_on.get(follow).status for _ in range(3)] == [204] * 3
        table.record(hand)
        news = looker_on.get(follow)
        assert news.status == 200
        new = there.form()["revision"]
        assert new != seen
        assert f"{table.path}?seen={new}" in news.text
        assert looker_on.get(f"{table.path}?seen={new}").status == 204


def test_eight_writers_lose_and_double_no_hand_though_a_worker_is_killed(
    servers: tuple[Hosted, ...], table: Table, database_uri: str
) -> None:
    seconds = examples(4, 8)
    workers, mishaps = len(servers[0].workers()), len(servers[0].mishaps())
    begin = time.monotonic()
    end = begin + seconds
    # One after the other at each server, so that both have four.
    tables = [table.at(servers[number % len(servers)]) for number in range(WRITERS)]
    for number, each in enumerate(tables):
        # Of one network only two may wait to write in a pad.
        each.client.headers = {"X-Forwarded-For": f"203.0.113.{number}"}
    with ThreadPoolExecutor(WRITERS) as threads:
        writers = [
            threads.submit(keep_writing, each, number, end) for number, each in enumerate(tables)
        ]
        until(lambda: time.monotonic() > begin + seconds / 2, "half of the time", seconds)
        killed = servers[0].workers()[-1]
        os.kill(killed, signal.SIGKILL)
        saved = [writer.result() for writer in writers]

    assert_each_is_there_once(database_uri, table, ChainMap(*saved))
    until(lambda: len(servers[0].workers()) == workers + 1, "a worker in place of the killed one")
    # Nobody else was in trouble.
    (mishap,) = servers[0].mishaps()[mishaps:]
    assert str(killed) in mishap
    assert not servers[1].mishaps()


def keep_writing(table: Table, number: int, end: float) -> dict[str, Saved]:
    """Save hands until the time is over, at least one; those answered as saved, by entry."""
    # Not the same hands as the others'.
    hands = cycle(PLAIN_HANDS[number::WRITERS])
    saved: dict[str, Saved] = {}
    while time.monotonic() < end or not saved:
        form, hand = table.form(), next(hands)
        answer = table.send(form, hand)
        if answer.status == 303:
            saved[form["entry_id"]] = Saved(hand, int(form["revision"]))
        else:
            # Somebody else was faster: look again.
            assert answer.status == 409
    return saved
