"""Helpers of several of these tests: filling forms in, and reading the answers."""

from __future__ import annotations

import csv
import io
from struct import unpack

from werkzeug.test import TestResponse

from tests.web.apps import everything
from tests.web.cast import Table
from tests.web.pages import Page, Value, page_of

# Values for forms that have fields of their own.
FIELDS: dict[str, dict[str, Value]] = {
    "next": {"passed": "2", "dealer": "3"},
    "replace": {"seat": "1", "name": "Emil"},
}


def now(page: Page) -> str:
    """The text about the next hand on the page More."""
    return page.only("section", class_="now").text


def refused(table: Table, act: str, changes: dict[str, Value]) -> Page:
    """The page after a refused act; nothing was stored."""
    form = table.act(act)
    before = everything(table.app)
    response = table.phone.force(form, {**FIELDS.get(act, {}), **changes})
    assert response.status_code == 422
    assert everything(table.app) == before
    page = page_of(response)
    assert page.alert or page.faults
    return page


def overtaken(table: Table, before: object, response: TestResponse) -> Page:
    """The table as somebody else left it; nothing was stored."""
    assert response.status_code == 409
    assert everything(table.app) == before
    page = page_of(response)
    assert "nothing was saved" in page.alert
    return page


def rows(table: Table) -> list[dict[str, str]]:
    """The game's hands as CSV: a row for every seat of every hand."""
    text = str(table.phone.client.get(f"{table.address}/hands.csv").data, "utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def png_size(data: bytes) -> tuple[int, int]:
    """The width and the height of a PNG."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = unpack(">II", data[16:24])
    return width, height
