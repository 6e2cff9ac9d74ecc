"""What a poll asks for, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, template_rendered
from sqlalchemy import event

from scorepad.web.database import database_of
from tests.web.apps import reading
from tests.web.cast import Phone, Table


def revision(table: Table) -> int:
    with reading(table.app) as session:
        return table.row(session).revision


def following(table: Table, phone: Phone) -> str:
    """The address that the page of this phone polls."""
    return phone.open(table.address).only(id="follow").attributes["data-asks"]


@contextmanager
def statements(app: Flask) -> Iterator[list[tuple[str, object]]]:
    """The statements that are sent to the database meanwhile, with their parameters."""
    sent: list[tuple[str, object]] = []

    def note(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
        if statement != "BEGIN":
            sent.append((statement, parameters))

    engine = database_of(app).engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


@contextmanager
def rendered(app: Flask) -> Iterator[list[object]]:
    """The templates that are rendered meanwhile."""
    templates: list[object] = []

    def note(_: object, template: object, **__: object) -> None:
        templates.append(template)

    with template_rendered.connected_to(note, app):
        yield templates
