"""CSV files as others read them: Python's ``csv`` and LibreOffice get what was typed."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from sqlalchemy import select

from scorepad.store.models import Pad
from tests.support.spreadsheet import opened
from tests.web.apps import writing
from tests.web.cast import Phone, Table, start
from tests.web.pad.csv_files import COLUMNS, FOR_PEOPLE, of_game, of_pad

SEPARATORS = {"comma": ",", "semicolon": ";"}
LAYOUTS = ("tidy", "sheet")
# What was typed, and how it arrives.
TYPED = {
    'An "Nan" na': 'An "Nan" na',
    "Müller, Jörg; ß": "Müller, Jörg; ß",
    "👩🏽‍🚀 דנה 100%s": "👩🏽‍🚀 דנה 100%s",
    "=SUM(1;2)": "'=SUM(1;2)",
    'x;"=1+1': "x;'\"=1+1",
    "-2,@SUM(1)": "'-2,'@SUM(1)",
}
PAD_NAME = "Friday\nnights, “late”"
HEARTS = [["3", "4", "2", "1", "0", "2"], ["0", "0", "0", "12", "0", "0"]]
TOTALS = [["15", "4", "2", "1", "0", "2"], ["15", "4", "2", "13", "0", "14"]]


@pytest.fixture
def table(phone: Phone) -> Table:
    """A game of players with all kinds of names, in a pad whose name has two lines."""
    table = start(phone, *TYPED)
    table.recorded(*map(int, HEARTS[0]), QS=0)
    table.recorded(*map(int, HEARTS[1]), QS=5)
    with writing(table.app) as session:
        session.scalars(select(Pad)).one().name = PAD_NAME
    return table


def files(table: Table) -> dict[tuple[str, str, str], bytes]:
    """Each kind of file: by what it is about, the layout, and the separator."""
    return {
        (what, layout, separator): table.phone.client.get(
            address(table, f"?layout={layout}&separator={separator}")
        ).data
        for what, address in (("game", of_game), ("pad", of_pad))
        for layout in LAYOUTS
        for separator in SEPARATORS
    }


def expect_told(layout: str, rows: list[list[str]]) -> None:
    """Every cell with a text has arrived as it was typed, and numbers are numbers."""
    heading, *rest = rows
    if layout == "tidy":
        assert heading == [*COLUMNS, *FOR_PEOPLE]
        columns = dict(zip(heading, zip(*rest, strict=True), strict=True))
        assert set(columns["pad"]) == {PAD_NAME}
        assert list(columns["player"]) == [*TYPED.values()] * 2
        assert list(columns["hearts"]) == [*HEARTS[0], *HEARTS[1]]
        assert list(columns["total"]) == [*TOTALS[0], *TOTALS[1]]
        names = [*TYPED.values()]
        assert list(columns["dealt_by"]) == [names[0]] * 6 + [names[1]] * 6
    else:
        assert heading[4:] == [*TYPED.values()]
        assert [row[3] for row in rest] == [*TYPED.values()][:2]
        assert [row[4:] for row in rest] == TOTALS


def test_pythons_csv_reads_what_was_typed(table: Table) -> None:
    for (_, layout, separator), data in files(table).items():
        lines = io.StringIO(str(data, "utf-8-sig"), newline="")
        expect_told(layout, list(csv.reader(lines, delimiter=SEPARATORS[separator], strict=True)))


@pytest.mark.slow
def test_libreoffice_reads_what_was_typed(table: Table, tmp_path: Path) -> None:
    bodies = files(table)
    for separator, character in SEPARATORS.items():
        folder = tmp_path / separator
        folder.mkdir()
        paths = {kind: folder / f"{'-'.join(kind)}.csv" for kind in bodies}
        for kind, file in paths.items():
            file.write_bytes(bodies[kind])
        control = folder / "control.csv"
        control.write_text(f"x{character}=1+1\n")
        *sheets, formula = opened([*paths.values(), control], character, folder)
        assert formula == [["x", "=1+1"]]
        for kind, sheet in zip(paths, sheets, strict=True):
            # Neither as it should be opened nor with the other separator.
            assert not [cell for row in sheet for cell in row if cell.startswith("=")]
            if kind[2] == separator:
                expect_told(kind[1], sheet)
