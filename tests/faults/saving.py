"""Saves that are refused for a while, and who else holds the lock of a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scorepad.rules import Hand
from tests.hosting.table import Table, fields_of
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Answer

DATABASE = "scorepad.sqlite"


def form_of(table: Table, hand: Hand = PLAIN_HANDS[0]) -> dict[str, str]:
    """The form that saves this hand."""
    return {**table.form(), **fields_of(hand)}


def assert_refused(answer: Answer, sentences: tuple[str, str]) -> None:
    """The page says so, and when to ask again."""
    assert answer.status == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert all(sentence in answer.text for sentence in sentences)


def save_in_vain(table: Table, form: dict[str, str], sentences: tuple[str, str]) -> None:
    """Send a form: it is refused, and all that was sent is in the form that sends it again."""
    answer = table.client.post(table.path, form)
    assert_refused(answer, sentences)
    assert answer.form(table.path) == form


def save_twice(table: Table, form: dict[str, str]) -> None:
    """Send a form twice: it is saved, and nothing is said about the second time."""
    assert [table.client.post(table.path, form).status for _ in range(2)] == [303, 303]


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Another process holds the write lock of the database in a data folder."""
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
