"""CSV, paper layout: one row per hand and a column per player."""

from __future__ import annotations

from tests.web.cast import Phone, Table, start
from tests.web.pad.csv_files import of_game, of_pad, table_of

SHEET = "?layout=sheet"
LEADING = ["game", "started", "hand", "dealer"]


def sheet(phone: Phone, address: str, separator: str = ",") -> list[list[str]]:
    """The rows below a heading whose first columns are the usual ones, without when it began."""
    heading, *rows = table_of(phone, address, separator)
    assert heading[: len(LEADING)] == LEADING
    assert {len(row) for row in rows} <= {len(heading)}
    return [heading[len(LEADING) :], *[[row[0], *row[2:]] for row in rows]]


def test_there_is_a_row_for_each_hand_with_the_totals_after_it(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(0, 0, 3, 10, QS=2)
    assert sheet(table.phone, of_game(table, SHEET)) == [
        ["Anna", "Ben", "Cara", "Dora"],
        ["1", "1", "Anna", "6", "17", "2", "1"],
        ["1", "2", "Ben", "6", "17", "18", "11"],
    ]


def test_a_pad_has_a_column_for_everybody_who_plays_in_it(table: Table) -> None:
    second = start(table.phone, "Emil", "Cara", "Anna", at=f"{table.pad}new")
    table.recorded(6, 4, 2, 1, QS=1)
    second.recorded(5, 0, 7, QS=2)
    assert sheet(table.phone, of_pad(table, SHEET)) == [
        ["Anna", "Ben", "Cara", "Dora", "Emil"],
        ["1", "1", "Anna", "6", "17", "2", "1", ""],
        ["2", "1", "Emil", "19", "", "0", "", "5"],
    ]


def test_a_substitute_has_a_column_beside_the_one_who_left(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    table.do("replace", seat="1", name="Emil")
    table.recorded(0, 0, 3, 10, QS=2)
    for address in (of_game(table, SHEET), of_pad(table, SHEET)):
        heading, *rows = sheet(table.phone, address)
        assert [dict(zip(heading, row[3:], strict=True)) for row in rows] == [
            {"Anna": "6", "Ben": "17", "Emil": "", "Cara": "2", "Dora": "1"},
            {"Anna": "6", "Ben": "", "Emil": "17", "Cara": "18", "Dora": "11"},
        ]
    assert sheet(table.phone, of_game(table, SHEET))[0][1:3] == ["Ben", "Emil"]
    assert [row[2] for row in rows] == ["Anna", "Emil"]
