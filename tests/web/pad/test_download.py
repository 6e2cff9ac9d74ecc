"""A file of a whole pad is made first: while it is sent, nobody else has to do without anything."""

from __future__ import annotations

import errno
import gzip
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import QueuePool
from werkzeug.test import TestResponse

from scorepad.web.database import database_of
from scorepad.web.pad.download import MOST_FILES
from scorepad.web.words import messages
from tests.web.cast import Phone, Table
from tests.web.pad.csv_files import fill

FILES = ("hands.csv", "hands.csv?layout=sheet", "games.jsonl")


def unread(phone: Phone, address: str, host: str = "127.0.0.1") -> TestResponse:
    return phone.client.get(address, buffered=False, environ_overrides={"REMOTE_ADDR": host})


@pytest.mark.parametrize("file", FILES)
def test_while_it_is_sent_it_holds_no_connection(table: Table, file: str) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    with unread(table.phone, f"{table.pad}{file}") as answer:
        pool = database_of(table.app).engine.pool
        assert isinstance(pool, QueuePool)
        assert pool.checkedout() == 0
        # The server is told how long it is, and gets a file.
        assert answer.content_length == sum(map(len, answer.iter_encoded()))


@pytest.mark.parametrize("file", FILES)
def test_it_is_the_same_compressed(table: Table, file: str) -> None:
    fill(table, 30, 3)
    plain = table.phone.client.get(f"{table.pad}{file}")
    packed = table.phone.client.get(f"{table.pad}{file}", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.content_length == len(packed.data) < len(plain.data) / 4
    assert gzip.decompress(packed.data) == plain.data
    assert plain.headers["Vary"] == packed.headers["Vary"]
    assert "Content-Encoding" not in plain.headers


@pytest.mark.parametrize("file", FILES)
def test_who_asks_only_for_its_head_has_none_made(table: Table, file: str) -> None:
    answers = [table.phone.client.head(f"{table.pad}{file}") for _ in range(MOST_FILES + 1)]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    assert "attachment" in answers[0].headers["Content-Disposition"]


def test_one_network_has_few_that_it_has_not_read(table: Table) -> None:
    address = f"{table.pad}hands.csv"
    with ExitStack() as files:
        for host in ("192.0.2.1", "192.0.2.2"):
            for _ in range(MOST_FILES):
                answer = files.enter_context(unread(table.phone, address, host))
                assert answer.status_code == 200
            with unread(table.phone, address, host) as refused:
                assert refused.status_code == 429
        # Pages, and the file of a game, are nothing of the kind.
        with unread(table.phone, f"{table.address}/hands.csv", host) as small:
            assert small.status_code == 200
    with unread(table.phone, address, host) as again:
        assert again.status_code == 200


def test_where_there_is_no_room_for_it_a_page_says_so(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> Iterator[None]:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("scorepad.web.pad.hands_csv.all_games", full)
        for _ in range(MOST_FILES + 1):
            answer = table.phone.client.get(f"{table.pad}hands.csv")
            assert answer.status_code == 507
            assert messages.NO_ROOM[0] in answer.text
    assert table.phone.client.get(f"{table.pad}hands.csv").status_code == 200
