"""What a poll asks for, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, template_rendered
from jinja2 import Template
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
def rendered(app: Flask) -> Iterator[list[str]]:
    """The templates of the pages that are rendered meanwhile, without those of their parts."""
    pages: list[str] = []

    def note(_: object, template: Template, **__: object) -> None:
        name = str(template.name)
        if not name.rpartition("/")[2].startswith("_"):
            pages.append(name)

    with template_rendered.connected_to(note, app):
        yield pages
