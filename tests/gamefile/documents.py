"""Game files for tests: a plain one, changed at one place, and the error about it."""

from __future__ import annotations

import json
from typing import Any

from scorepad.gamefile import read_game, score
from scorepad.rules import RulesError, sheet

PLAYERS = ["Anna", "Ben", "Cara", "Dora"]


def game(**changes: object) -> dict[str, Any]:
    """The example of a game file, with these keys changed."""
    return {
        "format": "scorepad-game",
        "version": 1,
        "name": "Friday",
        "started": "2026-11-20T19:30:00Z",
        "stopped": None,
        "rules": {"preset": "black-lady", "moon": "choice", "exact": 50},
        "players": list(PLAYERS),
        "dealer": 0,
        "opening": [0, 0, 0, 0],
        "hands": [
            {"hearts": [5, 8, 0, 0], "cards": {"QS": 0}},
            {"hearts": [0, 13, 0, 0], "cards": {"QS": 1}, "moon": "subtract"},
        ],
    } | changes


def without(key: str) -> dict[str, Any]:
    """The example with one key left out."""
    return {name: value for name, value in game().items() if name != key}


def with_hand(**changes: object) -> dict[str, Any]:
    """A game of four hands, the last of which has these keys changed."""
    hand: dict[str, object] = {"hearts": [5, 8, 0, 0], "cards": {"QS": 0}}
    return game(hands=[hand, hand, hand, hand | changes])


def fault(document: object) -> str:
    """The error about a document that is not a game."""
    try:
        sheet(read_game(document).game)
    except RulesError as error:
        return str(error)
    raise AssertionError(f"nothing is wrong with {document!r}")


def fault_in(text: str | bytes) -> str:
    """The error about a file that is not a game."""
    try:
        score(text if isinstance(text, bytes) else text.encode())
    except RulesError as error:
        return str(error)
    raise AssertionError(f"nothing is wrong with {text[:1000]!r}")


def scored(document: object) -> dict[str, Any]:
    """The sheet document of a game document, through JSON both ways."""
    sheet: dict[str, Any] = json.loads(json.dumps(score(json.dumps(document).encode())))
    return sheet
