"""A file of a whole pad is made first: while it is sent, it holds no connection."""

from __future__ import annotations

import errno
import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import QueuePool

from scorepad.web.database import database_of
from scorepad.web.words import messages
from tests.web.cast import Table
from tests.web.pad.csv_files import fill

FILES = ("hands.csv", "hands.csv?layout=sheet", "games.jsonl")


@pytest.mark.parametrize("file", FILES)
def test_while_it_is_sent_it_holds_no_connection(table: Table, file: str) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    with table.phone.client.get(f"{table.pad}{file}", buffered=False) as answer:
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
    answer = table.phone.client.head(f"{table.pad}{file}")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]


def test_where_there_is_no_room_for_it_a_page_says_so(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> Iterator[None]:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("scorepad.web.pad.download.all_games", full)
        answer = table.phone.client.get(f"{table.pad}hands.csv")
        assert answer.status_code == 507
        assert messages.NO_ROOM[0] in answer.text
    assert table.phone.client.get(f"{table.pad}hands.csv").status_code == 200
