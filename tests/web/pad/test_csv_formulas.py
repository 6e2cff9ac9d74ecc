"""Texts as cells of a CSV file: none of them becomes a formula, however the file is read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorepad.web.pad.csv_rows import as_csv, without_formula
from tests.support.torture import examples

BLANKS = " \u00a0\u3000\u200b\u2060\ufeff\u00ad\x00\x1b"
BREAKS = ",;\t\n\r\v\f\x1c\x85\u2028\u2029"
FORMULAS = "=+-@\uff1d\uff0b\uff0d\uff20"
# Texts of what spreadsheets and their files look at; and any others.
NASTY = st.text(st.sampled_from(f'{FORMULAS}{BREAKS}{BLANKS}"""\'\'ax1|!(')) | st.text(max_size=20)


def begins_a_formula(cell: str) -> bool:
    """Whether somebody could take a cell for a formula, or what is left of it when trimmed."""
    unseen = BLANKS + BREAKS.replace(",", "").replace(";", "")
    # A row's end may stand in a cell by the other separator, but a text does not begin so.
    odd = cell.startswith(("\t", "\r")) and not cell.startswith("\r\n")
    return odd or cell.lstrip(f'{unseen}"').startswith(tuple(FORMULAS))


def cells(lines: str) -> Iterator[str]:
    """Everything that a reader may take for a cell: with or without quotes, any separator."""
    for separator in ",;\t":
        for spaces in (False, True):
            reader = csv.reader(
                io.StringIO(lines, newline=""), delimiter=separator, skipinitialspace=spaces
            )
            yield from (cell for row in reader for cell in row)
        yield from (cell for line in lines.splitlines() for cell in line.split(separator))


@settings(max_examples=examples(40, 200), deadline=None, derandomize=True, database=None)
@example(names=["x;=cmd|' /C calc'!A0;y"])
@example(names=["x,=cmd|' /C calc'!A0,y"])
@example(names=['x;"=1'])
@example(names=['",=1', '";=1', '"\t=1'])
@example(names=["a; =1", "a,\u200b=1", 'a;""" =1'])
@given(names=st.lists(NASTY, min_size=1, max_size=4))
def test_no_way_to_read_it_gives_a_formula(names: list[str]) -> None:
    for separator in ",;":
        rows = [(name, "3", name, "", name) for name in names]
        lines = str(as_csv(rows, separator), "utf-8-sig")
        assert [cell for cell in cells(lines) if begins_a_formula(cell)] == []
        own = list(csv.reader(io.StringIO(lines, newline=""), delimiter=separator, strict=True))
        for row, before in zip(own, rows, strict=True):
            for cell, name in zip(row, before, strict=True):
                assert not cell.startswith("\r")
                # Only apostrophes have come in.
                assert without_new_apostrophes(cell, name) == name


def without_new_apostrophes(cell: str, text: str) -> str:
    """The cell, without those apostrophes that the text does not have at this place."""
    rest = ""
    for character in cell:
        if character != "'" or text[len(rest) : len(rest) + 1] == "'":
            rest += character
    return rest


def test_an_apostrophe_stands_where_a_cell_would_begin() -> None:
    cases = [
        ("x;=1", "x;'=1"),
        ("x,=1", "x,'=1"),
        ("x\t=1", "x\t'=1"),
        ('x; \u200b"=1', "x;' \u200b\"=1"),
        (",;=1", ",;'=1"),
        ("x,'=1", "x,'=1"),
        ("\uff1d1", "'\uff1d1"),
        (" =1", "' =1"),
        ('"=1', "'\"=1"),
        # Harmless text stays.
        ("a=1; b-2, c", "a=1; b-2, c"),
        ("Smith-Jones, Mary", "Smith-Jones, Mary"),
        ("2026-11-20T19:30:00Z", "2026-11-20T19:30:00Z"),
        ('{"card_points": {"JD": -10}, "deck_removed": ["2D"]}',) * 2,
    ]
    for value, cell in cases:
        assert without_formula(value) == cell
