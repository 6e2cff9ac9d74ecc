"""Servers that start at the same time on an empty database."""

from __future__ import annotations

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from tests.hosting.table import start
from tests.support.hosting import ROOT, Client, gunicorn_command, hosted

pytestmark = pytest.mark.xdist_group("hosting")


def test_two_servers_that_start_at_once_migrate_once(database_uri: str) -> None:
    environment = {"SCOREPAD_DATABASE_URI": database_uri, "SCOREPAD_SECRET_KEY": "one and the same"}
    command = gunicorn_command(workers=3)
    with hosted(command, command, environment=environment) as servers:
        for server in servers:
            answers = server.ask_every_worker("/new", 3)
            assert {answer.status for answer in answers} == {200}
            # None had to be started again.
            assert len(server.workers()) == 3
            assert not server.mishaps()
        start(Client(servers[0]))
    engine = create_engine(database_uri)
    with engine.connect() as connection:
        revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    assert revisions == [ScriptDirectory(str(ROOT / "migrations")).get_current_head()]
