"""Somebody else writes for longer than anybody waits: readers notice nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorepad.store.database.engine import BUSY_SECONDS
from scorepad.web.words import messages
from tests.faults.lock import held
from tests.faults.running import Serving, command, gunicorn
from tests.hosting.table import Table, fields_of, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Answer, Client

WRITERS = 10


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def table(folder: Path) -> Iterator[Table]:
    with command(folder) as server:
        yield start(Client(server))


def timed(client: Client, path: str) -> tuple[float, Answer]:
    begin = time.monotonic()
    answer = client.get(path)
    return time.monotonic() - begin, answer


def test_ten_wait_in_vain_while_others_look_on(folder: Path, table: Table) -> None:
    forms = [{**table.form(), **fields_of(hand)} for hand in PLAIN_HANDS[:WRITERS]]
    looker_on, revision = Client(table.client.server), forms[0]["revision"]

    def save(form: dict[str, str]) -> tuple[float, Answer]:
        begin = time.monotonic()
        answer = table.at(table.client.server).client.post(table.path, form)
        return time.monotonic() - begin, answer

    with ThreadPoolExecutor(WRITERS) as threads, held(folder):
        saves = [threads.submit(save, form) for form in forms]
        looks = 0
        while not all(each.done() for each in saves):
            for client, path, status in (
                (looker_on, table.path, 200),
                (looker_on, f"{table.path}?seen={revision}", 204),
                (table.client, table.path, 200),
                (looker_on, "/healthz", 200),
            ):
                seconds, answer = timed(client, path)
                assert answer.status == status
                assert seconds < BUSY_SECONDS
            looks += 1
        assert looks > 1
        waited = [each.result() for each in saves]
    title, text = messages.BUSY
    for (seconds, answer), form in zip(waited, forms, strict=True):
        # For the lock, or for those ahead in line.
        assert seconds >= BUSY_SECONDS
        assert answer.status == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert title in answer.text
        assert text in answer.text
        # Everything that was sent is in the form that sends it once more.
        assert answer.form(table.path) == form
    # One of them waited that long, and none much longer.
    assert BUSY_SECONDS <= max(seconds for seconds, _ in waited) < 3 * BUSY_SECONDS

    again = waited[0][1].form(table.path)
    assert [table.client.post(table.path, again).status for _ in range(2)] == [303, 303]
    assert table.form()["revision"] == "2"
    assert table.client.post(table.path, waited[1][1].form(table.path)).status == 409


@pytest.mark.sample
@pytest.mark.parametrize("serving", [command, gunicorn])
def test_who_may_not_write_does_not_wait_for_it(folder: Path, serving: Serving) -> None:
    with serving(folder=folder) as server:
        table = start(Client(server))
        form = {**table.form(), **fields_of(PLAIN_HANDS[0])}
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
                # Whoever waits in vain is answered 503.
                assert client.post(table.path, fields).status == status
