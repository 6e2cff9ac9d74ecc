"""Whatever a server is asked for first after a restart, it does the chores that were left."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorepad.store.chores import sweep_later
from tests.support.hosting import until
from tests.support.traces import chores
from tests.web.apps import app_in, file_of, writing
from tests.web.cast import Phone, start
from tests.web.table.polls import revision

ASKED = {"a page": 200, "a poll": 204, "its health": 200}


@pytest.mark.parametrize("asked", ASKED)
def test_chores_are_done(tmp_path: Path, asked: str) -> None:
    with app_in(tmp_path) as app:
        table = start(Phone(app))
        addresses = {
            "a page": "/",
            "a poll": f"{table.address}?seen={revision(table)}",
            "its health": "/healthz",
        }
        with writing(app) as session:
            sweep_later(session)
    with app_in(tmp_path) as restarted:
        assert chores(file_of(restarted)) == ["rewrite"]
        answer = Phone(restarted).client.get(addresses[asked])
        assert answer.status_code == ASKED[asked]
        until(lambda: not chores(file_of(restarted)), "the end of the chores")
