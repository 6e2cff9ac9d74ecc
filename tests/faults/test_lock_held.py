"""Somebody else writes for longer than anybody waits: readers notice nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from scorepad.store.database.engine import BUSY_SECONDS
from scorepad.web.words import messages
from tests.faults.running import Serving, command, gunicorn
from tests.faults.saving import assert_refused, form_of, held, save_twice
from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Answer, Client

WRITERS = 10


def timed(ask: Callable[[], Answer]) -> tuple[float, Answer]:
    """How many seconds an answer takes, and the answer."""
    begin = time.monotonic()
    answer = ask()
    return time.monotonic() - begin, answer


def test_ten_wait_in_vain_while_others_look_on(tmp_path: Path) -> None:
    with command(tmp_path) as server:
        table = start(Client(server))
        forms = [form_of(table, hand) for hand in PLAIN_HANDS[:WRITERS]]
        looker_on, revision = Client(server), forms[0]["revision"]
        with ThreadPoolExecutor(WRITERS) as threads, held(tmp_path):
            saves = [
                threads.submit(timed, partial(table.at(server).client.post, table.path, form))
                for form in forms
            ]
            looks = 0
            while not all(each.done() for each in saves):
                for client, path, status in (
                    (looker_on, table.path, 200),
                    (looker_on, f"{table.path}?seen={revision}", 204),
                    (table.client, table.path, 200),
                    (looker_on, "/healthz", 200),
                ):
                    seconds, answer = timed(partial(client.get, path))
                    assert answer.status == status
                    assert seconds < BUSY_SECONDS
                looks += 1
            assert looks > 1
            waited = [each.result() for each in saves]
        for (seconds, answer), form in zip(waited, forms, strict=True):
            # For the lock, or for those ahead in line.
            assert seconds >= BUSY_SECONDS
            assert_refused(answer, messages.BUSY)
            assert answer.form(table.path) == form
        # One of them waited that long, and none much longer.
        assert max(seconds for seconds, _ in waited) < 3 * BUSY_SECONDS
        save_twice(table, forms[0])
        assert table.form()["revision"] == "2"
        assert table.client.post(table.path, forms[1]).status == 409


@pytest.mark.sample
@pytest.mark.parametrize("serving", [command, gunicorn])
def test_who_may_not_write_does_not_wait_for_it(tmp_path: Path, serving: Serving) -> None:
    folder = tmp_path / "data"
    with serving(folder=folder) as server:
        table = start(Client(server))
        form = form_of(table)
        stranger = Client(server)
        token = stranger.get("/new").form("/new")["csrf_token"]
        with held(folder):
            for client, fields, status in (
                (table.client, {**form, "csrf_token": "none"}, 400),
                (stranger, {**form, "csrf_token": token}, 403),
                (stranger, form, 403),
                # The rules refuse a hand before it waits.
                (table.client, {**form, "hearts_0": "13"}, 422),
            ):
                # What waits in vain is answered 503.
                assert client.post(table.path, fields).status == status
