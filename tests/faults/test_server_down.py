"""PostgreSQL is not there for a while, or somebody holds what a writer needs."""

from __future__ import annotations

import time

import psycopg
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, make_url, text

from scorepad.store.database.engine import BUSY_SECONDS
from scorepad.web.words import messages
from tests.faults.running import gunicorn
from tests.faults.saving import assert_refused, form_of, save_in_vain, save_twice
from tests.hosting.table import Table, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import ROOT, Answer, Client, Hosted, until
from tests.support.postgres import Cluster

pytestmark = pytest.mark.xdist_group("faults")


def healthy(server: Hosted) -> bool:
    """Whether /healthz is good, under any host name."""
    answer = Client(server, {"scorepad_device": "any"}, {"Host": "10.0.0.7"}).get("/healthz")
    assert answer.headers.get_all("Set-Cookie") is None
    assert answer.status in (200, 503)
    return answer.status == 200


def everywhere(server: Hosted, table: Table) -> list[Answer]:
    """The answers for lookers-on and for writers."""
    clients = Client(server), table.client
    paths = table.path, f"{table.path}?seen=1", f"{table.path}/hands.csv"
    return [client.get(path) for client in clients for path in paths]


def test_down_and_up_again(cluster: Cluster, database_uri: str) -> None:
    hosts = {"SCOREPAD_HOSTS": "127.0.0.1"}
    with gunicorn(uri=database_uri, environment=hosts) as server:
        table = start(Client(server))
        form = form_of(table)
        assert healthy(server)
        cluster.stop()
        for _ in range(4):
            save_in_vain(table, form, messages.GONE)
        for answer in everywhere(server, table):
            assert_refused(answer, messages.GONE)
        assert not healthy(server)
        cluster.start()
        for _ in range(2):
            save_twice(table, form)
        assert table.form()["revision"] == "2"
        assert all(answer.status == 200 for answer in everywhere(server, table))
        assert healthy(server)
        assert len(server.workers()) == 2


def test_started_before_it_is_there(cluster: Cluster, database_uri: str) -> None:
    cluster.stop()
    with gunicorn(uri=database_uri, workers=4) as server:
        until(lambda: server.log().count("Waiting for the database server") == 4, "all workers")
        for _ in range(8):
            assert_refused(Client(server).get("/new"), messages.GONE)
        assert not healthy(server)
        cluster.start()
        until(lambda: healthy(server), "the database")

        def all_are_ready() -> bool:
            answers = server.ask_every_worker("/", 4)
            assert {answer.status for answer in answers} <= {200, 503}
            return server.log().count("Scorepad is ready") == 4

        until(all_are_ready, "all workers")
        assert {answer.status for answer in server.ask_every_worker("/", 4)} == {200}
        start(Client(server)).record(PLAIN_HANDS[0])
        # None of them had to be started again.
        assert len(server.workers()) == 4
    engine = create_engine(database_uri)
    with engine.connect() as connection:
        revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    assert revisions == [ScriptDirectory(str(ROOT / "migrations")).get_current_head()]


def test_somebody_holds_the_pad(database_uri: str) -> None:
    with gunicorn(uri=database_uri) as server:
        table = start(Client(server))
        form = form_of(table)
        url = make_url(database_uri).set(drivername="postgresql")
        with psycopg.connect(url.render_as_string(hide_password=False)) as other:
            other.execute("SELECT * FROM pads FOR UPDATE")
            begin = time.monotonic()
            save_in_vain(table, form, messages.BUSY)
            assert BUSY_SECONDS <= time.monotonic() - begin < 3 * BUSY_SECONDS
            assert table.form()["revision"] == form["revision"]
        save_twice(table, form)
