"""A database that somebody else keeps for a moment, when it is asked for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from scorepad.store.trouble import BusyError


@contextmanager
def busy_once(beginning: str) -> Iterator[list[str]]:
    """The first statement that begins like this finds the database busy, whoever sends it.

    Yields the statements that did: one, once there was any.
    """
    refused: list[str] = []

    def refuse(_connection: object, _cursor: object, statement: str, *_rest: Any) -> None:
        if statement.startswith(beginning) and not refused:
            refused.append(statement)
            raise BusyError("somebody else is writing")

    event.listen(Engine, "before_cursor_execute", refuse)
    try:
        yield refused
    finally:
        event.remove(Engine, "before_cursor_execute", refuse)
