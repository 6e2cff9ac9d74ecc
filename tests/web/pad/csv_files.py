"""The CSV files of a game and of a pad, as a test asks for them and reads them."""

from __future__ import annotations

import csv
import io

from sqlalchemy import insert, select

from scorepad.store.base import now
from scorepad.store.models import Game, Hand, Player, Seat
from tests.web.apps import writing
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


def fill(table: Table, games: int, hands: int) -> None:
    """Add finished games to the pad of a table, row by row."""
    with writing(table.app) as session:
        pad = table.row(session).pad_id
        ids = session.scalars(select(Player.id).where(Player.pad_id == pad)).all()
        for number in range(2, games + 2):
            game = session.scalars(
                insert(Game).returning(Game.id),
                {"pad_id": pad, "number": number, "rules": {"target": 1000}, "dealer": 0,
                 "entry_id": f"game {number}", "finished": now()},
            ).one()  # fmt: skip
            session.execute(
                insert(Seat),
                [{"game_id": game, "seat": seat, "player_id": each}
                 for seat, each in enumerate(ids)],
            )  # fmt: skip
            session.execute(
                insert(Hand),
                [{"game_id": game, "line": line, "entry_id": f"hand {line}",
                  "hearts": [6, 4, 2, 1], "cards": {"QS": line % 4}}
                 for line in range(1, hands + 1)],
            )  # fmt: skip
