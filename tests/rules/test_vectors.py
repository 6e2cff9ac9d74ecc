"""Worked hands and games from independent sources give the sheets that these sources show."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scorepad.gamefile import score
from tests.rules.table import vectors

CASES = vectors("hands.jsonl") | vectors("games.jsonl")

# What a case may expect, and where the sheet shows it.
FIELDS: dict[str, Callable[[Any], object]] = {
    "points": lambda sheet: sheet["hands"][-1]["points"],
    "totals": lambda sheet: sheet["totals"],
    "totals_each": lambda sheet: [line["totals"] for line in sheet["hands"]],
    "hands": lambda sheet: sum(line["counts"] for line in sheet["hands"]),
    "over": lambda sheet: sheet["over"],
    "places": lambda sheet: sheet["places"],
    "winners": lambda sheet: sheet["winners"],
}


def test_the_vectors_are_all_there() -> None:
    assert len(vectors("hands.jsonl")) >= 40
    assert len(vectors("games.jsonl")) >= 12


@pytest.mark.parametrize("case", CASES)
def test_a_worked_case_comes_out_as_its_source_shows_it(case: str) -> None:
    game, expected = CASES[case]["game"], CASES[case]["expect"]
    assert isinstance(expected, dict)
    assert expected
    # Through JSON and back, as a reader of the sheet gets it: lists, not tuples.
    sheet = json.loads(json.dumps(score(json.dumps(game).encode())))
    assert {key: FIELDS[key](sheet) for key in expected} == expected
