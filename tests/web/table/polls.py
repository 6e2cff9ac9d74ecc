"""What a poll asks for, and what it costs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, template_rendered
from jinja2 import Template
from sqlalchemy import event

from scorepad.web.database import db
from tests.web.apps import reading
from tests.web.cast import Phone, Table


def revision(table: Table) -> int:
    with reading(table.app) as session:
        return table.row(session).revision


def following(table: Table, phone: Phone) -> str:
    """The address that the page of this phone polls."""
    return phone.open(table.address).only(id="follow").attributes["hx-get"]


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """SQLite's statements meanwhile, from any caller, without BEGIN, COMMIT and ROLLBACK."""
    texts: list[str] = []

    def note(statement: str) -> None:
        if not statement.startswith(("BEGIN", "ROLLBACK", "COMMIT")):
            texts.append(statement)

    def listen(connection: sqlite3.Connection, *_: object) -> None:
        connection.set_trace_callback(note)

    def leave(connection: sqlite3.Connection, *_: object) -> None:
        connection.set_trace_callback(None)

    with app.app_context():
        # Connections in use go back to the pool first.
        db.session.remove()
        engine = db.engine
    event.listen(engine, "checkout", listen)
    event.listen(engine, "checkin", leave)
    try:
        yield texts
    finally:
        event.remove(engine, "checkout", listen)
        event.remove(engine, "checkin", leave)


@contextmanager
def rendered(app: Flask) -> Iterator[list[str]]:
    """The templates of the pages that are rendered meanwhile, without those of their parts."""
    pages: list[str] = []

    def note(_: object, template: Template, **__: object) -> None:
        name = str(template.name)
        if not name.rpartition("/")[2].startswith("_"):
            pages.append(name)

    with template_rendered.connected_to(note, app):
        yield pages
