"""The sheet as JSON has the form that docs/files.md shows."""

from __future__ import annotations

import json

from hypothesis import given

from scorepad.gamefile import score, sheet_document
from scorepad.rules import Game, sheet
from tests.gamefile.documents import game, scored
from tests.rules.strategies import SETTINGS, document_of, games

FIRST_HAND = {"hearts": [5, 8, 0, 0], "cards": {"QS": 0}}


def test_the_sheet_of_the_example() -> None:
    assert scored(game(hands=[FIRST_HAND])) == {
        "format": "scorepad-sheet",
        "version": 1,
        "hands": [
            {
                "number": 1,
                "dealer": 0,
                "pass": 1,
                "points": [18, 8, 0, 0],
                "adjusted": [0, 0, 0, 0],
                "totals": [18, 8, 0, 0],
                "moon": None,
                "sun": False,
                "counts": True,
            }
        ],
        "totals": [18, 8, 0, 0],
        "over": False,
        "ended_by": None,
        "next": {"number": 2, "dealer": 1, "pass": 3, "pass_count": 3, "leads": "2C"},
        "places": [4, 3, 1, 1],
        "winners": [],
    }


def test_the_sheet_of_a_stopped_game_with_a_moon_and_an_exact_hit() -> None:
    document = scored(game(opening=[82, 0, 0, 0], stopped="2026-11-20T22:00:00Z"))
    assert [line["adjusted"] for line in document["hands"]] == [[-50, 0, 0, 0], [0, 0, 0, 0]]
    assert (document["hands"][1]["moon"], document["hands"][1]["points"]) == (1, [0, -26, 0, 0])
    assert (document["over"], document["ended_by"]) == (True, "stopped")
    assert (document["next"], document["winners"]) == (None, [1])


@SETTINGS
@given(games())
def test_the_document_has_these_keys_and_no_others(one: Game) -> None:
    document = sheet_document(sheet(one))
    again = json.loads(json.dumps(document))
    assert set(again) == {
        "format", "version", "hands", "totals", "over", "ended_by", "next", "places", "winners",
    }  # fmt: skip
    for line in again["hands"]:
        assert set(line) == {
            "number", "dealer", "pass", "points", "adjusted", "totals", "moon", "sun", "counts",
        }  # fmt: skip
        assert line["moon"] is not None or not line["sun"]
    assert again["next"] is None or set(again["next"]) == {
        "number", "dealer", "pass", "pass_count", "leads",
    }  # fmt: skip
    assert json.loads(json.dumps(score(json.dumps(document_of(one)).encode()))) == again
