"""The CSV files of a game and of a pad, as a test asks for them and reads them."""

from __future__ import annotations

import csv
import io

from tests.web.cast import Phone, Table

COLUMNS = [
    *("pad", "game", "started", "finished", "rules", "hand", "dealer", "pass", "seat", "player"),
    *("hearts", "cards", "moon", "sun", "points", "adjusted", "total", "place"),
]
FOR_PEOPLE = ["started_at", "finished_at", "dealt_by", "passed"]
HEADING = ",".join([*COLUMNS, *FOR_PEOPLE]) + "\r\n"


def text(phone: Phone, address: str) -> str:
    response = phone.client.get(address)
    assert response.status_code == 200
    assert response.mimetype == "text/csv"
    assert response.data.startswith(b"\xef\xbb\xbf")
    return str(response.data, "utf-8-sig")


def read(phone: Phone, address: str, separator: str = ",") -> list[dict[str, str]]:
    """The rows, by column."""
    header, *rows = table_of(phone, address, separator)
    assert header == [*COLUMNS, *FOR_PEOPLE]
    return [dict(zip(header, row, strict=True)) for row in rows]


def table_of(phone: Phone, address: str, separator: str = ",") -> list[list[str]]:
    """All rows with the heading, as Python's ``csv`` reads them."""
    lines = text(phone, address)
    assert lines.count("\n") == lines.count("\r\n") == lines.count("\r")
    assert lines.endswith("\r\n")
    return list(csv.reader(io.StringIO(lines, newline=""), delimiter=separator, strict=True))


def only(rows: list[dict[str, str]], *columns: str) -> list[tuple[str, ...]]:
    return [tuple(row[column] for column in columns) for row in rows]


def of_game(table: Table, query: str = "") -> str:
    return f"{table.address}/hands.csv{query}"


def of_pad(table: Table, query: str = "") -> str:
    return f"{table.pad}hands.csv{query}"
