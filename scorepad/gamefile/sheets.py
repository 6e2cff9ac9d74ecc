"""The sheet as JSON: what the rules make of a game (game-file.md)."""

from __future__ import annotations

from typing import Final

from scorepad.gamefile.game import VERSION
from scorepad.gamefile.parsing import parse
from scorepad.gamefile.reading import read_game
from scorepad.rules import Sheet
from scorepad.rules.sheet import sheet

SHEET_FORMAT: Final = "scorepad-sheet"


def sheet_document(sheet: Sheet) -> dict[str, object]:
    """A sheet as the JSON object that game-file.md describes."""
    return {
        "format": SHEET_FORMAT,
        "version": VERSION,
        "hands": [
            {
                "number": line.number,
                "dealer": line.dealer,
                "pass": line.passed,
                "points": line.points,
                "adjusted": line.adjusted,
                "totals": line.totals,
                "moon": line.shooter,
                "sun": line.sun,
                "counts": line.counts,
            }
            for line in sheet.lines
        ],
        "totals": sheet.totals,
        "over": sheet.over,
        "ended_by": sheet.ended_by,
        "next": sheet.next
        and {
            "number": sheet.next.number,
            "dealer": sheet.next.dealer,
            "pass": sheet.next.passed,
            "pass_count": sheet.next.pass_count,
            "leads": sheet.next.leads,
        },
        "places": sheet.places,
        "winners": sheet.winners,
    }


def score(data: bytes) -> dict[str, object]:
    """From a game file's bytes to its sheet document. Raises :class:`RulesError`."""
    return sheet_document(sheet(read_game(parse(data)).game))
