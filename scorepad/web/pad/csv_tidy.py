"""Tidy CSV: one row per hand and seat, every row complete in itself (product.md, "CSV")."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from scorepad.rules import Hand, Line
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.pad.csv_cells import Cells

COLUMNS: Final = (
    "pad",
    "game",
    "started",
    "finished",
    "rules",
    "hand",
    "dealer",
    "pass",
    "seat",
    "player",
    "hearts",
    "cards",
    "moon",
    "sun",
    "points",
    "adjusted",
    "total",
    "place",
)
# After these, in a file with a game that has one: a sheet without notes has the columns above only.
NOTES: Final = ("note", "evening_note")


class Tidy:
    """The rows of games in the order of ``COLUMNS``; ``noted``: with ``NOTES`` at their end.

    Seats and dealers are counted from 0, as in a game file. ``moon`` (how it counted) and ``sun``
    stand in the shooter's row; ``place`` is the seat's place after this hand.
    """

    def __init__(self, cells: Cells, pad_name: str | None, *, noted: bool = False) -> None:
        self._cells = cells
        self._pad = cells.text(pad_name or "")
        self._columns = (*COLUMNS, *NOTES) if noted else COLUMNS
        self._noted = noted
        # One format string per row, because there can be half a million rows.
        self._row = cells.row(*["%s"] * len(self._columns))

    def heading(self) -> str:
        """The first row."""
        return self._cells.row(*self._columns)

    def rows(self, game: GameSnapshot) -> Iterator[str]:
        """A row for each hand and seat of a game."""
        text = self._cells.text
        of_game = (
            self._pad,
            game.number,
            moment(game.started),
            moment(game.finished),
            text(_rules(game.options)),
        )
        # In one line, as each row is.
        notes = [
            text((note or "").replace("\n", " "))
            for note in (game.note, game.evening_note)
            if self._noted
        ]
        names = {name: text(name) for name in game.everybody.values()}
        for line, hand in zip(game.sheet.lines, game.hands, strict=True):
            before = (*of_game, line.number, line.dealer, line.passed)
            columns = zip(
                map(names.__getitem__, game.names_at(hand.line)),
                hand.hand.hearts,
                _cards_by_seat(hand.hand),
                *_moons(line),
                line.points,
                line.adjusted,
                line.totals,
                line.places,
                strict=True,
            )
            for seat, cells in enumerate(columns):
                yield self._row % (*before, seat, *cells, *notes)


def moment(moment: datetime | None) -> str:
    """A time in UTC, or nothing (ISO 8601)."""
    return "" if moment is None else moment.isoformat().replace("+00:00", "Z")


def _cards_by_seat(hand: Hand) -> list[str]:
    cards = ["" for _ in hand.hearts]
    for card, taker in hand.cards.items():
        cards[taker] = f"{cards[taker]} {card}".lstrip()
    return cards


def _moons(line: Line) -> tuple[list[str], list[str]]:
    """For each seat how its moon counted, and whether it was a sun."""
    moons, suns = ([""] * len(line.points) for _ in range(2))
    if line.shooter is not None:
        moons[line.shooter] = line.moon_counted or ""
        suns[line.shooter] = "true" if line.sun else ""
    return moons, suns


def _rules(options: Mapping[str, Any]) -> str:
    """The options of the game; the key of the preset alone if nothing else was chosen."""
    if set(options) <= {"preset"}:
        return str(options.get("preset", ""))
    return json.dumps(dict(options), ensure_ascii=False)
